// The rows of rooms.sqlite with their check sums, and the file's format.
#pragma once

#include "server/store/sqlite/crc.hpp"
#include "server/store/sqlite/sqlite_file.hpp"

#include <cstdint>
#include <string>

namespace tefuda::server {

extern FileFormat const rooms_format;

/// What the file says of itself: the only row of `journal`.
struct RoomsHead {
    std::string id;           ///< the same as in the file of pending batches that it belongs to
    std::int64_t folded = 0;  ///< the number of the last batch that was folded
    std::int64_t writes = 0;  ///< counts the transactions that changed the file
    std::int64_t rooms = 0;   ///< number of rows of `room`
    std::int64_t sum = 0;     ///< of their check sums
    std::int64_t expired = 0; ///< seconds since 1970: when `expire` was called last, or the file was made

    std::uint32_t crc() const {
        return RowCrc().add(id).add(folded).add(writes).add(rooms).add(sum).add(expired).value();
    }
};

/// A row of `room`.
struct RoomRow {
    std::string state; ///< JSON of SavedRoom
    bool finished = false;
    std::int64_t touched = 0; ///< seconds since 1970
    std::int64_t matches = 0; ///< sum of its matches' check sums
    std::int64_t crc = 0;     ///< as it is stored; 0 in a row that is not stored yet

    std::uint32_t true_crc(std::string const& code) const {
        return RowCrc().add(code).add(state).add(finished).add(touched).add(matches).value();
    }
    bool is_whole(std::string const& code) const { return crc == true_crc(code); }
};

/// A row of `match` without its long columns, which have check sums of their own.
struct MatchRow {
    std::int64_t number = 1;
    std::int64_t setup_crc = 0;
    std::int64_t actions_crc = 0;
    std::int64_t ended = 0; ///< seconds since 1970; 0: it has not
    std::string banks;      ///< as banks_to_json
    std::int64_t crc = 0;   ///< as it is stored

    std::uint32_t true_crc(std::string const& room) const {
        return RowCrc().add(room).add(number).add(setup_crc).add(actions_crc).add(ended).add(banks).value();
    }
    bool is_whole(std::string const& room) const { return crc == true_crc(room); }
};

/// \param row columns number, setup_crc, actions_crc, ended, banks, crc first
inline MatchRow match_in(SQLite::Statement& row) {
    return {row.getColumn(0).getInt64(), row.getColumn(1).getInt64(),  row.getColumn(2).getInt64(),
            row.getColumn(3).getInt64(), row.getColumn(4).getString(), row.getColumn(5).getInt64()};
}

/// Computes the row's check sums, and writes it. \param setup JSON of SavedSetup \param actions MatchActions::bytes
void insert_match(SqliteFile& file, std::string const& room, MatchRow& match, std::string const& setup,
                  std::string const& actions);

} // namespace tefuda::server
