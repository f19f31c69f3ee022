// Turns described values into rows of numbers of a fixed width, so that a game's view is an array without any code of
// its own. Slow to compile: include it in .cpp files only.
//
//   number, true or false, points    one cell
//   card, name of a closed list      a cell for each possible value; 1 in that of the value
//   seat                             a cell for each seat, counted clockwise from the observer's
//   something that may be absent     a cell that is 1 if it is there, and its own cells
//   list of cards                    a cell for each card: how many of it; and of unknown cards, if there may be any
//   list of seats                    a cell for each seat: its place in the list, from 1; 0 if it is not in it
//   one of each seat                 each seat's cells, clockwise from the observer's
//   any other list                   its length, the sum of its items' cells, and the cells of its last items, the
//   newest
//                                    first: one, or `history` of them
#pragma once

#include "clients/rules-python/src/game.hpp"
#include "protocol/codec/described.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tefuda::python {

/// What the widths depend on: the number of seats, and how many of the last items of a list have cells of their own.
struct Shape {
    int seats;
    int history;

    constexpr Shape(int count, int last = 1) : seats(count), history(last) {}
    constexpr operator int() const { return seats; }
};

/// The observer, from whom seats are counted.
struct Frame {
    Shape seats;
    int me;

    int relative(Seat seat) const { return (seat.number() - me + seats) % seats; }
    Seat absolute(int relative) const { return Seat((me + relative) % seats); }
};

template <class T>
concept OnePerSeat = codec::is_specialisation<T, PerSeat>;
template <class T>
concept ListOfCards = codec::List<T> && !OnePerSeat<T> && std::same_as<codec::ListItem<T>, Card>;
template <class T>
concept ListOfSeats = codec::List<T> && !OnePerSeat<T> && std::same_as<codec::ListItem<T>, Seat>;

/// The place of a value among WireName<T>::all.
template <Named T>
int place_of(T const& value) {
    if constexpr (std::same_as<T, Card>) {
        return static_cast<int>(value.order());
    } else if constexpr (std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value) {
        int place = 0;
        int found = 0;
        boost::mp11::mp_for_each<typename WireName<T>::Enumerators>([&](auto enumerator) {
            if (enumerator.value == value) found = place;
            ++place;
        });
        return found;
    } else {
        auto const& all = WireName<T>::all;
        return static_cast<int>(std::find(all.begin(), all.end(), WireName<T>::of(value)) - all.begin());
    }
}

/// Numbers beyond the range are its ends.
inline void add(Cell& cell, long number) {
    cell = static_cast<Cell>(std::clamp<long>(cell + number, -32767, 32767));
}

/// How many cells a T takes.
template <class T>
constexpr int width(Shape seats) {
    using namespace codec;
    if constexpr (std::is_arithmetic_v<T> || std::same_as<T, Points> || NumberOption<T>) {
        return 1;
    } else if constexpr (Named<T>) {
        return static_cast<int>(WireName<T>::all.size());
    } else if constexpr (std::same_as<T, Seat> || ListOfSeats<T>) {
        return seats;
    } else if constexpr (Optional<T> || NullableType<T>) {
        return 1 + width<typename T::value_type>(seats);
    } else if constexpr (std::same_as<T, SeenCards>) {
        return static_cast<int>(Card::kinds) + 1;
    } else if constexpr (ListOfCards<T>) {
        return static_cast<int>(Card::kinds);
    } else if constexpr (OnePerSeat<T>) {
        return seats * width<typename T::value_type>(seats);
    } else if constexpr (FixedList<T>) {
        return static_cast<int>(std::tuple_size_v<T>) * width<typename T::value_type>(seats);
    } else if constexpr (Variant<T>) {
        return []<class... A>(std::variant<A...> const*, Shape n) {
            return static_cast<int>(sizeof...(A)) + (width<A>(n) + ...);
        }(static_cast<T const*>(nullptr), seats);
    } else if constexpr (Text<T>) {
        return 0;
    } else if constexpr (List<T>) {
        return 1 + width<ListItem<T>>(seats.seats) + seats.history * width<ListItem<T>>(seats);
    } else {
        static_assert(Described<T>, "describe this type beside its definition");
        return []<class... M>(boost::mp11::mp_list<M...>, [[maybe_unused]] Shape n) {
            return (0 + ... + width<std::remove_cvref_t<decltype(std::declval<T>().*M::pointer)>>(n));
        }(boost::mp11::mp_rename<Members<T>, boost::mp11::mp_list>(), seats);
    }
}

