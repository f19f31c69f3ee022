// Rules that are told once in each browser, when they bite for the first time.
const en = {
  last_one:
    "When one card will be left, press “Last one!” with your play. Who forgets it may still say it, but once called out is disqualified.",
  late: "You forgot “Last one!”. Press it now, or with your last card at the latest: it counts until somebody calls you out.",
  five: "A 5 skips the next player: this time it was you. Two together skip two.",
  seven: "A 7 makes everybody else draw a card, two together two.",
  king: "A king turns the top of the stock onto its table, and that card acts.",
  nine: "A 9 turns the direction.",
  ace: "An ace gives its suit to the other table too, until that is covered.",
  rehide: "Your secret card can be another one: once in each turn, also another’s, choose a card and press “Hide”.",
  joker: "A joker fits always. You name its suit; it has no number.",
  drawn: "What a 7 makes you draw comes face down. Choose the card that stays hidden; all others are opened.",
  stock: "The stock was empty: all cards under the two tops were shuffled into a new one.",
  out: "Who is disqualified is out. The hand goes under the left table’s top, and counts for the winner all the same.",
  challenge:
    "Somebody has one card. Was “Last one!” said? If it was forgotten, press “Call out”, and that player is out.",
};

const ja: typeof en = {
  last_one:
    "残り1枚になる前に「ラストワン!」を押しましょう。忘れたときは、あとからでも言えますが、先に指摘されると失格です。",
  late: "「ラストワン!」を言い忘れています。指摘される前なら、いま、遅くとも最後の1枚と一緒に押せば間に合います。",
  five: "5が出ると次の人は1回休み(いまのはあなた)。2枚同時なら2人です。",
  seven: "7が出ると、ほかの全員が1枚ずつ引きます。2枚同時なら2枚です。",
  king: "Kは山札から1枚めくって重ねます。めくられたカードの効能(特別なはたらき)も起きます。",
  nine: "9で回り方が逆になります。",
  ace: "Aが出ると、もう一方の台札も、次の札が重なるまで同じマークになります。",
  rehide: "シークレットカードは、だれの番でも1回、別のカードに変えられます。カードを選んで「伏せる」を押します。",
  joker: "ジョーカーはいつでも出せます。マークを指定しますが、数字はなくなります。",
  drawn: "7で引いたカードは裏向きです。伏せておく1枚を選ぶと、ほかは公開されます。",
  stock: "山札がなくなったので、二つの台札の下のカードを切って、新しい山札にしました。",
  out: "失格の人は抜けます。手札は左の台札の下に入りますが、勝った人の得点には数えます。",
  challenge:
    "残り1枚の人がいます。「ラストワン!」を言い忘れていたら、「指摘」のボタンを押しましょう。その人は失格です。",
};

export const tips = { en, ja };
