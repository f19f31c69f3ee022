// Old Maid: a game that draws from hidden hands, in which pairs leave the hands at once and a seat remembers what was
// drawn from it. The harness is tested with it: spoilt_drawing_test.cpp breaks it in every way.
//
// The aces to sixes and a joker are dealt, and everybody lays down pairs of one rank. In its turn a seat draws a card,
// unseen, from any other hand. If it makes a pair, the pair is laid down. Who is left with the joker loses to all
// others.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/core/outcome.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <algorithm>

namespace tefuda {

namespace oldmaid {

struct Options {
    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), ())

enum class Phase : std::uint8_t { play, over };
BOOST_DESCRIBE_ENUM(Phase, play, over)
enum class Reason : std::uint8_t { joker };
BOOST_DESCRIBE_ENUM(Reason, joker)

struct Draw {
    static constexpr std::string_view type = "draw";
    Seat from;
    friend bool operator==(Draw const&, Draw const&) = default;
};
BOOST_DESCRIBE_STRUCT(Draw, (), (from))
using Action = std::variant<Draw>;

struct Dealt {
    PerSeat<Cards> hands;
    Cards laid;
};
struct SeenDealt {
    static constexpr std::string_view type = "dealt";
    PerSeat<SeenCards> hands;
    Cards laid;
};
BOOST_DESCRIBE_STRUCT(SeenDealt, (), (hands, laid))
struct Drawn {
    Seat seat;
    Seat from;
    Card card;
};
struct SeenDrawn {
    static constexpr std::string_view type = "drawn";
    Seat seat;
    Seat from;
    Nullable<Card> card;
};
BOOST_DESCRIBE_STRUCT(SeenDrawn, (), (seat, from, card))
struct Laid {
    static constexpr std::string_view type = "laid";
    Seat seat;
    Cards cards; ///< in canonical order: nobody learns which of the two was drawn
};
BOOST_DESCRIBE_STRUCT(Laid, (), (seat, cards))
using Event = std::variant<Dealt, Drawn, Laid>;
using SeenEvent = std::variant<SeenDealt, SeenDrawn, Laid>;

struct Table {
    Cards laid; ///< in canonical order
    friend bool operator==(Table const&, Table const&) = default;
};
BOOST_DESCRIBE_STRUCT(Table, (), (laid))

/// A card that was drawn from `from`, which knows that `to` has it.
struct Known {
    Seat from;
    Seat to;
    Card card;
    friend bool operator==(Known const&, Known const&) = default;
};

struct State {
    Seat turn = Seat(0);
    PerSeat<Cards> hands;
    Cards laid;
    std::vector<Known> known;
    int seats() const { return hands.seats(); }
    friend bool operator==(State const&, State const&) = default;
};

/// The seats with cards.
Seats seats_in(State const& state);

/// The cards in a hand that the observer knows.
Cards known_cards(State const& state, Observer observer, Seat holder);

/// Whether a card of this rank (or a joker, for one) is in the list.
bool has_like(Cards const& cards, Card card);

} // namespace oldmaid

struct OldMaid {
    using Options = oldmaid::Options;
    using State = oldmaid::State;
    using Action = oldmaid::Action;
    using Event = oldmaid::Event;
    using SeenEvent = oldmaid::SeenEvent;
    using View = tefuda::View<oldmaid::Phase, oldmaid::Table, oldmaid::Reason>;

    static constexpr std::string_view id = "oldmaid";
    static constexpr GameName name{"Old Maid", "ババ抜き"};
    static constexpr std::string_view options_schema = "{}";
    static SeatCounts seat_counts() { return {{3, 4}, 4}; }
    static std::variant<Options, Illegal> settle(Options const& options, int) { return options; }
    static std::vector<Cards> fresh_cards(Options const&, int);

    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events);
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events);
    static Templates<Action> legal(State const& state, Seat seat);
    static Seats to_act(State const& state) { return over(state) ? Seats() : Seats{state.turn}; }
    static bool over(State const& state) { return oldmaid::seats_in(state).size() <= 1; }
    static View view(State const& state, Observer observer);
    static SeenEvent event_for(Event const& event, Observer observer);
    static State redeal(State const& state, Observer observer, Chance& chance);
    static Cards all_cards(State const& state);

    static bool shows_hand(State const& state, Observer observer, Seat holder) {
        return std::any_of(state.known.begin(), state.known.end(),
                           [&](oldmaid::Known const& known) { return observer.is(known.from) && known.to == holder; });
    }
    /// No hand has a pair.
    static bool is_possible(State const& state);
    /// Who is left pays each of the others a point.
    static Points scores_total(State const&) { return Points(0); }
};

} // namespace tefuda
