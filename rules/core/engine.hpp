// The contract that every game fulfils. An engine is a struct without data members. Its static functions are pure
// functions of a regular State, without I/O, clocks or threads. rules/README.md shows how to write one.
#pragma once

#include "rules/core/chance.hpp"
#include "rules/core/legal.hpp"
#include "rules/core/outcome.hpp"
#include "rules/core/seat.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tefuda {

/// A game's display name.
struct GameName {
    std::string_view en;
    std::string_view ja;
};

/// The allowed numbers of seats.
struct SeatCounts {
    InplaceVector<int, max_seats> values; ///< ascending
    int usual = 0;                        ///< the default
};

/// What every game provides.
///
/// Types ("described" means with BOOST_DESCRIBE_STRUCT):
/// - `Options`: a described struct; its default constructor gives the default options.
/// - `State`: a regular value.
/// - `Action`: a variant of described structs, each with `static constexpr std::string_view type`.
/// - `Event`: a variant of structs that hold everything that happened, hidden cards included.
/// - `SeenEvent`: a variant of described structs with a `type`; an event as one observer may see it.
/// - `View`: a tefuda::View, or a tefuda::ViewWithoutHands.
///
/// Functions:
/// - `settle(options, seats)`: fills in the defaults that depend on other options, or returns the reason why the
///   options are not allowed with this number of seats.
/// - `fresh_cards(options, seats)`: the packs of such a match, each in its order before it is shuffled for the first
///   time; the match starts with the first one. Empty for a game without cards. Every shuffle of cards must be of such
///   a pack, of cards in canonical order, or of what an earlier shuffle left in its order, so that a replay can prove
///   it.
/// - `start(options, seats, chance, events)`: returns the state after the first deal and appends the events up to it.
///   \pre the options are settled.
/// - `apply(state, seat, action, chance, events)`: applies a legal action and appends its events in order. For an
///   illegal action it returns the reason, leaves state and events unchanged and draws nothing from `chance`.
/// - `legal(state, seat)`: templates for exactly the actions that `apply` accepts. Their order depends only on what the
///   seat knows. Every template allows at least one action.
/// - `view(state, observer)`: everything that the observer may see.
/// - `event_for(event, observer)`: the event as the observer sees it. All events of an action tell no more than the
/// view
///   after it shows, which has everything that the observer knows then.
template <class E>
concept Engine =
    std::regular<typename E::Options> && std::copyable<typename E::State> &&
    std::equality_comparable<typename E::State> &&
    requires(typename E::State const& state, typename E::State& mutable_state, typename E::Options const& options,
             typename E::Action const& action, typename E::Event const& event, Seat seat, Observer observer,
             Chance& chance, std::vector<typename E::Event>& events, int seats) {
        { E::id } -> std::convertible_to<std::string_view>;
        { E::name } -> std::convertible_to<GameName>;
        { E::seat_counts() } -> std::same_as<SeatCounts>;
        /// A JSON object merged into the options' JSON Schema; it states constraints between options ("{}" for none).
        { E::options_schema } -> std::convertible_to<std::string_view>;
        { E::settle(options, seats) } -> std::same_as<std::variant<typename E::Options, Illegal>>;
        { E::fresh_cards(options, seats) } -> std::same_as<std::vector<Cards>>;
        { E::start(options, seats, chance, events) } -> std::same_as<typename E::State>;
        { E::apply(mutable_state, seat, action, chance, events) } -> std::same_as<std::optional<Illegal>>;
        { E::legal(state, seat) } -> std::same_as<Templates<typename E::Action>>;
        { E::to_act(state) } -> std::same_as<Seats>;
        { E::view(state, observer) } -> std::same_as<typename E::View>;
        { E::event_for(event, observer) } -> std::same_as<typename E::SeenEvent>;
        /// Whether the match is over. If it is, no seat has a legal action and the view has a result.
        { E::over(state) } -> std::same_as<bool>;
    };

