// The puzzles as they are stored.
#pragma once

#include "server/store/sql.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// A position as the seat saw it that had to act, with its solution.
struct StoredPuzzle {
    std::string id; ///< 16 lower-case hex digits, random: it tells nothing of the match
    std::string game;
    std::int64_t found = 0; ///< microseconds since 1970
    std::string options;    ///< complete, JSON text
    int seats = 0;
    int seat = 0;
    std::string view;     ///< JSON text
    std::string legal;    ///< the seat's templates, JSON text
    std::string compared; ///< a list of ValuedAction, the best first, JSON text
    std::string room;
    int match = 0;
    int actions = 0; ///< how many came before it
};

/// For any thread, where the connection is; blocks. All functions throw StoreFailure.
class PuzzleTable {
public:
    /// How many of a game are kept: the newest.
    static constexpr int max_kept = 1000;

    explicit PuzzleTable(std::shared_ptr<Sql> sql) : sql_(std::move(sql)) {}

    /// A position that is there already stays as it is.
    void add(StoredPuzzle const& puzzle);
    std::optional<StoredPuzzle> find(std::string const& id);
    /// Of a game, the newest first.
    std::vector<std::string> ids(std::string const& game);

private:
    std::shared_ptr<Sql> const sql_;
};

} // namespace tefuda::server
