// The results of a board that has opened: worked out once, in small steps.
#pragma once

#include "server/daily/board_table.hpp"
#include "server/daily/choices.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
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

} // namespace tefuda::server
