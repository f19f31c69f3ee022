import { recordedFrom, type Lesson } from "../types";
import recorded from "./recorded.json";

const card = (code: string): string => `.slot[data-card="${code}"]`;
const TABLES = [".tables .spot"];
const PLAY = '[data-action="play"]';

export const lesson: Lesson = {
  recorded: recordedFrom(recorded),
  notes: [
    {
      at: 0,
      target: ['[data-choice*="secret"]', ".buttons"],
      spares: [".gives"],
      text: {
        en: "Get rid of your cards first! Before play everybody takes a privilege. Choose “Secret card”: one card of yours stays face down, all other hands will lie open.",
        ja: "先に手札をなくした人の勝ち! まず優先権(特典)を1つ選びます。「シークレットカード」を選べば、1枚だけ伏せておけます。ほかはみんな公開です。",
      },
    },
    {
      at: 2,
      target: [`[data-choice='type="hide"']`, card("AC")],
      text: {
        en: "Choose your secret card: hide the ace of clubs. Once in each turn, also another’s, you may change it.",
        ja: "伏せるカードを選びます。クラブのAを伏せましょう。あとで、だれの番でも1回まで変えられます。",
      },
    },
    {
      at: 3,
      target: [PLAY, card("8D"), card("8H")],
      spares: TABLES,
      text: {
        en: "Your card must match one of the two on the table in suit or rank. Several of the table’s rank go together: tap the 8 of diamonds, then the 8 of hearts, which will lie on top, and play both left.",
        ja: "台札は二つ。どちらかとマークか数字が合うカードを出します。台札と同じ数字ならまとめて出せます。ダイヤの8、ハートの8の順に選び(後のカードが上になります)、左に出しましょう。",
      },
    },
    {
      at: 5,
      target: [PLAY, card("7H")],
      spares: TABLES,
      text: {
        en: "Haru’s 5 skipped Ren. Some cards do something: your 7 makes all others draw a card. Play it.",
        ja: "Haruの5でRenは1回休み。こうした特別なはたらき(効能)のあるカードがあります。7を出すと、ほかの全員が1枚引きます。出しましょう。",
      },
    },
    {
      at: 9,
      target: ['[data-choice*="table=1"]', PLAY, card("9S")],
      spares: TABLES,
      text: {
        en: "A king turned up a 9, and a 9 turns the direction. Play your 9 right to turn it back.",
        ja: "Kで9がめくられ、9で回り方が逆になりました。右に9を出して元に戻しましょう。",
      },
    },
    {
      at: 12,
      target: ['[data-action="draw"]'],
      spares: TABLES,
      text: {
        en: "Nothing matches a jack or hearts, a 4 or spades: you must draw until a card does. An empty stock is made anew from the cards under the two tops.",
        ja: "ハート・J・スペード・4に合うカードがありません。合うカードが出るまで引きます。山札がなくなれば、台札の下のカードを切って作り直します。",
      },
    },
    {
      at: 13,
      target: [PLAY, card("2H")],
      spares: TABLES,
      text: {
        en: "The 2 of hearts matches the left table. What matches must be played – only the secret card may wait.",
        ja: "ハートの2は左の台札に合います。合うカードは必ず出します。シークレットカードだけは出さなくてもかまいません。",
      },
    },
    {
      at: 16,
      target: ['[data-flag="last_one"][aria-pressed="false"]', PLAY, card("2C"), card("2D")],
      spares: TABLES,
      text: {
        en: "Play both twos left. You keep one card: press “Last one!” first. Who forgets it may be called out and is disqualified – when others forget, you get the button “Call out”.",
        ja: "2を2枚とも左に出すと、残りは1枚。先に「ラストワン!」を押します。忘れて指摘されると失格です。ほかの人が忘れたら、あなたが指摘できます。",
      },
    },
    {
      at: 19,
      target: ['[data-choice*="table=1"]', PLAY, card("AC")],
      spares: TABLES,
      text: {
        en: "Your secret ace matches the clubs on the right. Play it and win!",
        ja: "伏せたクラブのAは右に合います。出せば上がりです!",
      },
    },
    {
      at: 20,
      target: [".tables"],
      spares: [".others .seat"],
      text: {
        en: "Out – you win: 1 point for each card that the others hold. A last card does nothing more; played before, this ace would have given its suit to the other table as well. You find this guide again under “Rules”.",
        ja: "上がり、あなたの勝ち! ほかの人の手札1枚につき1点です。最後の1枚の効能は起きません(途中で出していれば、Aはもう一方の台札も同じマークにします)。このガイドは「遊び方」からいつでも見られます。",
      },
    },
  ],
};
