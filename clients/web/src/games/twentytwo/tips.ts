// Rules that are told once in each browser, when they bite for the first time.
const en = {
  lost: (points: number, dealt: number) =>
    `The highest last card loses. ${
      dealt < points
        ? `Its ${points} points would also be the cards of the next deal, but there are only ${dealt} for each.`
        : `Its ${points} points are also the number of cards of the next deal.`
    }`,
  tied: "Two last cards were equally high: all who have one lose.",
  out: "Who is out plays no more; the next seat deals instead. The last one left wins; if the last ones go out together, the fewest points do.",
  ace: "An ace is the highest card, and costs 11 points.",
  lying: "A losing card stays before its owner, out of the pack, until its owner is out.",
  lowest: "Who can’t match plays the lowest cards – those one would like to keep.",
  last: "The card that you keep now is your last one: it alone counts.",
};

const ja: typeof en = {
  lost: (points, dealt) =>
    dealt < points
      ? `最後の1枚が一番強かった人が負け。次は負けた点と同じ${points}枚ずつですが、足りないので${dealt}枚ずつ配られます。`
      : `最後の1枚が一番強かった人が負け。次のディールは、負けた点と同じ${points}枚ずつ配られます。`,
  tied: "一番強い最後のカードが同じ強さなら、全員が負けです。",
  out: "脱落した人は抜け、ディーラーは次の席に移ります。最後に残った人の勝ち。残りが同時に脱落したら、点の少ない人の勝ちです。",
  ace: "Aは一番強く、負けると11点です。",
  lying: "負けたカードは、その人が脱落するまで前に置かれ、山札には戻りません。",
  lowest: "勝てないときは最弱のカードを出します。残したいカードほど先になくなります。",
  last: "次に残る1枚が、あなたの最後のカードです。",
};

export const tips = { en, ja };
