import type { Language } from "../../i18n/index.svelte";

export const PRIVILEGES: Record<string, Record<Language, string>> = {
  secret: { en: "Secret card", ja: "シークレットカード" },
  wild: { en: "Wild card", ja: "ワイルドカード" },
  pass: { en: "Pass", ja: "パス権" },
  starter: { en: "Starter", ja: "スターター" },
};
export const SIGN: Record<string, string> = { secret: "◉", wild: "★", pass: "↷", starter: "▶" };
export const privilegeName = (privilege: string, language: Language): string => PRIVILEGES[privilege]?.[language] ?? privilege;

/** What a privilege gives. */
export const GIVES: Record<string, Record<Language, string>> = {
  secret: { en: "one card stays face down, and need not be played", ja: "1枚を伏せておける。出さなくてもよい" },
  wild: { en: "a joker more in your hand", ja: "ジョーカーが1枚加わる" },
  pass: { en: "once, skip your whole turn", ja: "一度だけ、手番を飛ばせる" },
  starter: { en: "you begin", ja: "最初に出せる" },
};

const en = {
  twoLeft: "Then one card is left: press “Last one!” first",
  clockwise: "clockwise",
  anticlockwise: "anticlockwise",
  counts: "counts",
  anySuit: "–",
  secret: "secret",
  priority: "First choice",
  under: (n: number) => `${n} under it`,
  playHere: "Play here",
  disqualified: "disqualified",
  choosePrivilege: "Choose your privilege",
  hide: "Choose your secret card",
  rehide: "Hide a card again, or none",
  nameSuit: "Name the joker’s suit",
  play: "Match a table’s suit or rank",
  drawFirst: "Nothing matches: draw a card",
  pass: "Passes",
  skipped: "Skipped",
  stuck: "No card to draw",
  calledOut: "Called out!",
  hid: "Hides a card",
};

const ja: typeof en = {
  twoLeft: "残り1枚になります。先に「ラストワン!」を",
  clockwise: "時計回り",
  anticlockwise: "反時計回り",
  counts: "有効",
  anySuit: "–",
  secret: "シークレット",
  priority: "優先権の順",
  under: (n) => `下に${n}枚`,
  playHere: "ここに出す",
  disqualified: "失格",
  choosePrivilege: "優先権を選んでください",
  hide: "シークレットカードを選んでください",
  rehide: "伏せ直すか、伏せないか選んでください",
  nameSuit: "ジョーカーのマークを指定してください",
  play: "マークか数字の合うカードを捨てます",
  drawFirst: "合うカードがありません。1枚引きます",
  pass: "パス",
  skipped: "スキップ",
  stuck: "引くカードなし",
  calledOut: "指摘!",
  hid: "伏せる",
};

export const words = (language: Language): typeof en => (language === "ja" ? ja : en);
