// Rules that are told once in each browser, when they bite for the first time.
const en = {
  open: "A king turned up first has no value yet: the first card that is no king gives its value to all of them.",
  ace: "The starter is an ace, which makes 1: that is a chip for the dealer.",
  jack: "The starter is a jack: the total begins at −1. It may be below 0.",
  down: "A jack took 1 away: a target reached on the way down counts too.",
  mirror: "A king is a mirror: it counts what the card before it counted.",
  pass: "Your opponent could not play and passed: that gives you a chip.",
  dealer: "You deal in turns, and who did not deal plays first.",
};

const ja: typeof en = {
  open: "最初のカードがKなら、値はまだ決まりません。次にK以外が出ると、その値がすべてのKに映ります。",
  ace: "スターターがAなので合計は1。ディーラーに1チップ入ります。",
  jack: "スターターがJなので、合計は−1から始まります。0を下回ってもかまいません。",
  down: "Jで1減りました。戻ってぴったりになったときも、チップがもらえます。",
  mirror: "Kは鏡。直前のカードと同じ値になります。",
  pass: "相手が出せずにパスしたので、あなたに1チップ。",
  dealer: "ディーラーは交代で、ディーラーでない人から出します。",
};

export const tips = { en, ja };
