// The accepted actions of a match. A server holds many, and adds one with each move: they stand in one text.
#pragma once

#include "rules/core/seat.hpp"

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>

namespace tefuda::server {

/// One accepted action.
struct MatchAction {
    Seat seat;
    std::string action;  ///< JSON text, as it was sent
    std::int64_t ms = 0; ///< since the match began

    friend bool operator==(MatchAction const&, MatchAction const&) = default;
};

/// In the order in which they were taken.
class MatchActions {
public:
    class Iterator;
    using value_type = MatchAction;
    using const_iterator = Iterator;

    MatchActions() = default;
    MatchActions(std::initializer_list<MatchAction> actions);

    void add(Seat seat, std::string_view action, std::int64_t ms);
    /// Has the place where the next one goes come from memory, while the caller does something else.
    void fetch() const { __builtin_prefetch(bytes_.data() + bytes_.size()); }
    /// Takes back all but the first ones. \pre there are so many
    void keep_first(std::size_t count);

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    /// When the last one was taken; 0 where there is none.
    std::int64_t last_ms() const { return last_ms_; }

    Iterator begin() const;
    Iterator end() const;

    friend bool operator==(MatchActions const&, MatchActions const&) = default;

private:
    /// Stands before each action's text.
    struct Head;

    std::string bytes_;
    std::size_t size_ = 0;
    std::int64_t last_ms_ = 0;
};

/// An input iterator: each action is read when it is asked for.
class MatchActions::Iterator {
public:
    using value_type = MatchAction;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;

    Iterator() = default;
    explicit Iterator(char const* at) : at_(at) {}

    MatchAction operator*() const;
    Iterator& operator++();
    void operator++(int) { ++*this; }
    friend bool operator==(Iterator const&, Iterator const&) = default;

private:
    friend class MatchActions;
    char const* at_ = nullptr;
};

} // namespace tefuda::server
