// Rules that are told once in each browser, when they bite for the first time.
const en = {
  last_one:
    "When one card will be left, press “Last one!” with your play. Who forgets it can be called out and is disqualified.",
  late: "You forgot “Last one!”. Press it now: it still counts until somebody calls you out.",
  five: "A 5 skips players: this time it was you.",
  seven: "A 7 makes everybody else draw a card.",
  king: "A king turns the top of the stock onto its table, and that card acts.",
  nine: "A 9 turns the direction.",
  ace: "An ace gives its suit to the other table too, until that is covered.",
  rehide: "Your secret card can be another one: once in each turn, also another’s, choose a card and press “Hide”.",
  joker: "A joker fits always. You name its suit; it has no number.",
  challenge: "Somebody has one card and forgot “Last one!”. Press “Call out”, and that player is out.",
};

const ja: typeof en = {
  last_one: "残り1枚になる前に「ラストワン!」を押しましょう。忘れて指摘されると失格です。",
  late: "「ラストワン!」を言い忘れています。指摘される前なら、いま押せば間に合います。",
  five: "5が出たので、さっきは1回休みでした。",
  seven: "7が出ると、ほかの全員が1枚ずつ引きます。",
  king: "Kは山札から1枚めくって重ねます。めくられたカードの効能(特別なはたらき)も起きます。",
  nine: "9で回り方が逆になります。",
  ace: "Aが出ると、もう一方の台札も、次の札が重なるまで同じマークになります。",
  rehide: "シークレットカードは、だれの番でも1回、別のカードに変えられます。カードを選んで「伏せる」を押します。",
  joker: "ジョーカーはいつでも出せます。マークを指定しますが、数字はなくなります。",
  challenge: "「ラストワン!」を忘れた人がいます。「指摘」のボタンを押せば、その人は失格です。",
};

export const tips = { en, ja };
