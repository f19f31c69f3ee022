// Numbers a game's actions, so that a policy can choose one by its number. The first numbers are the heads: an action's
// type with its fields, but without its list of cards (or items). After them come the cards of such a list, which are
// chosen one by one, the values of its items, the ranks that jokers among them may copy, `done` (the list is complete)
// and `wait` (nothing now). Slow to compile: include it in .cpp files only.
#pragma once

#include "clients/rules-python/src/features.hpp"
#include "protocol/codec/encode.hpp"

#include <stdexcept>

namespace tefuda::python {

/// A whole number in an action is at least 0 and below this limit.
inline constexpr int whole_numbers = 16;

/// A field that the numbering leaves out: a list, or a list that may be added.
template <class T>
inline constexpr bool is_list_field = codec::List<T>;
template <class T>
inline constexpr bool is_list_field<std::optional<T>> = codec::List<T>;

/// A field that is absent or true.
template <class T>
inline constexpr bool is_flag = std::same_as<T, std::optional<bool>>;

template <class A, class Member>
using FieldType = std::remove_cvref_t<decltype(std::declval<A>().*Member::pointer)>;

/// How many values a field of an action has. A list counts as one value.
template <class T>
constexpr int value_count(int seats) {
    if constexpr (is_list_field<T>) {
        return 1;
    } else if constexpr (std::same_as<T, bool> || is_flag<T>) {
        return 2;
    } else if constexpr (std::is_integral_v<T>) {
        return whole_numbers;
    } else if constexpr (Named<T>) {
        return static_cast<int>(WireName<T>::all.size());
    } else if constexpr (std::same_as<T, Seat>) {
        return seats;
    } else if constexpr (codec::Optional<T> || codec::NullableType<T>) {
        return 1 + value_count<typename T::value_type>(seats);
    } else {
        static_assert(codec::Described<T>,
                      "the fields of an action are numbers, names, cards, seats, or structs of them");
        return []<class... M>(boost::mp11::mp_list<M...>, [[maybe_unused]] int n) {
            return (1 * ... * value_count<FieldType<T, M>>(n));
        }(boost::mp11::mp_rename<codec::Members<T>, boost::mp11::mp_list>(), seats);
    }
}

/// The number of a value, from 0. \throws std::out_of_range for a whole number beyond `whole_numbers`
template <class T>
int value_number(T const& value, Frame frame) {
    if constexpr (std::same_as<T, bool>) {
        return value ? 1 : 0;
    } else if constexpr (is_flag<T>) {
        return value && *value ? 1 : 0;
    } else if constexpr (std::is_integral_v<T>) {
        if (value < 0 || value >= whole_numbers)
            throw std::out_of_range("an action has the number " + std::to_string(value) +
                                    ", but only those from 0 to " + std::to_string(whole_numbers - 1) +
                                    " are numbered");
        return static_cast<int>(value);
    } else if constexpr (Named<T>) {
        return place_of(value);
    } else if constexpr (std::same_as<T, Seat>) {
        return frame.relative(value);
    } else if constexpr (codec::Optional<T> || codec::NullableType<T>) {
        return value ? 1 + value_number(*value, frame) : 0;
    } else {
        int number = 0;
        boost::mp11::mp_for_each<codec::Members<T>>([&](auto member) {
            using M = FieldType<T, decltype(member)>;
            if constexpr (!is_list_field<M>)
                number = number * value_count<M>(frame.seats) + value_number(value.*member.pointer, frame);
        });
        return number;
    }
}

/// JSON text of the value with this number. A seat is written relative to the acting seat: `"+1"` is the next one
/// clockwise. Empty if the field is absent.
template <class T>
std::string value_text(int number, int seats) {
    if constexpr (std::same_as<T, bool>) {
        return number == 1 ? "true" : "false";
    } else if constexpr (is_flag<T>) {
        return number == 1 ? "true" : "";
    } else if constexpr (std::is_integral_v<T>) {
        return std::to_string(number);
    } else if constexpr (Named<T>) {
        return '"' + std::string(WireName<T>::all[static_cast<std::size_t>(number)]) + '"';
    } else if constexpr (std::same_as<T, Seat>) {
        return "\"+" + std::to_string(number) + '"';
    } else if constexpr (codec::Optional<T>) {
        return number == 0 ? "" : value_text<typename T::value_type>(number - 1, seats);
    } else if constexpr (codec::NullableType<T>) {
        return number == 0 ? "null" : value_text<typename T::value_type>(number - 1, seats);
    } else {
        // The last field changes fastest: take the fields from the end.
        std::vector<std::string> fields;
        boost::mp11::mp_for_each<
            boost::mp11::mp_reverse<boost::mp11::mp_rename<codec::Members<T>, boost::mp11::mp_list>>>([&](auto member) {
            using M = FieldType<T, decltype(member)>;
            if constexpr (!is_list_field<M>) {
                auto const text = value_text<M>(number % value_count<M>(seats), seats);
                number /= value_count<M>(seats);
                if (!text.empty()) fields.push_back('"' + std::string(codec::field_name(member)) + "\":" + text);
            } else if constexpr (!codec::Optional<M>) {
                fields.push_back('"' + std::string(codec::field_name(member)) + "\":[...]");
            }
        });
        if constexpr (codec::Typed<T>) fields.push_back("\"type\":\"" + std::string(T::type) + '"');
        std::string text = "{";
        for (auto field = fields.rbegin(); field != fields.rend(); ++field)
            text += (text.size() > 1 ? "," : "") + *field;
        return text + '}';
    }
}

/// The type of the items that the actions of a game choose; int where there are none.
template <class Action>
struct ItemOf {
    using type = int;
};
template <HasItems A, class... Others>
struct ItemOf<std::variant<A, Others...>> {
    using type = codec::ListItem<decltype(A::items)>;
};
template <class A, class... Others>
    requires(!HasItems<A>)
struct ItemOf<std::variant<A, Others...>> : ItemOf<std::variant<Others...>> {};

template <class A>
concept HasCards = requires(A action) {
    { action.cards } -> std::same_as<Cards&>;
};

/// An action with cards, whose jokers copy the ranks of a list that may be added.
template <class A>
concept HasCopies = HasCards<A> && requires(A action) {
    { action.as } -> std::same_as<std::optional<Ranks>&>;
};

template <class>
inline constexpr bool any_cards = false;
template <class... A>
inline constexpr bool any_cards<std::variant<A...>> = (HasCards<A> || ...);
template <class>
inline constexpr bool any_copies = false;
template <class... A>
inline constexpr bool any_copies<std::variant<A...>> = (HasCopies<A> || ...);
template <class>
inline constexpr bool any_items = false;
template <class... A>
inline constexpr bool any_items<std::variant<A...>> = (HasItems<A> || ...);

/// Numbers the actions of a game that is played with a given number of seats.
template <class Action>
class ActionSpace {
public:
    using Item = typename ItemOf<Action>::type;
    static constexpr bool has_cards = any_cards<Action>;
    static constexpr bool has_copies = any_copies<Action>;
    static constexpr bool has_items = any_items<Action>;
    static constexpr bool has_lists = has_cards || has_items;
    static constexpr int types = std::variant_size_v<Action>;