/// Adds a value to its cells. \returns the cell after them
template <class T>
Cell* write(Cell* out, T const& value, Frame frame) {
    using namespace codec;
    if constexpr (std::is_arithmetic_v<T>) {
        add(*out, static_cast<long>(value));
    } else if constexpr (std::same_as<T, Points> || NumberOption<T>) {
        add(*out, value.value);
    } else if constexpr (Named<T>) {
        add(out[place_of(value)], 1);
    } else if constexpr (std::same_as<T, Seat>) {
        add(out[frame.relative(value)], 1);
    } else if constexpr (ListOfSeats<T>) {
        for (int place = 1; auto const seat : value) add(out[frame.relative(seat)], place++);
    } else if constexpr (Optional<T> || NullableType<T>) {
        if (value) {
            add(*out, 1);
            write(out + 1, *value, frame);
        }
    } else if constexpr (std::same_as<T, SeenCards>) {
        write(out, value.known, frame);
        add(out[Card::kinds], value.hidden);
    } else if constexpr (ListOfCards<T>) {
        for (auto const card : value) add(out[card.order()], 1);
    } else if constexpr (OnePerSeat<T>) {
        auto const each = width<typename T::value_type>(frame.seats);
        for (int number = 0; auto const& item : value) {
            if (number < frame.seats) write(out + frame.relative(Seat(number)) * each, item, frame);
            ++number;
        }
    } else if constexpr (FixedList<T>) {
        auto* at = out;
        for (auto const& item : value) at = write(at, item, frame);
    } else if constexpr (Variant<T>) {
        add(out[value.index()], 1);
        []<class... A>(std::variant<A...> const& variant, Cell* at, Frame of) {
            (
                [&] {
                    if (auto const* held = std::get_if<A>(&variant)) write(at, *held, of);
                    at += width<A>(of.seats);
                }(),
                ...);
        }(value, out + std::variant_size_v<T>, frame);
    } else if constexpr (Text<T>) {
    } else if constexpr (List<T>) {
        add(*out, static_cast<long>(std::ranges::size(value)));
        Frame const plain{frame.seats.seats, frame.me};
        for (auto const& item : value) write(out + 1, item, plain);
        auto* at = out + 1 + width<ListItem<T>>(plain.seats);
        auto item = std::ranges::end(value);
        for (int place = 0; place < frame.seats.history && item != std::ranges::begin(value); ++place)
            at = write(at, *--item, frame);
    } else {
        auto* at = out;
        boost::mp11::mp_for_each<Members<T>>([&](auto member) { at = write(at, value.*member.pointer, frame); });
    }
    return out + width<T>(frame.seats);
}

