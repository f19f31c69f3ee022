// The contract of a game. An engine is a struct without data whose static members are the game: pure functions of a
// regular State, without I/O, clocks or threads. rules/README.md shows how to write one.
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

/// A game's name for people.
struct GameName {
    std::string_view en;
    std::string_view ja;
};

/// The numbers of seats that a game allows, ascending, and the one that it is best with.
struct SeatCounts {
    InplaceVector<int, max_seats> values;
    int usual = 0;
};

/// What every game provides.
///
/// Types: `Options` (a described struct, default-constructed to the defaults), `State` (a regular value), `Action` (a
/// variant of described structs, each with `static constexpr std::string_view type`), `Event` (a variant: what
/// happened, in full), `SeenEvent` (a variant of described structs with a `type`: what one observer learns of it),
/// `View` (a tefuda::View).
///
/// Functions:
/// - `settle(options, seats)`: the options completed (defaults that depend on others filled in), or why they can't be
///   played by so many.
/// - `start(options, seats, chance, events)`: the state after the first deal; appends the events up to it. \pre the
///   options are settled.
/// - `apply(state, seat, action, chance, events)`: carries an action out and appends what happened, in order; or says
///   why it is illegal and changes nothing, neither the state nor the events, and draws no chance.
/// - `legal(state, seat)`: templates of exactly the actions that `apply` accepts, in an order that follows from what
///   the seat knows; none that allows nothing.
/// - `view(state, observer)`: built from the parts that the observer may see.
/// - `event_for(event, observer)`: the observer's form of an event.
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
        /// A JSON object merged into the options' JSON Schema: what one option says about another ("{}" for nothing).
        { E::options_schema } -> std::convertible_to<std::string_view>;
        { E::settle(options, seats) } -> std::same_as<std::variant<typename E::Options, Illegal>>;
        { E::start(options, seats, chance, events) } -> std::same_as<typename E::State>;
        { E::apply(mutable_state, seat, action, chance, events) } -> std::same_as<std::optional<Illegal>>;
        { E::legal(state, seat) } -> std::same_as<Templates<typename E::Action>>;
        { E::to_act(state) } -> std::same_as<Seats>;
        { E::view(state, observer) } -> std::same_as<typename E::View>;
        { E::event_for(event, observer) } -> std::same_as<typename E::SeenEvent>;
        /// Whether the match is over; then nobody has a legal action and the view has a result.
        { E::over(state) } -> std::same_as<bool>;
    };

/// Where the views of all observers differ in their hands alone, an engine may give these by themselves: then the rest of
/// a view is written once for everybody. The conformance harness holds it to that.
template <class E>
concept HidesOnlyHands = Engine<E> && requires(typename E::State const& state, Observer observer) {
    { E::hands(state, observer) } -> std::same_as<PerSeat<SeenCards>>;
};

/// Where a table has a list `finished` whose items stay as they are for the rest of the match, an engine may give views
/// without the first `known` ones: then each is written once. The conformance harness holds it to that.
template <class E>
concept FinishesForGood = HidesOnlyHands<E> && requires(typename E::State const& state, Observer observer,
                                                        typename E::View const& view, std::size_t known) {
    { E::view(state, observer, known) } -> std::same_as<typename E::View>;
    { view.table.finished.size() } -> std::same_as<std::size_t>;
};

/// What tests and search need beside the game itself: another state that the observer can't tell from this one.
///
/// `redeal(state, observer, chance)` exchanges at random only what the observer does not know (hands, the stock's
/// order, face-down cards), consistent with everything that it does know; every such state can come up.
template <class E>
concept Redealable = Engine<E> && requires(typename E::State const& state, Observer observer, Chance& chance) {
    { E::redeal(state, observer, chance) } -> std::same_as<typename E::State>;
};

/// For std::visit over variants: one callable of several.
template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
// clang 16 deduces nothing for an aggregate by itself.
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

} // namespace tefuda
