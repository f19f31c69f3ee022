// Rules that are told once in each browser, when they bite for the first time.
const en = {
  lead: "A hand of a single J, Q or K can’t lead: the lead goes to the left.",
  first: "Who leads first is drawn by lot. After that the winner of a round leads the next.",
  last: "Keep a low number for the end: your last card can’t be a J, Q or K.",
  out: "A last card ends the game and takes half of the table, rounded up – not all of it, even if it makes exactly 21.",
  partner: "Your partner won the round: these cards are your side’s too.",
};

const ja: typeof en = {
  lead: "手札がJ・Q・Kの1枚だけの人は先攻になれず、左隣に移ります。",
  first: "最初の先攻は抽選です。あとは、ラウンドを取った人が次の先攻です。",
  last: "最後の1枚がJ・Q・Kだと上がれません。終わりのために小さい数字を残しましょう。",
  out: "最後の1枚を出すとゲーム終了。取れるのは場の半分(端数は切り上げ)で、ぴったり21でも全部は取れません。",
  partner: "パートナーが取ったカードも、あなたのチームのものです。",
};

export const tips = { en, ja };