/// Appends the columns of a T, in the order of its cells.
template <class T>
void describe(std::vector<Column>& columns, std::string const& name, Shape seats) {
    using namespace codec;
    auto const column = [&](std::string const& of, int count, std::string const& meaning) {
        auto const first = columns.empty() ? 0 : columns.back().first + columns.back().count;
        columns.push_back({of, first, count, meaning});
    };
    if constexpr (std::same_as<T, bool>) {
        column(name, 1, "1 if true");
    } else if constexpr (std::is_arithmetic_v<T> || std::same_as<T, Points> || NumberOption<T>) {
        column(name, 1, "number");
    } else if constexpr (std::same_as<T, Card>) {
        column(name, width<T>(seats), "one cell for each card: AS, 2S ... KS, AH ... KC, XX");
    } else if constexpr (Named<T>) {
        std::string names;
        for (auto const one : WireName<T>::all) names += (names.empty() ? "" : ", ") + std::string(one);
        column(name, width<T>(seats), "one cell for each of: " + names);
    } else if constexpr (std::same_as<T, Seat>) {
        column(name, seats, "one cell for each seat, clockwise from this one");
    } else if constexpr (ListOfSeats<T>) {
        column(name, seats, "place in the list of each seat, clockwise from this one; 0 if not in it");
    } else if constexpr (Optional<T> || NullableType<T>) {
        column(name + "?", 1, "1 if it is there");
        describe<typename T::value_type>(columns, name, seats);
    } else if constexpr (std::same_as<T, SeenCards>) {
        describe<Cards>(columns, name, seats);
        column(name + ".unknown", 1, "number of unknown cards");
    } else if constexpr (ListOfCards<T>) {
        column(name, width<T>(seats), "how many of each card: AS, 2S ... KS, AH ... KC, XX");
    } else if constexpr (OnePerSeat<T>) {
        for (int seat = 0; seat < seats; ++seat)
            describe<typename T::value_type>(columns, name + "[+" + std::to_string(seat) + "]", seats);
    } else if constexpr (FixedList<T>) {
        for (std::size_t place = 0; place < std::tuple_size_v<T>; ++place)
            describe<typename T::value_type>(columns, name + "[" + std::to_string(place) + "]", seats);
    } else if constexpr (Variant<T>) {
        []<class... A>(std::variant<A...> const*, auto& all, auto const& of, Shape n, auto const& add_column) {
            add_column(of + ".kind", static_cast<int>(sizeof...(A)), "one cell for each kind");
            int kind = 0;
            (
                [&] {
                    std::string label = std::to_string(kind++);
                    if constexpr (Typed<A>) label = A::type;
                    describe<A>(all, of + "." + label, n);
                }(),
                ...);
        }(static_cast<T const*>(nullptr), columns, name, seats, column);
    } else if constexpr (Text<T>) {
    } else if constexpr (List<T>) {
        column(name + ".length", 1, "number of items");
        describe<ListItem<T>>(columns, name + ".sum", seats.seats);
        for (int place = 1; place <= seats.history; ++place)
            describe<ListItem<T>>(columns, name + (place == 1 ? ".last" : ".last[-" + std::to_string(place) + "]"),
                                  seats);
    } else {
        boost::mp11::mp_for_each<Members<T>>([&](auto member) {
            using M = std::remove_cvref_t<decltype(std::declval<T>().*member.pointer)>;
            describe<M>(columns, name + (name.empty() ? "" : ".") + std::string(field_name(member)), seats);
        });
    }
}

/// A game's view as cells: the observer's seat, and all fields but `result`.
template <class View>
struct ViewCells {
    template <class Member>
    using Type = std::remove_cvref_t<decltype(std::declval<View>().*Member::pointer)>;

    template <class Member>
    static constexpr bool is_shown = codec::field_name(Member()) != "result";

    static int count(Shape seats) {
        int cells = seats;
        boost::mp11::mp_for_each<codec::Members<View>>([&]<class Member>(Member) {
            if constexpr (is_shown<Member>) cells += width<Type<Member>>(seats);
        });
        return cells;
    }

    /// \pre the cells are 0
    static Cell* write_to(Cell* out, View const& view, Frame frame) {
        out[frame.me] = 1;
        out += frame.seats;
        boost::mp11::mp_for_each<codec::Members<View>>([&]<class Member>(Member) {
            if constexpr (is_shown<Member>) out = write(out, view.*Member::pointer, frame);
        });
        return out;
    }

    static void describe_to(std::vector<Column>& columns, Shape seats) {
        columns.push_back({"seat", 0, seats, "one cell for each seat number, from 0"});
        boost::mp11::mp_for_each<codec::Members<View>>([&]<class Member>(Member) {
            if constexpr (is_shown<Member>)
                describe<Type<Member>>(columns, std::string(codec::field_name(Member())), seats);
        });
    }
};

} // namespace tefuda::python