/// An engine that can also redeal hidden cards, for tests and search.
///
/// `redeal(state, observer, chance)` returns a random state that the observer cannot distinguish from `state`: it
/// exchanges only cards that the observer does not know (hands, the stock's order, face-down cards) and stays
/// consistent with everything that the observer does know. Every such state has a positive probability.
///
/// A game with cards also has `all_cards(state)`: all cards of the game in any order, wherever they are; always one of
/// its packs.
template <class E>
concept Redealable = Engine<E> && requires(typename E::State const& state, Observer observer, Chance& chance) {
    { E::redeal(state, observer, chance) } -> std::same_as<typename E::State>;
};

/// An action that the server sends for a seat once its time has come.
template <class Action>
struct TimedAction {
    Seat seat;
    Action action;
    /// Nothing: it is not sent, and no bot sends it either.
    std::optional<int> after_ms;
    /// Only where a built-in bot plays the seat; it then leaves the others this time.
    bool bots_only = false;
};

/// An engine with windows that close by time, for example for an objection.
///
/// `timed(state)` names actions that the server sends for seats, each of them legal. The time of an action begins when
/// it is named first, and ends when it is not named any more; other actions may be played meanwhile. Bots never send an
/// action that is named for their seat: the server does. Everybody sees when such an action comes, so `timed` may
/// depend only on what everybody knows. The clock is the server's: a replay has the action like any other.
template <class E>
concept HasTimedActions = Engine<E> && requires(typename E::State const& state) {
    { E::timed(state) } -> std::same_as<std::vector<TimedAction<typename E::Action>>>;
};

/// An engine in which a seat's decision may become another one although its templates stay the same, for example
/// whether to doubt what was played last: an action that was meant for the old one must not count for the new one.
///
/// `decision_key(state, seat)` is a number that changes when that happens. It depends only on what the seat knows.
template <class E>
concept HasDecisionKeys = Engine<E> && requires(typename E::State const& state, Seat seat) {
    { E::decision_key(state, seat) } -> std::same_as<std::uint64_t>;
};

/// An engine with actions that are nearly always possible and seldom any good.
///
/// `seldom`: their types. A player without a plan, such as the bots of level `easy`, takes them rarely.
template <class E>
concept HasSeldomActions = Engine<E> && requires { std::span<std::string_view const>(E::seldom); };

/// The result of an engine's match.
template <Engine E>
using ResultOf = typename decltype(E::View::result)::value_type;

/// The match that everybody plays on one day with the same cards, in seat 0 against bots in the other seats.
template <class Options>
struct DailyMatch {
    int seats;
    Options options; ///< settled
};

/// An engine whose game has a deal of the day.
///
/// - `daily()`: what is played; short, 3 to 8 minutes for a person.
/// - `margin(result, seat)`: how well the seat has done in such a match: a number, more is better; no seat has a
///   higher one than a winner. The better it tells players apart, the better: tests/bench/README.md measures it.
template <class E>
concept HasDaily = Engine<E> && requires(ResultOf<E> const& result, Seat seat) {
    { E::daily() } -> std::same_as<DailyMatch<typename E::Options>>;
    { E::margin(result, seat) } -> std::same_as<std::int64_t>;
};

/// An engine in which the order of the cards in an action means something: the last one lies on top, for example. In
/// all others two actions whose lists differ in their order alone are the same.
template <class E>
concept HasOrderedLists = Engine<E> && requires { requires E::has_ordered_lists; };

/// Combines several lambdas into one visitor for std::visit.
template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
// clang 16 needs this deduction guide for aggregates.
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

namespace detail {

template <class Alternative, bool has_case>
struct CaseFor : std::bool_constant<has_case> {
    static_assert(has_case, "a case for this alternative of the variant is missing");
};

} // namespace detail

/// Calls the case for the alternative that the variant holds. Without a catch-all, as engines call it, a case that is
/// missing is an error that names its alternative.
template <class... A, class... Case>
constexpr auto by_type(std::variant<A...> const& variant, Case&&... cases) {
    Overloaded const visitor{std::forward<Case>(cases)...};
    if constexpr ((detail::CaseFor<A, std::is_invocable_v<decltype(visitor) const&, A const&>>::value && ...))
        return std::visit(visitor, variant);
}

} // namespace tefuda