    explicit ActionSpace(int seats) : seats_(seats) {
        int next = 0;
        boost::mp11::mp_for_each<boost::mp11::mp_iota_c<types>>([&](auto i) {
            first_[i] = next;
            next += value_count<std::variant_alternative_t<i, Action>>(seats);
        });
        heads_ = next;
        first_item_ = heads_ + (has_cards ? static_cast<int>(Card::kinds) : 0);
        first_copy_ = first_item_ + (has_items ? value_count<Item>(seats) : 0);
        done_ = first_copy_ + (has_copies ? static_cast<int>(all_ranks.size()) : 0);
        wait_ = done_ + (has_lists ? 1 : 0);
    }

    int seats() const { return seats_; }
    int heads() const { return heads_; }
    int first_card() const { return heads_; }
    int first_item() const { return first_item_; }
    /// The first of the ranks that a joker may copy, in the order of `all_ranks`.
    int first_copy() const { return first_copy_; }
    int done() const { return done_; }
    int wait() const { return wait_; }
    int size() const { return wait_ + 1; }

    int head_of(Action const& action, Frame frame) const {
        return std::visit([&](auto const& held) { return first_[action.index()] + value_number(held, frame); }, action);
    }

    /// What each number stands for.
    std::vector<std::string> texts() const {
        std::vector<std::string> texts;
        boost::mp11::mp_for_each<boost::mp11::mp_iota_c<types>>([&](auto i) {
            using A = std::variant_alternative_t<i, Action>;
            for (int number = 0; number < value_count<A>(seats_); ++number)
                texts.push_back(value_text<A>(number, seats_));
        });
        if constexpr (has_cards)
            for (auto const name : WireName<Card>::all) texts.push_back("card " + std::string(name));
        if constexpr (has_items)
            for (int number = 0; number < value_count<Item>(seats_); ++number)
                texts.push_back("item " + value_text<Item>(number, seats_));
        if constexpr (has_copies)
            for (auto const name : WireName<Rank>::all) texts.push_back("a joker as " + std::string(name));
        if constexpr (has_lists) texts.push_back("done");
        texts.push_back("wait");
        return texts;
    }

private:
    int seats_;
    std::array<int, types> first_{};
    int heads_ = 0;
    int first_item_ = 0;
    int first_copy_ = 0;
    int done_ = 0;
    int wait_ = 0;
};

} // namespace tefuda::python
