// Twenty-Two: a trick-taking game in which the highest last card loses. The rules are in RULES.md.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/twentytwo/state.hpp"
#include "rules/twentytwo/types.hpp"

namespace tefuda {

/// A tefuda::Redealable engine. rules/core/engine.hpp documents its functions.
struct TwentyTwo {
    using Options = twentytwo::Options;
    using State = twentytwo::State;
    using Action = twentytwo::Action;
    using Event = twentytwo::Event;
    using SeenEvent = twentytwo::SeenEvent;
    using View = twentytwo::View;

    static constexpr std::string_view id = "twentytwo";
    static constexpr GameName name{"Twenty-Two", "22"};
    static constexpr std::string_view options_schema =
        R"({"allOf": [{"if": {"properties": {"variant": {"const": "26"}}, "required": ["variant"]},)"
        R"( "then": {"not": {"required": ["decks"]}}, "else": {"not": {"required": ["max_lead"]}}}]})";

    static SeatCounts seat_counts();

    /// Fills in the default of `decks` (in `22`: 1 for up to 6 seats, otherwise 2) or of `max_lead` (in `26`: 0).
    /// Refuses `decks` in `26`, `max_lead` in `22`, one pack for more than 6 seats, and any number of seats except 2
    /// to 12.
    static std::variant<Options, Illegal> settle(Options options, int seats);

    static std::vector<Cards> fresh_cards(Options const& options, int seats);
    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events);
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events);
    static Templates<Action> legal(State const& state, Seat seat);
    static Seats to_act(State const& state);
    static View view(State const& state, Observer observer);
    static SeenEvent event_for(Event const& event, Observer observer);
    static Cards all_cards(State const& state) { return twentytwo::all_cards(state); }
    static bool over(State const& state);

    /// Exchanges the cards that the observer does not know. Every play of this deal stays legal; for example, a seat
    /// that played lowest cards gets no lower ones.
    static State redeal(State const& state, Observer observer, Chance& chance);
    /// Like `redeal`, but computed only from what the seat knows (rules/search/policy.hpp). If no consistent deal is
    /// found in a limited number of tries, the result may contradict some earlier plays.
    static State imagine(State const& state, Seat seat, Chance& chance);

    /// RULES.md, "Deal of the day".
    static DailyMatch<Options> daily();
    static std::int64_t margin(Result<twentytwo::Reason> const& result, Seat seat);
};

} // namespace tefuda
