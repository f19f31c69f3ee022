// Forty-One (フォーティーワン): two players add up cards to 41. The rules are in RULES.md.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/fortyone/state.hpp"
#include "rules/fortyone/types.hpp"

namespace tefuda {

/// A tefuda::Redealable engine. Its functions promise what rules/core/engine.hpp says.
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
    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events);
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events);

    static Templates<Action> legal(State const& state, Seat seat);
    static Seats to_act(State const& state);
    static bool over(State const& state) { return !state.deal; }

    /// \param known the table is to be without so many finished deals, the first ones (tefuda::FinishesForGood)
    static View view(State const& state, Observer observer, std::size_t known = 0);
    /// The views' only hidden part (tefuda::HidesOnlyHands).
    static PerSeat<SeenCards> hands(State const& state, Observer observer);
    static SeenEvent event_for(Event const& event, Observer observer);

    /// Respects what a pass proves: its player held no card that could be played.
    static State redeal(State const& state, Observer observer, Chance& chance);
    /// As `redeal`, but made of nothing that the seat does not know (rules/search/policy.hpp); where its plays have
    /// told very much of a hand, perhaps not all of that is heeded.
    static State imagine(State const& state, Seat seat, Chance& chance);
};

} // namespace tefuda
