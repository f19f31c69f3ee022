// Checks an engine when it is compiled: the first error names the slip and the type. Put into a game's .cpp file
//
//     static_assert(tefuda::check_engine<tefuda::Doubt>());
#pragma once

#include "rules/core/declared.hpp"
#include "rules/core/engine.hpp"
#include "rules/core/wire_types.hpp"

#include <boost/describe/bases.hpp>
#include <boost/describe/members.hpp>

#include <ranges>
#include <string>

namespace tefuda {

namespace detail {

// A template for each slip, so that the compiler's message begins with the type's name.
template <class T, bool is_described>
struct Describe {
    static_assert(is_described, "describe this type beside its definition, with BOOST_DESCRIBE_STRUCT or _ENUM");
};
template <class T, bool are_described>
struct DescribeAllMembers {
    static_assert(are_described, "the description of this type must have all its members in their order");
};
template <class T, bool has_type>
struct GiveType {
    static_assert(has_type, "this alternative needs: static constexpr std::string_view type = \"…\";");
};
template <class T, bool is_comparable>
struct Compare {
    static_assert(is_comparable,
                  "this type, or one in it, needs: friend bool operator==(T const&, T const&) = default;");
};

template <class T>
inline constexpr bool is_variant = false;
template <class... A>
inline constexpr bool is_variant<std::variant<A...>> = true;

/// An optional, a list or one of the standard library's smart pointers to one value.
template <class T>
concept HoldsOthers =
    requires { typename T::value_type; } && !std::same_as<T, std::string> && !std::same_as<T, std::string_view>;

/// Types that the codec knows by itself.
template <class T>
concept KnownOnWire =
    std::is_arithmetic_v<T> || Named<T> || std::same_as<T, Seat> || std::same_as<T, Points> ||
    std::same_as<T, SeenCards> || std::convertible_to<T, std::string_view> || requires { T::values, T::allows(0); };

template <class T>
consteval void check_on_wire();

/// Converts to the type of any member.
struct Anything {
    template <class T>
    operator T() const;
};

/// Whether these are all members of an aggregate, in their order: it can be initialised with them, and with no more.
template <class T, class... Member>
inline constexpr bool has_only = requires { T{std::declval<Member>()...}; } && !requires {
    T{std::declval<Member>()..., {}};
} && !requires { T{std::declval<Member>()..., Anything()}; };

template <class T, class... Member>
consteval void check_members(boost::mp11::mp_list<Member...>) {
    using Bases = boost::describe::describe_bases<T, boost::describe::mod_any_access>;
    if constexpr (std::is_aggregate_v<T> && boost::mp11::mp_empty<Bases>::value)
        (void)sizeof(
            DescribeAllMembers<T, has_only<T, std::remove_cvref_t<decltype(std::declval<T>().*Member::pointer)>...>>);
    (check_on_wire<std::remove_cvref_t<decltype(std::declval<T>().*Member::pointer)>>(), ...);
}

template <class T>
consteval void check_on_wire() {
    if constexpr (KnownOnWire<T>) {
    } else if constexpr (is_variant<T>) {
        []<class... A>(std::variant<A...> const*) { (check_on_wire<A>(), ...); }(static_cast<T const*>(nullptr));
    } else if constexpr (HoldsOthers<T>) {
        check_on_wire<typename T::value_type>();
    } else {
        constexpr bool is_described = boost::describe::has_describe_members<T>::value;
        (void)sizeof(Describe<T, is_described>);
        if constexpr (is_described) {
            using namespace boost::describe;
            using Members = describe_members<T, mod_public | mod_inherited>;
            check_members<T>(boost::mp11::mp_rename<Members, boost::mp11::mp_list>());
        }
    }
}

template <class T>
consteval void check_comparable() {
    if constexpr (is_variant<T>)
        []<class... A>(std::variant<A...> const*) {
            ((void)sizeof(Compare<A, std::equality_comparable<A>>), ...);
        }(static_cast<T const*>(nullptr));
    else
        (void)sizeof(Compare<T, std::equality_comparable<T>>);
}

template <class... A>
consteval void check_alternatives(std::variant<A...> const*) {
    ((void)sizeof(GiveType<A, requires { std::string_view(A::type); }>), ...);
    (check_on_wire<A>(), ...);
}

template <class E>
consteval void check_functions() {
    using State = typename E::State;
    using Options = typename E::Options;
    using Action = typename E::Action;
    using Event = typename E::Event;
    using Events = std::vector<Event>;
    static_assert(
        requires(Options const& o) {
            { E::settle(o, 2) } -> std::same_as<std::variant<Options, Illegal>>;
        }, "the engine needs: static std::variant<Options, Illegal> settle(Options const&, int seats);");
    static_assert(
        requires(Options const& o) {
            { E::fresh_cards(o, 2) } -> std::same_as<std::vector<Cards>>;
        }, "the engine needs: static std::vector<Cards> fresh_cards(Options const&, int seats);");
    static_assert(
        requires(Options const& o, Chance& c, Events& e) {
            { E::start(o, 2, c, e) } -> std::same_as<State>;
        }, "the engine needs: static State start(Options const&, int seats, Chance&, std::vector<Event>&);");
    static_assert(
        requires(State& s, Seat seat, Action const& a, Chance& c, Events& e) {
            { E::apply(s, seat, a, c, e) } -> std::same_as<std::optional<Illegal>>;
        }, "the engine needs: static std::optional<Illegal> apply(State&, Seat, Action const&, Chance&, "
           "std::vector<Event>&);");
    static_assert(
        requires(State const& s, Seat seat) {
            { E::legal(s, seat) } -> std::same_as<Templates<Action>>;
        }, "the engine needs: static Templates<Action> legal(State const&, Seat);");
    static_assert(
        requires(State const& s) {
            { E::to_act(s) } -> std::same_as<Seats>;
        }, "the engine needs: static Seats to_act(State const&);");
    static_assert(
        requires(State const& s) {
            { E::over(s) } -> std::same_as<bool>;
        }, "the engine needs: static bool over(State const&);");
    static_assert(
        requires(State const& s, Observer o) {
            { E::view(s, o) } -> std::same_as<typename E::View>;
        }, "the engine needs: static View view(State const&, Observer);");
    static_assert(
        requires(Event const& e, Observer o) {
            { E::event_for(e, o) } -> std::same_as<typename E::SeenEvent>;
        }, "the engine needs: static SeenEvent event_for(Event const&, Observer);");
    if constexpr (requires { E::daily(); } || requires { &E::margin; })
        static_assert(HasDaily<E>, "a deal of the day needs both: static DailyMatch<Options> daily(); "
                                   "static std::int64_t margin(Result<Reason> const&, Seat);");
    if constexpr (requires { &E::scores_total; })
        static_assert(HasScoresTotal<E>, "this one should be: static Points scores_total(State const&);");
    if constexpr (requires { &E::is_possible; })
        static_assert(HasPossibleStates<E>, "this one should be: static bool is_possible(State const&);");
    if constexpr (requires { &E::shows_hand; })
        static_assert(ShowsHands<E>,
                      "this one should be: static bool shows_hand(State const&, Observer, Seat holder);");
    static_assert(Engine<E>, "a function of the engine is missing or has another type: see the notes below");
    static_assert(Redealable<E>, "the engine needs: static State redeal(State const&, Observer, Chance&);");
}

} // namespace detail

/// \returns true; does not compile if the engine breaks the contract where types show it.
template <class E>
consteval bool check_engine() {
    detail::check_on_wire<typename E::Options>();
    detail::check_comparable<typename E::Options>();
    detail::check_alternatives(static_cast<typename E::Action const*>(nullptr));
    detail::check_comparable<typename E::Action>();
    detail::check_comparable<typename E::State>();
    detail::check_alternatives(static_cast<typename E::SeenEvent const*>(nullptr));
    detail::check_on_wire<typename E::View>();
    detail::check_functions<E>();
    return true;
}

} // namespace tefuda
