// Twenty-Two: don't win the last trick with a high card (RULES.md).
#pragma once

#include "rules/core/engine.hpp"
#include "rules/twentytwo/state.hpp"
#include "rules/twentytwo/types.hpp"

namespace tefuda {

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

    /// 2 … 12, usually 4.
    static SeatCounts seat_counts();

    /// Fills in `decks` (`22`: 1 up to 6 seats, else 2) or `max_lead` (`26`: 0). Refused: `decks` in `26`, `max_lead`
    /// in `22`, one pack for more than 6 seats, a number of seats that the game does not have.
    static std::variant<Options, Illegal> settle(Options options, int seats);

    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events);
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events);
    static Templates<Action> legal(State const& state, Seat seat);
    static Seats to_act(State const& state);
    static View view(State const& state, Observer observer);
    static SeenEvent event_for(Event const& event, Observer observer);
    static bool over(State const& state);

    /// Exchanges at random the cards that the observer does not know, so that every play of this deal stays one that
    /// the rules allowed (a seat that played lowest cards holds no lower ones, and so on).
    static State redeal(State const& state, Observer observer, Chance& chance);
    /// As `redeal`, but made of nothing that the seat does not know (rules/search/policy.hpp); where its plays have told
    /// very much of a hand, perhaps not all of that is heeded.
    static State imagine(State const& state, Seat seat, Chance& chance);
};

} // namespace tefuda
