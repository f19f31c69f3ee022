// A game without cards: dice, a choice of them, teams, and many seats. rules/README.md shows the lines between the
// marks.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/core/outcome.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

namespace tefuda {

namespace dice {

// [dice]
using Dice = InplaceVector<int, 5>;
struct Keep { // `items`: a choice of anything that is no card
    static constexpr std::string_view type = "keep";
    Dice items;
    friend bool operator==(Keep const&, Keep const&) = default;
};
BOOST_DESCRIBE_STRUCT(Keep, (), (items))
inline Template<std::variant<Keep>> any_of(Dice const& dice) {
    return {Keep{}, {}, {}, ItemChoice<Dice>{.min = 0, .max = static_cast<int>(dice.size()), .from = dice}};
}
// [/dice]

using Action = std::variant<Keep>;

struct Options {
    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), ())

enum class Phase : std::uint8_t { keep, over };
BOOST_DESCRIBE_ENUM(Phase, keep, over)
enum class Reason : std::uint8_t { points };
BOOST_DESCRIBE_ENUM(Reason, points)

struct Thrown {
    static constexpr std::string_view type = "thrown";
    Seat seat;
    Dice dice;
};
BOOST_DESCRIBE_STRUCT(Thrown, (), (seat, dice))

struct Table {
    Dice dice; ///< the dice of the seat that is to act
    Dice last; ///< what the seat before it has in the end
    friend bool operator==(Table const&, Table const&) = default;
};
BOOST_DESCRIBE_STRUCT(Table, (), (dice, last))

struct State {
    Seat turn = Seat(0);
    Dice dice;
    Dice last;
    PerSeat<Points> points;
    bool over = false;
    friend bool operator==(State const&, State const&) = default;
};

} // namespace dice

/// Each player throws five dice, keeps some, throws the others once more and counts them. Seats sit in two teams.
struct DiceGame {
    using Options = dice::Options;
    using State = dice::State;
    using Action = dice::Action;
    using Event = std::variant<dice::Thrown>;
    using SeenEvent = Event;
    using View = ViewWithoutHands<dice::Phase, dice::Table, dice::Reason>;

    static constexpr std::string_view id = "dice";
    static constexpr GameName name{"Dice", "サイコロ"};
    static constexpr std::string_view options_schema = "{}";
    static SeatCounts seat_counts() { return {{2, max_seats}, 2}; }
    static std::variant<Options, Illegal> settle(Options const& options, int) { return options; }
    static std::vector<Cards> fresh_cards(Options const&, int) { return {}; } // no cards

    static State start(Options const&, int seats, Chance& chance, std::vector<Event>& events) {
        State state{.points = PerSeat<Points>(seats)};
        throw_all(state, chance, events);
        return state;
    }

    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        if (over(state) || seat != state.turn) return Illegal{"It is not your turn."};
        auto rest = state.dice;
        for (auto const die : std::get<dice::Keep>(action).items) {
            auto const found = std::find(rest.begin(), rest.end(), die);
            if (found == rest.end()) return Illegal{"You have not thrown these dice."};
            rest.erase(found);
        }
        auto kept = std::get<dice::Keep>(action).items;
        while (kept.size() < 5) kept.push_back(chance.pick(6) + 1);
        chance.shuffle(kept); // as dice lie on a table
        for (auto const die : kept) state.points[seat] += Points(die);
        events.emplace_back(dice::Thrown{seat, kept});
        state.last = kept;
        state.turn = seat.left(state.points.seats());
        state.over = state.turn == Seat(0);
        if (!state.over) throw_all(state, chance, events);
        return std::nullopt;
    }

    static Templates<Action> legal(State const& state, Seat seat) {
        if (over(state) || seat != state.turn) return {};
        return {dice::any_of(state.dice)};
    }

    static Seats to_act(State const& state) { return over(state) ? Seats() : Seats{state.turn}; }
    static bool over(State const& state) { return state.over; }

    static View view(State const& state, Observer) {
        PerSeat<Nullable<Points>> scores;
        for (auto const points : state.points) scores.push_back(points);
        auto const phase = over(state) ? dice::Phase::over : dice::Phase::keep;
        return {phase, to_act(state), scores, {over(state) ? dice::Dice() : state.dice, state.last}, result_of(state)};
    }
    static SeenEvent event_for(Event const& event, Observer) { return event; }
    static State redeal(State const& state, Observer, Chance&) { return state; } // nothing is hidden

private:
    static void throw_all(State& state, Chance& chance, std::vector<Event>& events) {
        state.dice.clear();
        while (state.dice.size() < 5) state.dice.push_back(chance.pick(6) + 1);
        events.emplace_back(dice::Thrown{state.turn, state.dice});
    }

    static Nullable<Result<dice::Reason>> result_of(State const& state) {
        if (!over(state)) return {};
        auto const seats = state.points.seats();
        std::array<Points, 2> totals;
        for (auto const seat : all_seats(seats))
            totals[static_cast<std::size_t>(seat.number() % 2)] += state.points[seat];
        Result<dice::Reason> result{{}, {}, {}, dice::Reason::points, PerSeat<std::uint8_t>()};
        for (auto const seat : all_seats(seats)) {
            auto const team = static_cast<std::size_t>(seat.number() % 2);
            auto const others = static_cast<int>(team == 0 ? seats / 2 : (seats + 1) / 2);
            auto const wins = totals[team] >= totals[1 - team];
            if (wins) result.winners.push_back(seat);
            result.ranks.push_back(static_cast<std::uint8_t>(wins ? 1 : 1 + others));
            result.scores.push_back(totals[team]);
            result.team->push_back(static_cast<std::uint8_t>(team));
        }
        return result;
    }
};

} // namespace tefuda
