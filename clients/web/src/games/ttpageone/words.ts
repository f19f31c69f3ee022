import type { Language } from "../../i18n/index.svelte";

export const PRIVILEGES: Record<string, Record<Language, string>> = {
  secret: { en: "Secret card", ja: "シークレットカード" },
  wild: { en: "Wild card", ja: "ワイルドカード" },
  pass: { en: "Pass", ja: "パス権" },
  starter: { en: "Starter", ja: "スターター" },
};
export const SIGN: Record<string, string> = { secret: "◉", wild: "★", pass: "↷", starter: "▶" };
export const privilegeName = (privilege: string, language: Language): string =>
  PRIVILEGES[privilege]?.[language] ?? privilege;

/** What a privilege gives. */
export const GIVES: Record<string, Record<Language, string>> = {
  secret: {
    en: "one card stays face down, and need not be played; change it once in each turn, also another’s",
    ja: "1枚を伏せておける。出さなくてもよく、だれの番でも1回まで変えられる",
  },
  wild: { en: "a joker more in your hand", ja: "ジョーカーが1枚加わる" },
  pass: { en: "once, skip your whole turn", ja: "一度だけ、自分の番を休める" },
  starter: { en: "you begin", ja: "最初に出せる" },
};

type Effects = Record<string, (n: number) => string>;

const en = {
  twoLeft: "Then one card is left: press “Last one!” first",
  clockwise: "clockwise",
  anticlockwise: "anticlockwise",
  counts: "Matches",
  anySuit: "–",
  fits: (suit: string, rank: string) => (rank ? `${suit} or ${rank}` : suit),
  secret: "secret",
  priority: "Order of choice, drawn by lot",
  playHere: "Play here",
  disqualified: "disqualified",
  choosePrivilege: "Choose your privilege",
  hide: "Choose your secret card",
  rehide: "Choose a card to hide again, or reveal all",
  nameSuit: "Name the joker’s suit",
  play: "Match a table’s suit or rank",
  drawFirst: "Nothing matches: draw until a card does",
  pass: "Passes",
  skipped: "Skipped",
  stuck: "No card to draw",
  calledOut: "Called out!",
  hid: "Hides a card",
  revealed: "Reveals it",
  nobodyHides: "Hide none",
  hideCard: (card: string) => `Hide ${card}`,
  lastOne: "Last one!",
  challenge: (name: string) => `Call out ${name}`,
  why: {
    privilegeFirst: "First choose a privilege.",
    suitFirst: "First name the joker’s suit.",
    rankOnly: "Only cards of the table’s rank go together.",
    side: (left: boolean, signs: string[]) => `${left ? "left" : "right"} ${signs.join(" or ")}`,
    neither: (sides: string[]) => `It matches neither table: ${sides.join(", ")}.`,
    mustPlay: "You hold a card that matches, so you must play it instead of drawing.",
  },
  plain: "This card does nothing special.",
  effects: {
    "5": (n) => (n === 1 ? "5: the next player is skipped" : `5: the next ${n} are skipped`),
    "7": (n) => `7: all others draw ${n}`,
    "9": (n) => (n % 2 ? "9: the direction turns" : "9: the direction turns twice"),
    K: () => "K: the stock’s top is turned onto this table, and acts",
    A: () => "A: the other table counts as this suit",
    X: () => "Joker: fits always, and you name the suit",
  } as Effects,
  reason: {
    challenge: (them: string) => `“Last one!” was forgotten by ${them}.`,
    noMatch: "None of your cards matches.",
    savesDraw: "It saves you a draw.",
    out: "These are your last cards: you go out.",
    lastOne: "One card will be left: say “Last one!” with it.",
    several: (n: number) => `You get rid of ${n} cards at once.`,
    does: (effect: string) => `${effect}.`,
    privilege: (gives: string) => `It gives you this: ${gives}.`,
    hide: "The others can’t see it, and you need not play it.",
    suit: (n: number) => `You hold ${n} of this suit.`,
  },
  place: {
    points: (points: number, won: number) =>
      `${points} ${points === 1 ? "point" : "points"} from ${won} ${won === 1 ? "game" : "games"}`,
    disqualified: (caller: string | null) =>
      `disqualified: “Last one!” was not said${caller === null ? "" : `, ${caller} called it out`}`,
    played: "played the last card",
    left: (n: number) => `${n} ${n === 1 ? "card" : "cards"} left`,
    forTeam: (names: string) => `${names} went out for the team`,
    allOut: "all others were disqualified",
    fewest: "the fewest at the limit of turns",
    joined: (parts: string[]) => parts.join(", "),
  },
};

