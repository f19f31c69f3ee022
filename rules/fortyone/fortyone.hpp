// Forty-One (フォーティーワン): two players add up cards to 41. The rules are in RULES.md.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/fortyone/state.hpp"
#include "rules/fortyone/types.hpp"

namespace tefuda {

/// A tefuda::Redealable engine. rules/core/engine.hpp documents its functions.
struct FortyOne {
    using Options = fortyone::Options;
    using State = fortyone::State;
    using Action = fortyone::Action;
    using Event = fortyone::Event;
    using SeenEvent = fortyone::SeenEvent;
    using View = tefuda::View<fortyone::Phase, fortyone::Table, fortyone::Reason>;

    static constexpr std::string_view id = "fortyone";
    static constexpr GameName name{"Forty-One", "フォーティーワン"};
    static constexpr std::string_view options_schema = "{}";
    static SeatCounts seat_counts() { return {{fortyone::seats}, fortyone::seats}; }

    static std::variant<Options, Illegal> settle(Options const& options, int seats);
    static std::vector<Cards> fresh_cards(Options const& options, int seats);
    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events);
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events);

    static Templates<Action> legal(State const& state, Seat seat);
    static Seats to_act(State const& state);
    static bool over(State const& state) { return !state.deal; }

    static View view(State const& state, Observer observer);
    static SeenEvent event_for(Event const& event, Observer observer);
    static Cards all_cards(State const& state) { return fortyone::all_cards(state); }

    /// Consistent with all passes: a player who passed held no playable card. Returns `state` itself if no such deal is
    /// found in a limited number of tries.
    static State redeal(State const& state, Observer observer, Chance& chance);
    /// Like `redeal`, but computed only from what the seat knows (rules/search/policy.hpp). If no consistent deal is
    /// found in a limited number of tries, the result ignores what the passes prove.
    static State imagine(State const& state, Seat seat, Chance& chance);

    /// RULES.md, "Deal of the day".
    static DailyMatch<Options> daily();
    static std::int64_t margin(Result<fortyone::Reason> const& result, Seat seat);
};

} // namespace tefuda
