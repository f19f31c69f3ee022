// TT Page One (TTページワン): a shedding game with open hands and two table cards. The rules are in RULES.md.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/ttpageone/events.hpp"
#include "rules/ttpageone/state.hpp"

#include <array>

namespace tefuda {

/// A tefuda::Redealable engine. rules/core/engine.hpp documents its functions.
struct TtPageOne {
    using Options = ttpageone::Options;
    using State = ttpageone::State;
    using Action = ttpageone::Action;
    using Event = ttpageone::Event;
    using SeenEvent = ttpageone::SeenEvent;
    using View = tefuda::View<ttpageone::Phase, ttpageone::Table, ttpageone::Reason>;

    static constexpr std::string_view id = "ttpageone";
    static constexpr GameName name{"TT Page One", "TTページワン"};
    static constexpr std::string_view options_schema = "{}";
    static constexpr std::array seldom{ttpageone::Hide::type};
    static constexpr bool has_ordered_lists = true;

    static SeatCounts seat_counts();

    /// Refuses teams of unequal size or with fewer than two players.
    static std::variant<Options, Illegal> settle(Options const& options, int seats);

    static std::vector<Cards> fresh_cards(Options const& options, int seats);
    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events);

    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events);

    static Templates<Action> legal(State const& state, Seat seat);
    static Seats to_act(State const& state);
    static View view(State const& state, Observer observer);
    static SeenEvent event_for(Event const& event, Observer observer);
    static Cards all_cards(State const& state) { return ttpageone::all_cards(state); }
    static bool over(State const& state);

    /// Bots call out opponents who have not said "last one", and leave them 3 s to say it.
    static std::vector<TimedAction<Action>> timed(State const& state);

    /// Exchanges the cards that the observer does not know: before the opening the other hands and the stock; after it
    /// the stock, and the face-down cards that no other player has seen.
    static State redeal(State const& state, Observer observer, Chance& chance);

    /// The hands are open as soon as there are cards on the tables.
    static bool shows_hand(State const& state, Observer, Seat) { return !state.piles.empty(); }

    /// RULES.md, "Deal of the day".
    static DailyMatch<Options> daily();
    static std::int64_t margin(Result<ttpageone::Reason> const& result, Seat seat);
};

} // namespace tefuda
