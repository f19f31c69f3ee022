// Rules that are told once in each browser, when they bite for the first time.
const en = {
  burst:
    "A hand of nothing but J, Q, K is a Burst: it loses, whatever pairs it has. Only four of one rank are a Selfish.",
  nobody: "Everybody has a Burst: nobody wins this game.",
  pairs: "Two pairs count as two Doubles: +20.",
  joker:
    "A joker counts as the number that is best for you. With nothing but J, Q, K beside it, it is a Burst all the same.",
  tie: "Sudden death: those who are equal draw one card each until one is highest; an ace is lowest, a king highest.",
  stopped: "After a stop only those still to come in this turn draw; then all hands are opened.",
  claim:
    "Coming out: after turn 2 everybody says which hand they hold. It need not be true and changes no card, but it may make others stop or go on.",
  lied: (name: string) => `What ${name} claimed was not true: that is allowed.`,
  games:
    "The player to the left begins each new game. Most games won wins; the match ends once nobody can catch the leader, and leaders with as many draw one card each.",
  selfish: "Four of one rank are a Selfish: it wins over every total.",
};

const ja: typeof en = {
  burst: "絵札だけの手札はBurst。ペアがあっても負けです(同じ数字が4枚のときだけはSelfish)。",
  nobody: "全員がBurstなので、このゲームの勝者はいません。",
  pairs: "ペアが2組なら、Doubleが2つで+20です。",
  joker: "ジョーカーは一番得な数字になります。ただし、ほかが絵札だけならBurstです。",
  tie: "サドンデス:並んだ人が差がつくまで1枚ずつ引き、数字の一番大きい人(Aが一番小さく、Kが一番大きい)の勝ちです。",
  stopped: "ストップのあと、まだ引いていない人が1枚ずつ引いて、全員オープンします。",
  claim:
    "カミングアウト:2ターン目のあと、全員が役を宣言します。嘘でもかまいません。手札は変わりませんが、ほかの人の判断を誘えます。",
  lied: (name: string) => `${name}の宣言は嘘でした。それもルールのうちです。`,
  games:
    "最初に引く人は、ゲームごとに左隣へ移ります。一番多く勝った人の勝ちで、だれも追いつけなくなれば終わり。同じ勝ち数なら、1枚ずつ引いて決めます。",
  selfish: "同じ数字が4枚でSelfish。どんな合計にも勝ちます。",
};

export const tips = { en, ja };
