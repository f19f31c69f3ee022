#include "server/store/sqlite/rooms_reader.hpp"

#include "server/store/saved_json.hpp"

#include <spdlog/spdlog.h>

#include <sqlite3.h>

#include <utility>

namespace tefuda::server {

RoomsHead RoomsReader::head() {
    RoomsHead head;
    std::int64_t crc = -1;
    file_.select("SELECT id, folded, writes, rooms, sum, expired, crc FROM journal", [&](SQLite::Statement& row) {
        head = {row.getColumn(0).getString(), row.getColumn(1).getInt64(), row.getColumn(2).getInt64(),
                row.getColumn(3).getInt64(),  row.getColumn(4).getInt64(), row.getColumn(5).getInt64()};
        crc = row.getColumn(6).getInt64();
    });
    if (crc != head.crc()) file_.fail_as_damaged("its head is not what was stored");
    return head;
}

/// Reads the rows by the index as all reads do, and not their long columns.
std::int64_t RoomsReader::sum_of_matches(std::string const& code) {
    std::int64_t sum = 0;
    file_.select(
        "SELECT crc FROM match WHERE room = ?", [&](SQLite::Statement& row) { sum += row.getColumn(0).getInt64(); },
        code);
    return sum;
}

/// Whether the room's matches are those that its row sums up. A check sum among them may itself be damaged: then the
/// sum of what they should be is right.
bool RoomsReader::has_all_matches(std::string const& code, RoomRow const& row) {
    if (sum_of_matches(code) == row.matches) return true;
    std::int64_t sum = 0;
    file_.select(
        "SELECT number, setup_crc, actions_crc, ended, banks, crc FROM match WHERE room = ?",
        [&](SQLite::Statement& found) { sum += match_in(found).true_crc(code); }, code);
    return sum == row.matches;
}

void RoomsReader::check_whole(std::string const& code, RoomRow const& row) {
    if (!row.is_whole(code)) fail_as_damaged(code, "row");
    if (!has_all_matches(code, row)) fail_as_damaged(code, "list of matches");
}

namespace {

/// \param row columns state, finished, touched, matches, crc from this one on
RoomRow room_in(SQLite::Statement& row, int from) {
    return {row.getColumn(from).getString(), row.getColumn(from + 1).getInt() != 0, row.getColumn(from + 2).getInt64(),
            row.getColumn(from + 3).getInt64(), row.getColumn(from + 4).getInt64()};
}

/// The code of a damaged row, also if the damage is one bit of the code itself.
std::string true_code(std::string const& code, RoomRow const& row) {
    for (std::size_t i = 0; i < 8 * code.size(); ++i) {
        auto other = code;
        other[i / 8] = static_cast<char>(other[i / 8] ^ (1 << i % 8));
        if (row.is_whole(other)) return other;
    }
    return code;
}

} // namespace

Store::Recovered RoomsReader::recover(std::function<void(StoredRoom)> const& each) {
    Store::Recovered recovered;
    std::vector<std::string> codes;
    std::int64_t sum = 0;
    auto const add = [&](std::string const& code, RoomRow const& row) {
        codes.push_back(code);
        sum += row.crc;
        try {
            check_whole(code, row);
            if (row.finished)
                recovered.finished.push_back(code);
            else
                each(stored_room(code, row));
        } catch (StoreFailure const& problem) {
            spdlog::error("{}", problem.what());
            auto const& named = recovered.damaged.emplace_back(true_code(code, row));
            if (named != code) misnamed_.insert(named);
        }
    };
    file_.select("SELECT code, state, finished, touched, matches, crc FROM room",
                 [&](SQLite::Statement& row) { add(row.getColumn(0).getString(), room_in(row, 1)); });
    auto const expected = head();
    if (static_cast<std::int64_t>(codes.size()) != expected.rooms)
        file_.fail_as_damaged("it has " + std::to_string(codes.size()) + " rooms instead of " +
                              std::to_string(expected.rooms));
    // With a wrong code among them, rooms that are whole may not be found by theirs.
    if (!recovered.damaged.empty())
        for (auto const& code : codes)
            if (!room_row(code)) file_.fail_as_damaged("its rooms are not in their order");
    // A room that is damaged changes the sum too.
    if (sum != expected.sum && recovered.damaged.empty())
        file_.fail_as_damaged("a room in it is older than the others");
    return recovered;
}

std::optional<RoomRow> RoomsReader::room_row(std::string const& code) {
    std::optional<RoomRow> found;
    file_.select(
        "SELECT state, finished, touched, matches, crc FROM room WHERE code = ?",
        [&](SQLite::Statement& row) { found = room_in(row, 0); }, code);
    return found;
}

std::optional<StoredRoom> RoomsReader::read_room(std::string const& code) {
    auto const row = room_row(code);
    if (!row && misnamed_.contains(code)) fail_as_damaged(code, "row");
    if (!row) return std::nullopt;
    check_whole(code, *row);
    return stored_room(code, *row);
}

StoredRoom RoomsReader::stored_room(std::string const& code, RoomRow const& row) {
    auto room = read_saved_room(row.state);
    if (!room) fail_as_damaged(code, "state");
    StoredRoom stored{code, std::move(*room), std::nullopt};
    file_.select(
        "SELECT number, setup_crc, actions_crc, ended, banks, crc, setup, actions FROM match WHERE room = ? "
        "ORDER BY number DESC LIMIT 1",
        [&](SQLite::Statement& found) {
            try {
                stored.last_match = stored_match(found, code);
            } catch (StoreFailure const& problem) {
                // The room is whole: it can go on with another match.
                stored.damage = {found.getColumn(0).getInt(), problem.what()};
            }
        },
        code);
    return stored;
}

/// \param row number, setup_crc, actions_crc, ended, banks, crc, setup, actions
StoredMatch RoomsReader::stored_match(SQLite::Statement& row, std::string const& code) {
    auto const match = match_in(row);
    if (!match.is_whole(code)) fail_as_damaged(code, match.number);
    auto const setup_text = row.getColumn(6).getString();
    auto actions_bytes = row.getColumn(7).getString();
    if (crc_of(setup_text) != match.setup_crc || crc_of(actions_bytes) != match.actions_crc)
        fail_as_damaged(code, match.number);
    auto setup = read_saved_setup(setup_text);
    auto actions = MatchActions::from_bytes(std::move(actions_bytes));
    auto banks = read_banks(match.banks);
    if (!setup || !actions || !banks) fail_as_damaged(code, match.number);
    return {static_cast<int>(match.number), std::move(*setup), std::move(*actions), std::move(*banks)};
}

std::optional<StoredMatch> RoomsReader::read_match(std::string const& room, int number) {
    std::optional<StoredMatch> match;
    file_.select(
        "SELECT number, setup_crc, actions_crc, ended, banks, crc, setup, actions FROM match "
        "WHERE room = ? AND number = ? AND ended <> 0",
        [&](SQLite::Statement& row) { match = stored_match(row, room); }, room, number);
    return match;
}

std::vector<int> RoomsReader::ended_matches(std::string const& room, int from) {
    std::vector<int> numbers;
    file_.select(
        "SELECT number FROM match WHERE room = ? AND number >= ? AND ended <> 0 ORDER BY number LIMIT 1000",
        [&](SQLite::Statement& row) { numbers.push_back(row.getColumn(0).getInt()); }, room, from);
    return numbers;
}

std::vector<std::string> RoomsReader::codes() {
    std::vector<std::string> codes;
    file_.select("SELECT code FROM room",
                 [&](SQLite::Statement& row) { codes.push_back(row.getColumn(0).getString()); });
    return codes;
}

bool RoomsReader::read_all(std::string const& code, std::function<void(StoredMatch, bool ended)> const& each,
                           std::function<void(std::string const& sentence)> const& damaged) {
    // One transaction: what it reads belongs together although another connection writes.
    return file_.guarded([&] {
        SQLite::Transaction const transaction(file_.db());
        auto const row = room_row(code);
        if (!row) return false;
        check_whole(code, *row);
        if (!read_saved_room(row->state)) fail_as_damaged(code, "state");
        file_.select(
            "SELECT number, setup_crc, actions_crc, ended, banks, crc, setup, actions FROM match WHERE room = ?",
            [&](SQLite::Statement& found) {
                std::optional<StoredMatch> match;
                try {
                    match = stored_match(found, code);
                } catch (StoreFailure const& problem) {
                    return damaged(problem.what());
                }
                each(std::move(*match), found.getColumn(3).getInt64() != 0);
            },
            code);
        return true;
    });
}

/// One room, or one match of it: the others are served, so nothing is said of the whole folder.
void RoomsReader::fail_as_damaged(std::string const& code, std::string const& part, std::string const& remedy) const {
    throw StoreFailure("The journal " + file_.name().string() + " is damaged (the " + part + " of room " + code +
                       " can't be read): " + remedy + " a backup may have it whole.");
}

void RoomsReader::fail_as_damaged(std::string const& code, std::string const& part) const {
    fail_as_damaged(code, part, "only this room is locked;");
}

void RoomsReader::fail_as_damaged(std::string const& code, std::int64_t match) const {
    auto const number = std::to_string(match);
    fail_as_damaged(code, "match " + number,
                    "only this match is locked; `tefuda-server drop-match " + code + " " + number + "` deletes it;");
}

void RoomsReader::interrupt() {
    sqlite3_interrupt(file_.db().getHandle());
}

} // namespace tefuda::server
