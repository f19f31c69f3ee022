// Rules that are told once in each browser, when they bite for the first time.
const en = {
  burst:
    "A hand of nothing but J, Q, K is a Burst: it loses, whatever pairs it has. Only four of one rank are a Selfish.",
  nobody: "Everybody has a Burst: nobody wins this game.",
  pairs: "Two pairs count as two Doubles: +20.",
  joker:
    "A joker counts as the number that is best for you. With nothing but J, Q, K beside it, it is a Burst all the same.",
  tie: "A tie for the highest total: those players draw one card each, and the highest card wins.",
  stopped: "After a stop only those still to come in this turn draw; then all hands are opened.",
  claim: "A claim need not be true, and changes nothing.",
};

const ja: typeof en = {
  burst: "絵札だけの手札はBurst。ペアがあっても負けです(同じ数字が4枚のときだけはSelfish)。",
  nobody: "全員がBurstなので、このゲームの勝者はいません。",
  pairs: "ペアが2組なら、Doubleが2つで+20です。",
  joker: "ジョーカーは一番得な数字になります。ただし、ほかが絵札だけならBurstです。",
  tie: "一番高い合計が同点なので、その人たちが1枚ずつ引き、数字の大きい人が勝ちます。",
  stopped: "ストップのあと、まだ引いていない人が1枚ずつ引いて、全員オープンします。",
  claim: "宣言は嘘でもかまいません。手札は変わりません。",
};

export const tips = { en, ja };
