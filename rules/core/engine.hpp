// The contract that every game fulfils. An engine is a struct without data members. Its static functions are pure
// functions of a regular State, without I/O, clocks or threads. rules/README.md shows how to write one.
#pragma once

#include "rules/core/chance.hpp"
#include "rules/core/legal.hpp"
#include "rules/core/outcome.hpp"
#include "rules/core/seat.hpp"

#include <concepts>
#include <optional>
#include <string_view>
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
/// - `View`: a tefuda::View.
///
/// Functions:
/// - `settle(options, seats)`: fills in the defaults that depend on other options, or returns the reason why the
///   options are not allowed with this number of seats.
/// - `start(options, seats, chance, events)`: returns the state after the first deal and appends the events up to it.
///   \pre the options are settled.
/// - `apply(state, seat, action, chance, events)`: applies a legal action and appends its events in order. For an
///   illegal action it returns the reason, leaves state and events unchanged and draws nothing from `chance`.
/// - `legal(state, seat)`: templates for exactly the actions that `apply` accepts. Their order depends only on what the
///   seat knows. Every template allows at least one action.
/// - `view(state, observer)`: everything that the observer may see.
/// - `event_for(event, observer)`: the event as the observer sees it.
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
template <class E>
concept Redealable = Engine<E> && requires(typename E::State const& state, Observer observer, Chance& chance) {
    { E::redeal(state, observer, chance) } -> std::same_as<typename E::State>;
};

/// Combines several lambdas into one visitor for std::visit.
template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
// clang 16 needs this deduction guide for aggregates.
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

} // namespace tefuda
