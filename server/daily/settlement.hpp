// The results of boards that have opened: worked out once, in small steps.
#pragma once

#include "server/daily/board_table.hpp"
#include "server/daily/choices.hpp"
#include "server/daily/settlement.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Gives the actions of a finished board's match; nothing where they are gone.
using ReadActions = std::function<std::optional<MatchActions>(std::string const& room)>;

/// Percents and choices of a board. Nothing may be finished there any more. Not thread-safe.
class Settlement {
public:
    /// Matches that are read in one step.
    static constexpr std::size_t step_size = 100;

    /// \param board is open \throws StoreFailure
    Settlement(Board board, BoardTable& table, ReadActions read);

    /// Reads some of its matches; at the end the table has the results. \returns whether there is more to do
    /// \throws StoreFailure
    bool step();

    Board const& board() const { return board_; }

private:
    Board const board_;
    BoardTable& table_;
    ReadActions const read_;
    std::vector<BoardTable::Attempt> const finished_;
    Choices choices_;
    std::size_t next_ = 0;
};

/// The results of those who have finished a board. Programs have no percent, and count in nobody's.
/// \param finished the best first
std::vector<BoardTable::Line> lines_of(std::vector<BoardTable::Attempt> const& finished);

/// Settles boards step by step, so that others have their turn on the same thread meanwhile. For one thread.
class Settlements {
public:
    /// How many may wait for one board.
    static constexpr std::size_t max_waiting = 1'000;

    using Task = std::function<void()>;
    using Then = std::function<void(bool is_settled)>;

    /// \param later does a task on the thread, after what others wait for; or says that it can't
    Settlements(BoardTable& table, ReadActions read, std::function<bool(Task)> later)
        : table_(table), read_(std::move(read)), later_(std::move(later)) {}

    /// \param then told whether it could be done, once, on the thread \throws StoreFailure then `then` is not called
    void settle(Board const& board, Then then);
    bool empty() const { return under_way_.empty(); }

private:
    using Key = std::pair<int, std::string>; ///< day and game
    struct Settling {
        Settlement work;
        std::vector<Then> waiting;
    };

    void go_on(Key const& key);
    void end(Key const& key, bool is_settled);

    BoardTable& table_;
    ReadActions const read_;
    std::function<bool(Task)> const later_;
    std::map<Key, Settling> under_way_;
};

} // namespace tefuda::server
