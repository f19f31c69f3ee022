import type { How } from "../types";

export const how: How = {
  en: {
    sections: [
      { title: "The aim", blocks: [{ kind: "text", text: "Draw cards, one each turn, four at most. The highest total wins. A counts 1, J 11, Q 12, K 13." }] },
      { title: "Turns", blocks: [{ kind: "list", items: ["In turn everybody draws a card only they can see.", "From turn 2 on, having drawn, you may call “Stop!”: this turn is played to its end, then all hands are opened.", "After turn 4 they are opened anyway."] }] },
      { title: "Hands", blocks: [
        { kind: "table", rows: [["Double", "two of a number: +10 (two pairs +20)"], ["Triple", "three of a number: +20"], ["Selfish", "four of a number: wins outright"], ["Burst", "nothing but J, Q, K: loses outright"]] },
        { kind: "example", cards: ["5S", "5H", "KC"], text: "5 + 5 + 13 = 23, and 10 for the Double: 33." },
        { kind: "example", cards: ["JS", "JH", "KD"], text: "All face cards: Burst. The pair does not help." },
      ] },
      { title: "Ties", blocks: [{ kind: "text", text: "Those who tie for the lead play a sudden death: each draws a card face up, the highest wins." }] },
      { title: "Options", blocks: [{ kind: "list", items: ["Always four: nobody can stop.", "Coming out: after turn 2 everybody claims a hand. Lying is allowed.", "Jokers stand for whatever serves you best – but with nothing but face cards they burst too."] }] },
    ],
    rulings: [["R1", "Thirteen players need all 52 cards; jokers come on top."], ["R2", "J, Q, K and jokers only, and not Selfish, is a Burst; so are jokers alone."], ["R3", "If everybody bursts nobody wins."], ["R4", "If the pack is too small for a sudden death, all cards are shuffled again."], ["R5", "The numbers, the claims’ list and the clockwise order are our reading."]],
  },
  ja: {
    sections: [
      { title: "目的", blocks: [{ kind: "text", text: "1ターンに1枚、最大4枚引いて合計点を競います。Aは1、Jは11、Qは12、Kは13。" }] },
      { title: "ターン", blocks: [{ kind: "list", items: ["順番に1枚ずつ引きます。見られるのは自分だけ。", "2ターン目からは、引いたあと「ストップ!」と言えます。そのターンを最後まで引いてオープン。", "4ターン目が終わればオープンです。"] }] },
      { title: "役", blocks: [
        { kind: "table", rows: [["Double", "同じ数字2枚:+10(2組なら+20)"], ["Triple", "同じ数字3枚:+20"], ["Selfish", "同じ数字4枚:無条件の勝ち"], ["Burst", "全部が絵札:無条件の負け"]] },
        { kind: "example", cards: ["5S", "5H", "KC"], text: "5+5+13=23、Doubleの10を足して33点。" },
        { kind: "example", cards: ["JS", "JH", "KD"], text: "全部絵札なのでBurst。ペアでも救われません。" },
      ] },
      { title: "同点", blocks: [{ kind: "text", text: "一位が並んだらサドンデス。1枚ずつ表で引き、大きい人の勝ち。" }] },
      { title: "選択ルール", blocks: [{ kind: "list", items: ["強制4ターン:ストップなし。", "カミングアウト:2ターン目のあと役を宣言。嘘もあり。", "ジョーカーは一番得な数字に。ただし絵札とジョーカーだけならBurst。"] }] },
    ],
    rulings: [["R1", "13人なら52枚すべて必要。ジョーカーは追加です。"], ["R2", "絵札とジョーカーだけで、SelfishでなければBurst。ジョーカーだけでも同じ。"], ["R3", "全員Burstなら勝者なし。"], ["R4", "サドンデスで足りなければ全部切り直します。"], ["R5", "数字の値、宣言の種類、時計回りは私たちの解釈です。"]],
  },
};
