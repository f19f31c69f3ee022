import type { How } from "../types";

export const how: How = {
  en: {
    sections: [
      { title: "The aim", blocks: [{ kind: "text", text: "Have a low last card! Whose last card is the highest gets its points, and with 22 points or more you are out. The last one left wins." }] },
      { title: "The cards", blocks: [{ kind: "table", rows: [["Order", "A highest, then K, Q … 2. Suits mean nothing."], ["A", "11 points"], ["J Q K", "10 points"], ["2–10", "their number"]] }] },
      { title: "A deal", blocks: [
        { kind: "list", items: ["Seven cards each at first; later as many as the last losing card had points.", "From the dealer’s left, each may exchange cards with the stock, once, as long as it lasts.", "The leader plays one card or several of one rank, but always keeps one."] },
        { kind: "list", items: ["Everybody then plays as many cards: either a set of one rank at least as high as the highest so far,", "or the lowest cards of the hand, whatever they are.", "The highest play that followed wins (of equal ones the later) and leads to the next trick.", "When everybody has one card left, all show it. The highest loses; all who tie lose."] },
        { kind: "example", cards: ["AS", "KH", "JD", "JC", "TS", "7H", "3C"], text: "Two tens are led. You play the two jacks, or your two lowest: 7 and 3." },
      ] },
      { title: "26", blocks: [
        { kind: "text", text: "The big game: 108 cards with four jokers, an A costs 14, a joker 13, and you are out at 26. Plays may mix ranks: to follow, each of your cards must be at least as high as the one in the same place, both sorted from high to low." },
        { kind: "text", text: "A joker copies the rank of another card played with it; it never goes alone while you have others, and is never among the lowest cards." },
        { kind: "example", cards: ["XX", "KH", "9C"], text: "K-Q-9 was led. Joker, K and 9 follow: the joker copies the K." },
      ] },
      { title: "Must follow", blocks: [{ kind: "text", text: "With this option whoever can follow the lead has to; only the others play their lowest cards." }] },
    ],
    rulings: [["R1", "Where too few cards remain in the draw for dealer, all are shuffled again."], ["R2", "If all losers are out, one of them is picked and the next seat still in deals."], ["R3", "Where losing cards differ in points, the picked loser’s (or the only loser’s still in) sets the hand size."], ["R4", "The bar is the highest play so far: lowest cards that don’t follow set none."], ["R5", "Lowest cards that happen to be high enough follow."], ["R6", "If nobody is left, the lowest total of those who went out in this deal wins."], ["R7", "If the only loser is out, the next seat still in deals."], ["R8", "Plays of several ranks are compared from high to low, the first difference deciding."], ["R9", "Jokers fill up the lowest cards only where the others are too few."], ["R10", "The options go with both games and apart from each other."], ["R11", "A limit for mixed leads tames the lead of all cards but the lowest."], ["R12", "In 22 a follow has one rank: 9-8 on 5-5 does not follow."], ["R13", "7 to 12 seats, jokers as high as aces in the draw for dealer, and chance for rock-paper-scissors are our reading."], ["R14", "After the end the table stays as it was in the last deal."]],
  },
  ja: {
    sections: [
      { title: "目的", blocks: [{ kind: "text", text: "最後の一枚を弱く! いちばん強い札を残した人がその点を受け、22点以上で脱落。最後まで残った人の勝ちです。" }] },
      { title: "カード", blocks: [{ kind: "table", rows: [["強さ", "A、K、Q … 2の順。マークは無関係"], ["A", "11点"], ["J Q K", "10点"], ["2〜10", "数字どおり"]] }] },
      { title: "ディールの流れ", blocks: [
        { kind: "list", items: ["最初は7枚。以後は前回の負け札の点数と同じ枚数。", "親の左から一度ずつ、山札がある限り交換できます。", "リードは1枚、または同じランク何枚でも。ただし1枚は残します。"] },
        { kind: "list", items: ["続く人は同じ枚数を出します。これまでの最強以上の同ランク、", "または手札の最弱のカード。", "いちばん強い人が勝ち(同じなら後出し)、次のリードです。", "全員1枚になったら一斉に公開。最強の人の負け、並べば全員負け。"] },
        { kind: "example", cards: ["AS", "KH", "JD", "JC", "TS", "7H", "3C"], text: "10が2枚リードされたら、J2枚か、最弱の7と3を出します。" },
      ] },
      { title: "26", blocks: [
        { kind: "text", text: "ジョーカー4枚入り108枚の大勝負。Aは14点、ジョーカーは13点、26点で脱落。ランクを混ぜて出せます。強い順に並べ、それぞれ同じ位置の札以上ならフォローです。" },
        { kind: "text", text: "ジョーカーは一緒に出した札のランクをコピーします。ほかの札があるうちは単独で出せず、最弱にも数えません。" },
        { kind: "example", cards: ["XX", "KH", "9C"], text: "K-Q-9に、ジョーカー・K・9で勝てます。ジョーカーはKをコピー。" },
      ] },
      { title: "マストフォロー", blocks: [{ kind: "text", text: "このルールでは、リードに勝てる人は必ず出します。勝てない人だけが最弱を出します。" }] },
    ],
    rulings: [["R1", "親決めで足りなければ全部切り直します。"], ["R2", "負けた全員が脱落なら、一人を選びその次の人が親。"], ["R3", "負け札の点が違うときは、選ばれた(または残っている唯一の)敗者の点で枚数を決めます。"], ["R4", "基準はこれまでの最強。フォローしない最弱は基準になりません。"], ["R5", "最弱でも届いていればフォロー。"], ["R6", "誰も残らなければ、このディールで脱落した中で最少得点の人の勝ち。"], ["R7", "唯一の敗者が脱落したら次の人が親。"], ["R8", "混ぜた札は強い順に比べ、最初の違いで決まります。"], ["R9", "ほかの札が足りないときだけジョーカーが最弱を補います。"], ["R10", "選択ルールはどちらの種類でも、別々に選べます。"], ["R11", "混ぜたリードの上限で、一枚残しの総出しを抑えられます。"], ["R12", "22のフォローは同ランクだけ。5-5に9-8は届きません。"], ["R13", "7〜12人、親決めのジョーカーはA扱い、じゃんけんの代わりに抽選、は私たちの解釈。"], ["R14", "終了後の場は最後のディールのままです。"]],
  },
};
