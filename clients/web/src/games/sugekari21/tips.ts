// Rules that are told once in each browser, when they bite for the first time.
const en = {
  lead: "A hand of a single J, Q or K can’t lead: the lead goes to the left.",
  first: "Who leads first is drawn by lot. After that the winner of a round leads the next.",
  last: "Keep a low number for the end: your last card can’t be a J, Q or K.",
  out: "A last card ends the game: its side takes the first half of the table, rounded up, even with exactly 21. All other cards count for nobody.",
  partner: "Your partner won the round: these cards are your side’s too.",
};

const ja: typeof en = {
  lead: "手札がJ・Q・Kの1枚だけの人は先攻になれず、左隣に移ります。",
  first: "最初の先攻は抽選です。あとは、ラウンドを取った人が次の先攻です。",
  last: "最後の1枚がJ・Q・Kだと上がれません。終わりのために小さい数字を残しましょう。",
  out: "だれかが最後の1枚を出すとゲーム終了。そのチームは場の先に出たほうから半分(端数は切り上げ、ぴったり21でも半分)を取り、残りと手札はだれの得点にもなりません。",
  partner: "パートナーが取ったカードも、あなたのチームのものです。",
};

export const tips = { en, ja };
