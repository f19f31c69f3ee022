import type { How } from "../types";

export const how: How = {
  en: {
    sections: [
      { title: "The aim", blocks: [{ kind: "text", text: "Get rid of your cards first. There are two table cards, and all hands lie open – but for one secret card." }] },
      { title: "Privileges", blocks: [{ kind: "table", rows: [["Secret card", "keep one card face down, and change it at most once each turn"], ["Wild card", "get the second joker"], ["Pass", "skip one turn, once, before drawing"], ["Starter", "begin (not with three players)"]] }] },
      { title: "Your turn", blocks: [
        { kind: "list", items: ["Play a card that matches one of the tables in suit or rank. A joker always matches.", "Several cards go together if all have the table’s rank; the last one you choose lies on top.", "Who can play must. Who can’t draws until a card matches, and plays it. The secret card may be played but never has to be."] },
        { kind: "example", cards: ["7H", "7D", "9H"], text: "On a 7♠ you may play 7♥ and 7♦ together. On a 4♥ you may play 9♥, or 7♥ alone." },
      ] },
      { title: "Special cards", blocks: [{ kind: "table", rows: [["5", "the next player is skipped (n fives: n players)"], ["7", "all the others draw a card (n sevens: n cards)"], ["9", "the direction turns"], ["K", "the top of the stock is turned onto this table, and its effect happens"], ["A", "the other table counts as of this suit until it is covered"], ["Joker", "name a suit; the table has no rank then"]] }] },
      { title: "Last one!", blocks: [
        { kind: "text", text: "A play that leaves you one card must come with “Last one!”: switch it on before you play. If you forgot, say it later – before somebody calls you out, for then you are disqualified. So you are if you play your last card and never said it." },
        { kind: "example", cards: ["4H", "KC"], text: "Two cards left. Tick “Last one!”, then play the 4♥." },
      ] },
      { title: "Points", blocks: [{ kind: "text", text: "With several games the winner of each scores 1 for every card in the opponents’ hands. In teams the first to go out wins for the team." }] },
    ],
    rulings: [["R1", "Who is left a single privilege gets it without choosing."], ["R2", "A joker turned for a table at the start goes under the stock."], ["R3", "If there is no card to draw anywhere the turn ends."], ["R4", "Whoever empties the hand wins at once; the card’s effect no longer happens."], ["R5", "A table’s new top always shows its own suit."], ["R6", "Cards that the secret’s holder draws by a 7 come face down; then one card, or none, stays hidden."], ["R7", "Who plays the last card with no declaration at all is out."], ["R8", "When a hand grows again, the matter starts afresh."], ["R9", "Playing the whole hand at once needs no declaration."], ["R10", "After 500 turns the fewest cards win; nobody scores."], ["R11", "The hidden card changes at most once in each turn of anybody."], ["R12", "An A and a joker’s suit last until covered; the wild joker is always taken; the first to go out ends the game."], ["R13", "A joker that nobody can name a suit for gets that of the K which turned it up."], ["R14", "While a suit is to be named one may still hide, declare and challenge."], ["R15", "Two jokers, one hidden, can’t be told apart: the hidden one can’t be hidden again."]],
  },
  ja: {
    sections: [
      { title: "目的", blocks: [{ kind: "text", text: "先に手札をなくした人の勝ち。台札は二つ、手札は全員公開。ただし秘密の一枚だけは別です。" }] },
      { title: "優先権", blocks: [{ kind: "table", rows: [["シークレットカード", "1枚を伏せておける。変更は各ターン一度まで"], ["ワイルドカード", "二枚目のジョーカーをもらう"], ["パス権", "一度だけ、引く前に手番を飛ばす"], ["スターター", "最初に始める(3人のときはなし)"]] }] },
      { title: "手番", blocks: [
        { kind: "list", items: ["どちらかの台札とマークか数字が合う札を出します。ジョーカーはいつでも。", "台札と同じ数字なら何枚でも一度に。最後に選んだ札が上になります。", "出せるなら必ず出し、なければ合う札が出るまで引いて出します。伏せ札は出しても出さなくても自由。"] },
        { kind: "example", cards: ["7H", "7D", "9H"], text: "台札7♠なら7♥と7♦を一緒に。台札4♥なら9♥か、7♥を一枚。" },
      ] },
      { title: "特殊カード", blocks: [{ kind: "table", rows: [["5", "次の人を飛ばす(n枚ならn人)"], ["7", "ほかの全員が1枚引く(n枚ならn枚)"], ["9", "向きが逆に"], ["K", "山札の上をこの台札に。その効果も起きる"], ["A", "もう一方の台札がこのマークになる(覆われるまで)"], ["ジョーカー", "マークを指定。数字はなし"]] }] },
      { title: "ラストワン!", blocks: [
        { kind: "text", text: "残り1枚になる札を出すときは「ラストワン!」を付けます。忘れても、指摘される前なら宣言できます。指摘されたら失格。宣言なしで最後の札を出しても失格です。" },
        { kind: "example", cards: ["4H", "KC"], text: "残り2枚。「ラストワン!」に印を付けてから4♥を出します。" },
      ] },
      { title: "得点", blocks: [{ kind: "text", text: "数ゲーム戦では、勝者が相手の残り1枚につき1点。チーム戦では、先に上がった人のチームの勝ち。" }] },
    ],
    rulings: [["R1", "残り一つの優先権は自動で決まります。"], ["R2", "最初にめくれたジョーカーは山札の底へ。"], ["R3", "引く札がどこにもなければ手番終了。"], ["R4", "手札がなくなれば即勝ち。その札の効果は起きません。"], ["R5", "新しい台札は必ず自分のマーク。"], ["R6", "伏せ札の持ち主が7で引く札は伏せたまま。そのあと1枚か0枚を伏せます。"], ["R7", "一度も宣言せず最後の札を出すと失格。"], ["R8", "手札が増えたら最初から。"], ["R9", "残り全部を一度に出すなら宣言不要。"], ["R10", "500ターンで終了。枚数の少ない側の勝ち、得点なし。"], ["R11", "伏せ札の変更は誰の手番でも一度まで。"], ["R12", "Aとジョーカーのマークは覆われるまで。ワイルドは必ず受け取り、一人上がれば終了。"], ["R13", "マークを決める人がいないジョーカーは、めくったKのマーク。"], ["R14", "マーク指定待ちでも、伏せる・宣言・指摘はできます。"], ["R15", "二枚のジョーカーは区別できず、伏せた方をもう一度伏せることはできません。"]],
  },
};
