import type { How } from "../types";

export const how: How = {
  en: {
    sections: [
      { title: "The aim", blocks: [{ kind: "text", text: "Two against two, partners across (or a duel of two). The side that captures more cards wins." }] },
      { title: "What a card counts", blocks: [{ kind: "table", rows: [["A", "1"], ["2–10", "their number"], ["J Q K", "−1, −2, −3"]] }, { kind: "text", text: "Suits mean nothing." }] },
      { title: "A round", blocks: [
        { kind: "list", items: ["The leader plays a card. Then, clockwise, each plays one or passes. Who has passed may play again next time round.", "The total may not go over 21.", "No rank twice in a round.", "Your very last card may not be a J, Q or K.", "Exactly 21 ends the round, and so do passes of all the others. Whoever played last takes all the cards and leads."] },
        { kind: "example", cards: ["7H", "6S"], text: "The total is 13. An 8 makes 21 and takes the round. Nothing over 8 fits, nor do 7 and 6, which lie there already; A to 5, J, Q and K do." },
        { kind: "example", cards: ["TC", "9D", "AS"], text: "The total is 20. Of the cards not used yet only J, Q and K fit: they bring it down again." },
      ] },
      { title: "The end", blocks: [{ kind: "text", text: "The game ends at once when somebody’s hand is empty. That side takes half of the cards on the table, rounded up. More captured cards win; in a tie, the side that went out." }] },
      { title: "For two", blocks: [{ kind: "list", items: ["Two bouts: after the first the rest of the pack is dealt and played too.", "Refill: after each round both draw up to 13, the winner first, for both to see."] }] },
      { title: "Spices", blocks: [{ kind: "list", items: ["Exchange: three cards face down to another player after the deal.", "Three games: all captures are added.", "Jokers, in games 2 and 3: a joker repeats a rank already in the round, or halves an even total. Captured, it costs 5."] }] },
    ],
    rulings: [["R1", "The spices are for four players; jokers only with three games."], ["R2", "With two players a single pass ends the round."], ["R3", "Who should lead but holds only a J, Q or K can’t: the lead goes left. If nobody can lead the game ends, gone out for nobody."], ["R4", "Half of the table also when the last card makes exactly 21."], ["R5", "After a deadlock in bout 1, the player who did not win the last round leads bout 2."], ["R6", "Equal scores and equal outs are a draw."], ["R7", "The next game is led by the player left of who went out."], ["R8", "Cards are laid aside before the exchange."], ["R9", "A joker may repeat J, Q and K too."], ["R10", "An empty table totals 0, which a joker may halve; so may negative even totals."], ["R11", "As your only card a joker may not stand for J, Q or K."], ["R12", "Captures may become negative."], ["R13", "A pass is always pressed: an automatic one would tell about the hand."], ["R14", "When nobody can lead any more, the leader shown is the last round’s."], ["R15", "At the end no round is on: its total is 0."]],
  },
  ja: {
    sections: [
      { title: "目的", blocks: [{ kind: "text", text: "向かい合った二人がチーム(二人対戦も可)。カードを多く集めたチームの勝ちです。" }] },
      { title: "カードの値", blocks: [{ kind: "table", rows: [["A", "1"], ["2〜10", "数字どおり"], ["J Q K", "−1、−2、−3"]] }, { kind: "text", text: "マークは関係ありません。" }] },
      { title: "ラウンド", blocks: [
        { kind: "list", items: ["先手が1枚出し、時計回りに1枚出すかパス。パスしても次の周でまた出せます。", "合計は21を超えられません。", "そのラウンドに出た数字はもう出せません。", "最後の1枚がJ・Q・Kなら出せません。", "ぴったり21か、ほかの全員がパスすると終了。最後に出した人が総取りして次の先手に。"] },
        { kind: "example", cards: ["7H", "6S"], text: "合計13。8で21になりラウンド獲得。9以上と、すでにある7・6は出せません。A〜5とJ・Q・Kは出せます。" },
        { kind: "example", cards: ["TC", "9D", "AS"], text: "合計20。出ていない札のうち出せるのはJ・Q・Kだけ。合計が下がります。" },
      ] },
      { title: "終わり", blocks: [{ kind: "text", text: "誰かの手札がなくなると即終了。そのチームが場の半分(切り上げ)を獲得。枚数の多いチームの勝ち、同数なら上がったチームの勝ち。" }] },
      { title: "二人で", blocks: [{ kind: "list", items: ["二戦:一戦目のあと残りを配ってもう一戦。", "補充:ラウンドごとに勝者から13枚まで公開で引きます。"] }] },
      { title: "スパイス", blocks: [{ kind: "list", items: ["手札交換:配ったあと3枚を伏せて渡します。", "3ゲーム勝負:獲得枚数を合計します。", "ジョーカー(2・3ゲーム目):出た数字を重ねるか、偶数の合計を半分に。獲得すると−5。"] }] },
    ],
    rulings: [["R1", "スパイスは4人用。ジョーカーは3ゲーム勝負だけ。"], ["R2", "二人ならパス一回でラウンド終了。"], ["R3", "J・Q・K一枚しかない先手は左に譲る。誰も出せなければ終了で、上がりはなし。"], ["R4", "最後の札でちょうど21でも半分だけ。"], ["R5", "一戦目が行き詰まりなら、最後のラウンドを取らなかった人が先手。"], ["R6", "得点も上がりも同じなら引き分け。"], ["R7", "次のゲームは上がった人の左隣が先手。"], ["R8", "捨て札は交換より先。"], ["R9", "ジョーカーはJ・Q・Kも重ねられます。"], ["R10", "空の場は0なので半分にできます。負の偶数も。"], ["R11", "最後の一枚のジョーカーはJ・Q・Kになれません。"], ["R12", "獲得枚数はマイナスにもなります。"], ["R13", "パスは必ず自分で押します。自動だと手札がばれます。"], ["R14", "誰も先手になれないとき、表示の先手は最後のラウンドのもの。"], ["R15", "終了時にラウンドはなく、合計は0。"]],
  },
};