const ja: typeof en = {
  twoLeft: "残り1枚になります。先に「ラストワン!」を",
  clockwise: "時計回り",
  anticlockwise: "反時計回り",
  counts: "合うのは",
  anySuit: "–",
  fits: (suit, rank) => (rank ? `${suit}か${rank}` : suit),
  secret: "シークレット",
  priority: "選ぶ順番(抽選)",
  playHere: "ここに出す",
  disqualified: "失格",
  choosePrivilege: "優先権(特典)を1つ選んでください",
  hide: "シークレットカードを選んでください",
  rehide: "伏せておくカードを選んでください(全部公開でもOK)",
  nameSuit: "ジョーカーのマークを指定してください",
  play: "マークか数字の合うカードを出してください",
  drawFirst: "出せるカードがありません。出せるカードが来るまで引きます",
  pass: "パス",
  skipped: "1回休み",
  stuck: "引くカードなし",
  calledOut: "指摘!",
  hid: "1枚を伏せる",
  revealed: "公開",
  nobodyHides: "どれも伏せない",
  hideCard: (card) => `${card} を伏せる`,
  lastOne: "ラストワン!",
  challenge: (name) => `${name}を指摘`,
  why: {
    privilegeFirst: "先に優先権を選んでください。",
    suitFirst: "先にジョーカーのマークを指定してください。",
    rankOnly: "一緒に出せるのは、台札と同じ数字のカードだけです。",
    side: (left, signs) => `${left ? "左" : "右"}は${signs.join("か")}`,
    neither: (sides) => `合いません。${sides.join("、")}だけです。`,
    mustPlay: "合うカードがあるときは、引かずに出さなければなりません。",
  },
  plain: "特別なはたらきはありません。",
  effects: {
    "5": (n) => (n === 1 ? "5:次の人は1回休み" : `5:次の${n}人は1回休み`),
    "7": (n) => `7:ほかの全員が${n}枚引く`,
    "9": (n) => (n % 2 ? "9:回り方が逆になる" : "9:二度逆になり元のまま"),
    K: () => "K:山札をめくって重ね、その効能が働く",
    A: () => "A:もう一方の台札もこのマークになる",
    X: () => "ジョーカー:いつでも出せ、マークを指定",
  },
  reason: {
    challenge: (them) => `${them}は「ラストワン!」を忘れました。`,
    noMatch: "合うカードがありません。",
    savesDraw: "引かずに済みます。",
    out: "手札がなくなります。",
    lastOne: "残り1枚になるので「ラストワン!」を忘れずに。",
    several: (n) => `一度に${n}枚減らせます。`,
    does: (effect) => `${effect}。`,
    privilege: (gives) => `${gives}。`,
    hide: "ほかの人に見えず、出さなくてもかまいません。",
    suit: (n) => `このマークを${n}枚持っています。`,
  },
  place: {
    points: (points, won) => `${points}点(${won}ゲームで得点)`,
    disqualified: (caller) => `「ラストワン!」の言い忘れで失格${caller === null ? "" : `(${caller}が指摘)`}`,
    played: "手札がなくなり上がり",
    left: (n) => `残り${n}枚`,
    forTeam: (names) => `味方の${names}が上がり`,
    allOut: "ほかの全員が失格",
    fewest: "ターンの上限で最少",
    joined: (parts) => parts.join("、"),
  },
};

export const words = (language: Language): typeof en => (language === "ja" ? ja : en);
