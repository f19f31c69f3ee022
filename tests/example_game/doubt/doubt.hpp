// Doubt (ダウト): cards are played face down, and anybody may doubt them. The rules are in RULES.md.
#pragma once

#include "rules/core/engine.hpp"
#include "state.hpp"
#include "types.hpp"

namespace tefuda {

struct Doubt {
    using Options = doubt::Options;     // a described struct; its default values are the default options
    using State = doubt::State;         // everything, hidden cards included; copyable, ==
    using Action = doubt::Action;       // a std::variant of described structs with a `type`
    using Event = doubt::Event;         // what happened, with all hidden cards
    using SeenEvent = doubt::SeenEvent; // as one observer sees it: described
    using View = tefuda::View<doubt::Phase, doubt::Table, doubt::Reason>;

    static constexpr std::string_view id = "doubt";
    static constexpr GameName name{"Doubt", "ダウト"};
    static constexpr std::string_view options_schema = "{}"; // constraints between options
    static SeatCounts seat_counts() { return {{3, 4, 5, 6}, 4}; }

    static std::variant<Options, Illegal> settle(Options const& options, int) { return options; }
    static std::vector<Cards> fresh_cards(Options const&, int) { return {fresh_pack()}; }
    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events);

    /// Checks everything first, and then changes the state in place.
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events);
    /// Exactly the actions that `apply` accepts.
    static Templates<Action> legal(State const& state, Seat seat);
    static Seats to_act(State const& state);
    static bool over(State const& state) { return state.phase == doubt::Phase::over; }

    /// Only what the observer may see.
    static View view(State const& state, Observer observer);
    static SeenEvent event_for(Event const& event, Observer observer);

    /// A random state that the observer cannot distinguish from this one.
    static State redeal(State const& state, Observer observer, Chance& chance);
    static Cards all_cards(State const& state);
};

} // namespace tefuda
