// The matches of the guided first games: how the cards lie, and who does what. Seat 0 is the learner. `seed` was chosen so
// that the other draws (who deals, leads or begins) fall as the comments say.

/** Cards dealt one at a time, seat after seat: the top of the pack for these hands. */
const dealt = (...hands) => hands[0].flatMap((_, n) => hands.map((hand) => hand[n]));
const hand = (text) => text.split(" ");
const play = (card) => ({ type: "play", card });
const pass = { type: "pass" };
const draw = { type: "draw" };

export const scripts = [
    {
        // Seat 1 deals, so seat 0 begins.
        game: "fortyone",
        seats: 2,
        seed: 2,
        shuffles: [[...dealt(hand("5H 2S QS 3H JC KS"), hand("8C TD 7S KH 9C 4D")), "6D"]],
        actions: [
            [0, play("5H")],
            [1, play("8C")],
            [0, play("2S")],
            [1, play("TD")],
            [0, play("QS")],
            [1, play("7S")],
            [0, play("3H")],
            [1, pass],
            [0, play("JC")],
            [1, play("KH")],
            [0, play("KS")],
            [1, pass],
            [0, pass],
        ],
    },
    {
        // Seat 0 draws first.
        game: "selfish",
        seats: 3,
        seed: 4,
        shuffles: [hand("7S QD 9C 7H JC 4H KS KD 8D")],
        actions: [
            [0, draw],
            [1, draw],
            [2, draw],
            [0, draw],
            [0, { type: "continue" }],
            [1, draw],
            [1, { type: "continue" }],
            [2, draw],
            [2, { type: "continue" }],
            [0, draw],
            [0, { type: "stop" }],
            [1, draw],
            [2, draw],
        ],
    },
    {
        // Seat 2 draws the highest card and deals, so seat 0 exchanges and leads first.
        game: "twentytwo",
        seats: 3,
        seed: 1,
        shuffles: [
            hand("4S 9H KD"),
            [...dealt(hand("2C 3D 9S 9D JC KC 8H"), hand("TH TC QS 3S 6D 7C 8C"), hand("2H 4D KH 5C 6S 9C QH")), "AS"],
        ],
        actions: [
            [0, { type: "exchange", cards: ["8H"] }],
            [1, pass],
            [2, pass],
            ...[
                [0, "9S 9D"],
                [1, "TH TC"],
                [2, "2H 4D"],
                [1, "QS"],
                [2, "KH"],
                [0, "KC"],
                [0, "AS"],
                [1, "3S"],
                [2, "5C"],
                [0, "JC"],
                [1, "6D"],
                [2, "QH"],
                [2, "9C"],
                [0, "2C"],
                [1, "7C"],
            ].map(([seat, cards]) => [seat, { type: "play", cards: hand(cards) }]),
        ],
    },
    {
        // Seat 0 leads. Its partner is seat 2.
        game: "sugekari21",
        seats: 4,
        seed: 2,
        shuffles: [
            dealt(
                hand("9S 3C 8H 2D KD 8D 6C TC QH 4S 7H AD JD"),
                hand("5D TD 7S AS 8S JS KS 3D 6D 5C TH QS 9C"),
                hand("4H 9H 2H AH 7C JC KC 3S 6H 5H TS QD 8C"),
                hand("QC 6S 2S AC 7D JH KH 3H 4D 5S 9D 4C 2C"),
            ),
        ],
        actions: [
            [0, play("9S")],
            [1, play("5D")],
            [2, play("4H")],
            [3, pass],
            [0, play("3C")],
            [0, play("8H")],
            [1, play("TD")],
            [2, pass],
            [3, play("QC")],
            [0, play("2D")],
            [1, pass],
            [2, pass],
            [3, pass],
            [0, play("KD")],
            [1, play("7S")],
            [2, play("9H")],
            [3, play("6S")],
            [0, pass],
            [1, pass],
            [2, play("2H")],
        ],
    },
    {
        // Seat 0 has the first choice of a privilege, then seat 1; seat 0 begins.
        game: "ttpageone",
        seats: 3,
        seed: 49,
        jokers: 1,
        shuffles: [
            [
                ...dealt(hand("8H 8D 7H 9S 2C 2D AC"), hand("5H QH 3H 4S 4C JD 6C"), hand("KH JH TC 3D QS 9C JS")),
                ...hand("8S 5D TD 6S 9D 2H"),
            ],
        ],
        actions: [
            [0, { type: "choose_privilege", privilege: "secret" }],
            [1, { type: "choose_privilege", privilege: "wild" }],
            [0, { type: "hide", card: "AC" }],
            ...[
                [0, 0, "8D 8H"],
                [1, 1, "5H"],
                [0, 0, "7H"],
                [1, 1, "QH"],
                [2, 1, "KH"],
                [1, 0, "3H"],
                [0, 1, "9S"],
                [1, 1, "4S"],
                [2, 0, "JH"],
                null,
                [0, 0, "2H"],
                [1, 1, "4C"],
                [2, 1, "TC"],
                [0, 0, "2C 2D", { last_one: true }],
                [1, 0, "JD"],
                [2, 0, "3D"],
                [0, 1, "AC"],
            ].map((move) =>
                move === null
                    ? [0, draw]
                    : [move[0], { type: "play", table: move[1], cards: hand(move[2]), ...move[3] }],
            ),
        ],
    },
];
