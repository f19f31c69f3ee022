// Seats at the table, and the observers of a match.
#pragma once

#include "rules/core/inplace_vector.hpp"

#include <boost/container/small_vector.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace tefuda {

/// Largest number of seats in any game.
inline constexpr int max_seats = 13;

/// A seat at the table. Seats are numbered from 0, clockwise.
class Seat {
public:
    constexpr explicit Seat(int number) : number_(static_cast<std::uint8_t>(number)) {}

    constexpr int number() const { return number_; }

    /// The seat `steps` places to the left, that is clockwise (a negative number goes to the right), at a table with
    /// `seats` seats.
    constexpr Seat left(int seats, int steps = 1) const { return Seat((((number_ + steps) % seats) + seats) % seats); }

    constexpr auto operator<=>(Seat const&) const = default;

private:
    std::uint8_t number_;
};

using Seats = InplaceVector<Seat, max_seats>;

/// The seats 0 … n−1.
inline Seats all_seats(int n) {
    Seats seats;
    for (int number = 0; number < n; ++number) seats.emplace_back(number);
    return seats;
}

/// One T per seat, indexed by seat.
/// \tparam Items the container; the default has inline storage, so that engines do not allocate
template <class T, class Items = InplaceVector<T, max_seats>>
class PerSeat {
public:
    using value_type = T;

    // Not defaulted: value-initialisation would first fill the whole storage with zeros.
    PerSeat() {}
    explicit PerSeat(int seats, T const& value = T()) : items_(static_cast<std::size_t>(seats), value) {}
    PerSeat(std::initializer_list<T> items) : items_(items.begin(), items.end()) {}

    T& operator[](Seat seat) { return items_[static_cast<std::size_t>(seat.number())]; }
    T const& operator[](Seat seat) const { return items_[static_cast<std::size_t>(seat.number())]; }

    int seats() const { return static_cast<int>(items_.size()); }
    void push_back(T item) { items_.push_back(std::move(item)); }

    auto begin() { return items_.begin(); }
    auto end() { return items_.end(); }
    auto begin() const { return items_.begin(); }
    auto end() const { return items_.end(); }

    friend bool operator==(PerSeat const&, PerSeat const&) = default;

private:
    Items items_;
};

/// A PerSeat for items that are kept for a long time: it allocates memory only for more than four seats.
template <class T>
using SeatList = PerSeat<T, boost::container::small_vector<T, 4>>;

/// A PerSeat that is rarely filled: nothing of it is inline, so that what holds it stays small.
template <class T>
using RareSeatList = PerSeat<T, std::vector<T>>;

/// The person who looks at a match: the player at a seat, or a spectator, who sees only public information.
class Observer {
public:
    constexpr Observer(Seat seat) : seat_(seat) {}
    static constexpr Observer spectator() { return Observer(); }

    /// std::nullopt for a spectator.
    constexpr std::optional<Seat> seat() const { return seat_; }
    constexpr bool is(Seat seat) const { return seat_ == seat; }

    friend bool operator==(Observer const&, Observer const&) = default;

private:
    constexpr Observer() = default;
    std::optional<Seat> seat_;
};

} // namespace tefuda
