// The accepted actions of a match, encoded as bytes. Memory and the journal use the same encoding: for each action its
// seat and who acted, its time and its text (byte_codec.hpp), without anything between actions. So the journal can
// append: the bytes of two lists, joined, are the bytes of the joined list.
#pragma once

#include "rules/core/seat.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tefuda::server {

/// Added to the number of a seat for which a built-in bot acted. Stored: it must not change.
inline constexpr std::uint64_t by_bot_flag = 32;
static_assert(max_seats <= static_cast<int>(by_bot_flag));

/// One accepted action.
struct MatchAction {
    Seat seat;
    std::string action; ///< JSON text of an object, in the server's writing
    std::int64_t ms;    ///< time since the match began
    bool by_bot;        ///< a built-in bot acted in place of the seat's player

    friend bool operator==(MatchAction const&, MatchAction const&) = default;
};

/// In the order in which they were accepted.
class MatchActions {
public:
    class Iterator;
    using value_type = MatchAction;
    using const_iterator = Iterator;

    MatchActions() = default;
    MatchActions(std::initializer_list<MatchAction> actions);

    /// Takes the whole action: no field of it has a default that a caller could forget.
    /// \pre its ms is not negative, and not less than last_ms()
    void add(MatchAction const& action);

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    /// The time of the last action; 0 if there is none.
    std::int64_t last_ms() const { return last_ms_; }

    std::string const& bytes() const { return bytes_; }
    /// Decodes bytes, which may be damaged.
    /// \returns nothing if a seat is not less than `max_seats`, an action is not a JSON object, or a time is less than
    /// the one before it
    static std::optional<MatchActions> from_bytes(std::string bytes);

    Iterator begin() const;
    /// At the action that was added when `bytes()` was so long.
    Iterator from(std::size_t bytes) const;
    Iterator end() const;

    friend bool operator==(MatchActions const&, MatchActions const&) = default;

private:
    std::string bytes_;
    std::size_t size_ = 0;
    std::int64_t last_ms_ = 0;
};

/// An input iterator; decodes an action at each dereference. Non-owning: the list must outlive it and not change.
class MatchActions::Iterator {
public:
    using value_type = MatchAction;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;

    Iterator() = default;

    MatchAction operator*() const;
    Iterator& operator++();
    void operator++(int) { ++*this; }
    friend bool operator==(Iterator const& one, Iterator const& other) {
        return one.rest_.data() == other.rest_.data();
    }

private:
    friend class MatchActions;
    explicit Iterator(std::string_view rest) : rest_(rest) {}

    /// The bytes of the current action and all later ones.
    std::string_view rest_;
};

/// One room's share of how much memory the actions of all matches take. The sum of all is thread-safe, an object is
/// not.
class MatchBytes {
public:
    MatchBytes() = default;
    MatchBytes(MatchBytes&& other) noexcept : mine_(std::exchange(other.mine_, 0)) {}
    MatchBytes& operator=(MatchBytes&& other) noexcept {
        std::swap(mine_, other.mine_);
        return *this;
    }
    ~MatchBytes() { set(0); }

    void set(std::size_t bytes) {
        // Modulo 2^64: the sum is right again when all are added.
        if (bytes != mine_) all += static_cast<std::uint64_t>(bytes) - std::exchange(mine_, bytes);
    }

    /// Of all rooms in memory.
    static std::uint64_t in_all() { return all; }

private:
    inline static std::atomic<std::uint64_t> all = 0;
    std::size_t mine_ = 0;
};

} // namespace tefuda::server
