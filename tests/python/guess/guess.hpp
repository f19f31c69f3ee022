// A coin lies covered, and each of two players calls it. Its policy looks under the cup, which a policy must not do: so
// a test sees from which state it is asked.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/core/outcome.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

namespace tefuda {

namespace guess {

struct Call {
    static constexpr std::string_view type = "call";
    bool heads = false;
    friend bool operator==(Call const&, Call const&) = default;
};
BOOST_DESCRIBE_STRUCT(Call, (), (heads))

using Action = std::variant<Call>;

struct Options {
    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), ())

enum class Phase : std::uint8_t { call, over };
BOOST_DESCRIBE_ENUM(Phase, call, over)
enum class Reason : std::uint8_t { called };
BOOST_DESCRIBE_ENUM(Reason, called)

struct Called {
    static constexpr std::string_view type = "called";
    Seat seat;
    bool heads = false;
};
BOOST_DESCRIBE_STRUCT(Called, (), (seat, heads))

using Calls = InplaceVector<bool, 2>;

struct Table {
    Calls calls;
    friend bool operator==(Table const&, Table const&) = default;
};
BOOST_DESCRIBE_STRUCT(Table, (), (calls))

struct State {
    bool heads = false; ///< nobody knows it
    Calls calls;
    friend bool operator==(State const&, State const&) = default;
};

} // namespace guess

struct GuessGame {
    using Options = guess::Options;
    using State = guess::State;
    using Action = guess::Action;
    using Event = std::variant<guess::Called>;
    using SeenEvent = Event;
    using View = ViewWithoutHands<guess::Phase, guess::Table, guess::Reason>;

    static constexpr std::string_view id = "guess";
    static constexpr GameName name{"Guess", "コイン"};
    static constexpr std::string_view options_schema = "{}";
    static SeatCounts seat_counts() { return {{2, 2}, 2}; }
    static std::variant<Options, Illegal> settle(Options const& options, int) { return options; }
    static std::vector<Cards> fresh_cards(Options const&, int) { return {}; }

    static State start(Options const&, int, Chance& chance, std::vector<Event>&) { return {chance.pick(2) == 1, {}}; }

    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance&,
                                        std::vector<Event>& events) {
        if (legal(state, seat).empty()) return Illegal{"It is not your turn."};
        auto const heads = std::get<guess::Call>(action).heads;
        state.calls.push_back(heads);
        events.emplace_back(guess::Called{seat, heads});
        return std::nullopt;
    }

    static Templates<Action> legal(State const& state, Seat seat) {
        auto const waiting = to_act(state);
        if (waiting.empty() || waiting.front() != seat) return {};
        return {Template<Action>{guess::Call{false}}, Template<Action>{guess::Call{true}}};
    }

    static Seats to_act(State const& state) {
        return over(state) ? Seats() : Seats{Seat(static_cast<int>(state.calls.size()))};
    }
    static bool over(State const& state) { return state.calls.size() == 2; }

    static View view(State const& state, Observer) {
        auto const phase = over(state) ? guess::Phase::over : guess::Phase::call;
        return {phase, to_act(state), PerSeat<Nullable<Points>>(2), {state.calls}, result_of(state)};
    }
    static SeenEvent event_for(Event const& event, Observer) { return event; }

    static State redeal(State const& state, Observer, Chance& chance) {
        auto other = state;
        if (!over(state)) other.heads = chance.pick(2) == 1;
        return other;
    }

    static Nullable<Result<guess::Reason>> result_of(State const& state) {
        if (!over(state)) return {};
        Result<guess::Reason> result{{}, {}, {}, guess::Reason::called, {}};
        for (auto const seat : all_seats(2)) {
            auto const is_right = state.calls[static_cast<std::size_t>(seat.number())] == state.heads;
            if (is_right) result.winners.push_back(seat);
            result.ranks.push_back(is_right ? 1 : 2);
            result.scores.push_back(Points(is_right));
        }
        if (result.winners.empty()) result.ranks = PerSeat<std::uint8_t>(2, 1);
        return result;
    }
};

} // namespace tefuda
