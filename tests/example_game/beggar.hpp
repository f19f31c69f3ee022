// Beggar: a game with an exchange of hidden cards, an order of ranks of its own (3 low, 2 high), sequences and a joker.
// The harness is tested with it: spoilt_exchange_test.cpp breaks it in every way.
//
// Each deal gives six cards to everybody. A lead is one or two cards, or a sequence: three or more of one suit whose
// ranks follow each other, in which the joker may stand for one. One follows with as many cards that are, place by
// place, at least as high, or with a sequence that is as long and begins as high; or one passes. When all others have
// passed, whoever played last leads. Who first has no card wins the deal, and who has most cards loses it (the lowest
// such seat). In the next deal the loser hands two cards that chance picks to the winner, who gives any two back.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/core/outcome.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <algorithm>

namespace tefuda {

namespace beggar {

struct Options {
    OneOf<2, 1> deals;
    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), (deals))

enum class Phase : std::uint8_t { give, play, over };
BOOST_DESCRIBE_ENUM(Phase, give, play, over)
enum class Reason : std::uint8_t { deals };
BOOST_DESCRIBE_ENUM(Reason, deals)

struct Play {
    static constexpr std::string_view type = "play";
    Cards cards;
    friend bool operator==(Play const&, Play const&) = default;
};
BOOST_DESCRIBE_STRUCT(Play, (), (cards))
struct Pass {
    static constexpr std::string_view type = "pass";
    friend bool operator==(Pass const&, Pass const&) = default;
};
BOOST_DESCRIBE_STRUCT(Pass, (), ())
struct Give {
    static constexpr std::string_view type = "give";
    Cards cards;
    friend bool operator==(Give const&, Give const&) = default;
};
BOOST_DESCRIBE_STRUCT(Give, (), (cards))
using Action = std::variant<Play, Pass, Give>;

struct Dealt {
    PerSeat<Cards> hands;
};
struct SeenDealt {
    static constexpr std::string_view type = "dealt";
    PerSeat<SeenCards> hands;
};
BOOST_DESCRIBE_STRUCT(SeenDealt, (), (hands))
/// From the loser to the winner (`handed`), or back (`gave`).
struct Moved {
    Seat seat;
    Seat to;
    Cards cards;
    bool back;
};
struct Handed {
    static constexpr std::string_view type = "handed";
    Seat seat;
    Seat to;
    SeenCards cards;
};
BOOST_DESCRIBE_STRUCT(Handed, (), (seat, to, cards))
struct Gave {
    static constexpr std::string_view type = "gave";
    Seat seat;
    Seat to;
    SeenCards cards;
};
BOOST_DESCRIBE_STRUCT(Gave, (), (seat, to, cards))
struct Played {
    static constexpr std::string_view type = "played";
    Seat seat;
    Cards cards;
};
BOOST_DESCRIBE_STRUCT(Played, (), (seat, cards))
struct Passed {
    static constexpr std::string_view type = "passed";
    Seat seat;
};
BOOST_DESCRIBE_STRUCT(Passed, (), (seat))
using Event = std::variant<Dealt, Moved, Played, Passed>;
using SeenEvent = std::variant<SeenDealt, Handed, Gave, Played, Passed>;

struct Table {
    Cards lead; ///< what must be followed; empty for a lead
    Cards played;
    friend bool operator==(Table const&, Table const&) = default;
};
BOOST_DESCRIBE_STRUCT(Table, (), (lead, played))

/// Cards that one seat gave another in this deal.
struct Gift {
    Seat from;
    Seat to;
    Cards cards;
    friend bool operator==(Gift const&, Gift const&) = default;
};

struct State {
    Options options;
    Phase phase = Phase::play;
    int deal = 1;
    Seat turn = Seat(0);
    PerSeat<Cards> hands;
    Cards stock;
    Cards lead;
    int passes = 0;
    Cards played;
    InplaceVector<Gift, 2> gifts;
    PerSeat<Points> points;
    friend bool operator==(State const&, State const&) = default;
};

inline constexpr std::size_t hand_size = 6;

inline constexpr RankOrder order = [] {
    auto ranks = all_ranks;
    std::rotate(ranks.begin(), ranks.begin() + 2, ranks.end());
    return RankOrder(ranks);
}();

inline int height(Card card) {
    return order.height(card.rank().value_or(order.highest()));
}

/// The lowest height of a sequence; std::nullopt if the cards are none. A joker that is not inside is at the upper end.
std::optional<int> sequence(Cards const& cards);

/// The cards of `holder` that the observer knows because it gave them.
Cards known_cards(State const& state, Observer observer, Seat holder);

} // namespace beggar

struct Beggar {
    using Options = beggar::Options;
    using State = beggar::State;
    using Action = beggar::Action;
    using Event = beggar::Event;
    using SeenEvent = beggar::SeenEvent;
    using View = tefuda::View<beggar::Phase, beggar::Table, beggar::Reason>;

    static constexpr std::string_view id = "beggar";
    static constexpr GameName name{"Beggar", "貧民"};
    static constexpr std::string_view options_schema = "{}";
    static SeatCounts seat_counts() { return {{3, 4}, 4}; }
    static std::variant<Options, Illegal> settle(Options const& options, int) { return options; }
    static std::vector<Cards> fresh_cards(Options const&, int) { return {fresh_pack(1, 1)}; }

    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events);
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events);
    static Templates<Action> legal(State const& state, Seat seat);
    static Seats to_act(State const& state) { return over(state) ? Seats() : Seats{state.turn}; }
    static bool over(State const& state) { return state.phase == beggar::Phase::over; }
    static View view(State const& state, Observer observer);
    static SeenEvent event_for(Event const& event, Observer observer);
    static State redeal(State const& state, Observer observer, Chance& chance);
    static Cards all_cards(State const& state);

    /// Who gave cards knows where they are.
    static bool shows_hand(State const& state, Observer observer, Seat holder) {
        return std::any_of(state.gifts.begin(), state.gifts.end(),
                           [&](beggar::Gift const& gift) { return observer.is(gift.from) && gift.to == holder; });
    }
    /// A point for each deal that is over.
    static Points scores_total(State const& state) { return Points(state.deal - 1); }
};

} // namespace tefuda
