// Sugekari Twenty-One (菅刈21): two sides capture cards in rounds that end at 21. The rules are in RULES.md.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/sugekari21/events.hpp"
#include "rules/sugekari21/state.hpp"
#include "rules/sugekari21/types.hpp"

namespace tefuda {

/// A tefuda::Redealable engine. rules/core/engine.hpp documents its functions.
struct Sugekari21 {
    using Options = sugekari21::Options;
    using State = sugekari21::State;
    using Action = sugekari21::Action;
    using Event = sugekari21::Event;
    using SeenEvent = sugekari21::SeenEvent;
    using View = tefuda::View<sugekari21::Phase, sugekari21::Table, sugekari21::Reason>;

    static constexpr std::string_view id = "sugekari21";
    static constexpr GameName name{"Sugekari Twenty-One", "菅刈21"};

    /// `jokers` requires `games` 3. The schema does not know the number of seats, so `settle` checks the rest of R1.
    static constexpr std::string_view options_schema =
        R"({"if":{"properties":{"jokers":{"const":true}},"required":["jokers"]},)"
        R"("then":{"properties":{"games":{"const":3}},"required":["games"]}})";

    static SeatCounts seat_counts() { return {{2, 4}, 4}; }

    /// Refuses any number of seats except 2 and 4, with two seats what needs a partner, and jokers without three games
    /// (RULES.md R1).
    static std::variant<Options, Illegal> settle(Options const& options, int seats);

    static std::vector<Cards> fresh_cards(Options const& options, int seats);
    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events);

    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events);

    static Templates<Action> legal(State const& state, Seat seat);

    /// In the phases `discard` and `give` all seats that have not chosen yet; in `play` the seat whose turn it is.
    static Seats to_act(State const& state);

    static View view(State const& state, Observer observer);
    static SeenEvent event_for(Event const& event, Observer observer);
    static Cards all_cards(State const& state) { return sugekari21::all_cards(state); }
    static bool over(State const& state) { return state.phase == sugekari21::Phase::over; }

    /// Exchanges hidden cards. A card stays a J, Q or K, or stays none, if the passing of the lead has revealed that
    /// (R3).
    static State redeal(State const& state, Observer observer, Chance& chance);

    /// Everybody sees what is drawn in `refill`, and who gave cards knows them.
    static bool shows_hand(State const& state, Observer observer, Seat holder);

    /// RULES.md, "Deal of the day".
    static DailyMatch<Options> daily();
    static std::int64_t margin(Result<sugekari21::Reason> const& result, Seat seat);
};

} // namespace tefuda
