// Selfish: players draw up to four cards, and the highest total wins. The rules are in RULES.md.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/selfish/state.hpp"
#include "rules/selfish/types.hpp"

namespace tefuda {

/// A tefuda::Redealable engine. rules/core/engine.hpp documents its functions.
struct Selfish {
    using Options = selfish::Options;
    using State = selfish::State;
    using Action = selfish::Action;
    using Event = selfish::Event;
    using SeenEvent = selfish::SeenEvent;
    using View = tefuda::View<selfish::Phase, selfish::Table, selfish::Reason>;

    static constexpr std::string_view id = "selfish";
    static constexpr GameName name{"Selfish", "Selfish"};
    static constexpr std::string_view options_schema = "{}";
    static SeatCounts seat_counts();

    static std::variant<Options, Illegal> settle(Options const& options, int seats);
    static std::vector<Cards> fresh_cards(Options const& options, int seats);
    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events);
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events);

    static Templates<Action> legal(State const& state, Seat seat);
    static Seats to_act(State const& state);
    static bool over(State const& state) { return state.phase == selfish::Phase::over; }

    static View view(State const& state, Observer observer);
    static SeenEvent event_for(Event const& event, Observer observer);
    static Cards all_cards(State const& state) { return selfish::all_cards(state); }
    static State redeal(State const& state, Observer observer, Chance& chance);

    /// Everybody sees all hands once they are opened.
    static bool shows_hand(State const& state, Observer, Seat) { return state.opened.has_value(); }

    /// RULES.md, "Deal of the day".
    static DailyMatch<Options> daily();
    static std::int64_t margin(Result<selfish::Reason> const& result, Seat seat);
};

} // namespace tefuda
