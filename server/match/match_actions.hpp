// The accepted actions of a match, encoded as bytes. Memory and the journal use the same encoding: for each action its
// seat and who acted, its time and its text (byte_codec.hpp), without anything between actions. So the journal can
// append: the bytes of two lists, joined, are the bytes of the joined list.
#pragma once

#include "rules/core/seat.hpp"

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

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

} // namespace tefuda::server
