// The engine of Sugekari Twenty-One (菅刈21). RULES.md has the rules; the functions promise what rules/core/engine.hpp
// says.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/sugekari21/events.hpp"
#include "rules/sugekari21/state.hpp"
#include "rules/sugekari21/types.hpp"

namespace tefuda {

struct Sugekari21 {
    using Options = sugekari21::Options;
    using State = sugekari21::State;
    using Action = sugekari21::Action;
    using Event = sugekari21::Event;
    using SeenEvent = sugekari21::SeenEvent;
    using View = tefuda::View<sugekari21::Phase, sugekari21::Table, sugekari21::Reason>;

    static constexpr std::string_view id = "sugekari21";
    static constexpr GameName name{"Sugekari Twenty-One", "菅刈21"};

    /// `jokers` only with three games; that the spices are for four seats a schema of the options can't say.
    static constexpr std::string_view options_schema =
        R"({"if":{"properties":{"jokers":{"const":true}},"required":["jokers"]},)"
        R"("then":{"properties":{"games":{"const":3}},"required":["games"]}})";

    static SeatCounts seat_counts() { return {{2, 4}, 4}; }

    /// Refuses a number of seats other than 2 and 4, a spice with two seats, jokers without three games (RULES.md R1).
    static std::variant<Options, Illegal> settle(Options const& options, int seats);

    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events);

    /// Refused: whatever `legal` has no template for.
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events);

    static Templates<Action> legal(State const& state, Seat seat);

    /// While cards are laid aside or given, those who have not chosen yet; then the one whose turn it is.
    static Seats to_act(State const& state);

    static View view(State const& state, Observer observer);
    static SeenEvent event_for(Event const& event, Observer observer);
    static bool over(State const& state) { return state.phase == sugekari21::Phase::over; }

    /// A state chosen among those that the observer can't tell from this one: hidden cards change places, where a lead
    /// that passed or did not pass tells about a card that stays true.
    static State redeal(State const& state, Observer observer, Chance& chance);
};

} // namespace tefuda
