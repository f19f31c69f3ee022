// A game for this test, in which what was said may be doubted: the same template, and each time another decision.
#include "server/match/match_of.hpp"
#include "server/match/match_run.hpp"
#include "tests/server/support/plain_record.hpp"
#include "tests/support/catch.hpp"

#include <boost/describe/enum.hpp>

namespace tefuda::doubting {

enum class Phase : std::uint8_t { say, over };
BOOST_DESCRIBE_ENUM(Phase, say, over)
enum class Reason : std::uint8_t { doubted };
BOOST_DESCRIBE_ENUM(Reason, doubted)

struct Options {
    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), ())

struct State {
    int said = 0;
    bool over = false;
    friend bool operator==(State const&, State const&) = default;
};

struct Say {
    static constexpr std::string_view type = "say";
    friend bool operator==(Say const&, Say const&) = default;
};
BOOST_DESCRIBE_STRUCT(Say, (), ())

struct Doubt {
    static constexpr std::string_view type = "doubt";
    friend bool operator==(Doubt const&, Doubt const&) = default;
};
BOOST_DESCRIBE_STRUCT(Doubt, (), ())

using Action = std::variant<Say, Doubt>;
using Event = std::variant<Say, Doubt>;

struct Table {
    int said;
};
BOOST_DESCRIBE_STRUCT(Table, (), (said))

/// Seat 0 says something, and seat 1 may doubt it. With keys each thing that is said is another to decide on.
template <bool has_keys>
struct Doubting {
    using Options = doubting::Options;
    using State = doubting::State;
    using Action = doubting::Action;
    using Event = doubting::Event;
    using SeenEvent = Event;
    using View = tefuda::View<Phase, Table, Reason>;

    static constexpr std::string_view id = "doubting";
    static constexpr GameName name{"Doubting", "Doubting"};
    static constexpr std::string_view options_schema = "{}";

    static SeatCounts seat_counts() { return {{2}, 2}; }
    static std::variant<Options, Illegal> settle(Options const& options, int) { return options; }
    static std::vector<Cards> fresh_cards(Options const&, int) { return {}; }
    static State start(Options const&, int, Chance&, std::vector<Event>&) { return {}; }
    static std::optional<Illegal> apply(State& state, Seat, Action const& action, Chance&, std::vector<Event>& events) {
        if (std::holds_alternative<Say>(action)) ++state.said;
        state.over = std::holds_alternative<Doubt>(action);
        events.push_back(action);
        return std::nullopt;
    }
    static Templates<Action> legal(State const& state, Seat seat) {
        if (state.over) return {};
        return {{seat == Seat(0) ? Action(Say{}) : Action(Doubt{})}};
    }
    static Seats to_act(State const& state) { return state.over ? Seats{} : Seats{Seat(0)}; }
    static View view(State const& state, Observer) { return {Phase::say, to_act(state), {}, {}, {state.said}, {}}; }
    static SeenEvent event_for(Event const& event, Observer) { return event; }
    static bool over(State const& state) { return state.over; }
    static std::uint64_t decision_key(State const& state, Seat seat)
        requires has_keys
    {
        return seat == Seat(1) ? static_cast<std::uint64_t>(state.said) : 0;
    }
};

} // namespace tefuda::doubting

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::doubting;

namespace {

/// Seat 1's decision number before and after seat 0 has said something.
template <bool has_keys>
std::pair<std::int64_t, std::int64_t> decisions() {
    GameOf<Doubting<has_keys>> const game;
    auto const record = plain_record(game, 2);
    MatchRun run(record);
    auto const before = run.decision(Seat(1)).value();
    REQUIRE_FALSE(run.act(Seat(0), R"({"type":"say"})"));
    return {before, run.decision(Seat(1)).value()};
}

} // namespace

TEST_CASE("an engine says when a decision is another one although its templates are the same", "[match]") {
    CHECK(decisions<false>() == std::pair<std::int64_t, std::int64_t>(1, 1));
    CHECK(decisions<true>() == std::pair<std::int64_t, std::int64_t>(1, 2));
}
