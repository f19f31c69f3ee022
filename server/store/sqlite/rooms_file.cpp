#include "server/store/sqlite/rooms_file.hpp"

#include "server/runtime/clock.hpp"

#include <spdlog/spdlog.h>

#include <sqlite3.h>

#include <algorithm>
#include <map>

namespace tefuda::server {

RoomsFile::RoomsFile(std::filesystem::path const& name, std::string const& id)
    : RoomsReader(name, [&](SqliteFile& made) {
          if (id.empty()) made.fail_as_damaged("its tables are missing");
          RoomsHead const head{.id = id, .expired = seconds_now()};
          made.run("INSERT INTO journal (id, folded, writes, rooms, sum, expired, crc) VALUES (?, 0, 0, 0, 0, ?, ?)",
                   head.id, head.expired, head.crc());
      }) {
    // KiB: the pages of matches that are on are written again and again.
    file().execute("PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 0");
    sqlite3_wal_hook(file().db().getHandle(), note_wal_pages, this);
    last_write_ = head().writes;
}

/// \param work changes the file, and the head that is written at the end of the transaction
template <class Work>
void RoomsFile::write(Work const& work) {
    file().guarded([&] {
        SQLite::Transaction transaction(file().db(), SQLite::TransactionBehavior::IMMEDIATE);
        auto changed = head();
        work(changed);
        ++changed.writes;
        file().run("UPDATE journal SET folded = ?, writes = ?, rooms = ?, sum = ?, expired = ?, crc = ?",
                   changed.folded, changed.writes, changed.rooms, changed.sum, changed.expired, changed.crc());
        file().guarded([&] { transaction.commit(); });
        last_write_ = changed.writes;
    });
}

void RoomsFile::fold(ChangesByRoom const& changes, std::optional<std::int64_t> last_batch) {
    write([&](RoomsHead& head) {
        for (auto const& [code, room] : changes) fold_room(code, room, head);
        if (last_batch) head.folded = *last_batch;
    });
}

void RoomsFile::preview(std::string const& code, RoomChanges const& changes, std::function<void()> const& read) {
    file().guarded([&] {
        // Rolled back at the end; until a commit, pages that have changed are in memory alone.
        SQLite::Transaction const transaction(file().db(), SQLite::TransactionBehavior::IMMEDIATE);
        auto unused = head();
        fold_room(code, changes, unused);
        read();
    });
}

/// Changes that contradict the rows must not keep the other rooms from being folded.
void RoomsFile::fold_room(std::string const& code, RoomChanges const& changes, RoomsHead& head) {
    auto const refuse = [&](std::string const& reason) {
        spdlog::error("The journal can't fold all of room {}: {}", code, reason);
    };
    fold_results(code, changes);
    fold_board(code, changes);
    auto row = room_row(code);
    if (row && changes.removed) {
        file().run("DELETE FROM room WHERE code = ?", code);
        --head.rooms;
        head.sum -= row->crc;
        row.reset();
    }
    // Its check sum must go on to say so.
    if (row && !row->is_whole(code)) return refuse("it is damaged");
    if (!row && !changes.state) return changes.matches.empty() ? void() : refuse("there is no such room");
    if (!row) {
        file().run("INSERT INTO room (code, state, finished, touched, matches, crc) VALUES (?, '', 0, 0, 0, 0)", code);
        ++head.rooms;
        row = RoomRow();
    }
    if (changes.state) {
        row->state = *changes.state;
        row->finished = changes.finished;
    }
    // A match may go on for longer than finished ones are kept, and nothing else of its room may change.
    row->touched = seconds_now();
    for (auto const number : changes.removed_matches) remove_match(code, number, *row);
    for (auto const& match : changes.matches) {
        try {
            fold_match(code, match, *row);
        } catch (Contradiction const& problem) {
            refuse(problem.what());
        }
    }
    write_row(code, *row, head);
    if (changes.players) fold_players(code, *changes.players);
}

/// A room that was over in between, as with each rematch, has the same rows again: they are compared, which costs a
/// tenth of writing them.
void RoomsFile::fold_players(std::string const& code, RoomPlayers const& players) {
    using Row = std::pair<std::string, int>;
    std::vector<Row> before, now;
    file().select(
        "SELECT player, over FROM seated WHERE room = ?",
        [&](SQLite::Statement& row) { before.emplace_back(row.getColumn(0).getString(), row.getColumn(1).getInt()); },
        code);
    for (auto const& player : players.ids) now.emplace_back(player, players.is_over ? 1 : 0);
    for (auto const& player : players.lines) now.emplace_back(player, 2);
    if (std::ranges::is_permutation(before, now)) return;
    file().run("DELETE FROM seated WHERE room = ?", code);
    for (auto const& [player, over] : now)
        file().run("INSERT INTO seated (player, over, room) VALUES (?, ?, ?)", player, over, code);
}

void RoomsFile::fold_results(std::string const& code, RoomChanges const& changes) {
    for (auto const& result : changes.results) {
        std::int64_t const crc =
            RowCrc().add(code).add(std::int64_t{result.match}).add(result.ended).add(result.text).value();
        file().run("INSERT OR REPLACE INTO result (room, match, ended, game, text, crc) VALUES (?, ?, ?, ?, ?, ?)",
                   code, result.match, result.ended, result.game, result.text, crc);
        for (auto const& [player, won] : result.players)
            file().run(
                "INSERT OR REPLACE INTO played (player, ended, room, match, game, won) VALUES (?, ?, ?, ?, ?, ?)",
                player, result.ended, code, result.match, result.game, won ? 1 : 0);
    }
}

/// A player who has begun the board in another room keeps that: whoever made this one has looked before.
void RoomsFile::fold_board(std::string const& code, RoomChanges const& changes) {
    if (auto const& board = changes.board)
        file().run("INSERT OR IGNORE INTO attempt (day, game, player, room, human) VALUES (?, ?, ?, ?, ?)", board->day,
                   board->game, board->player, code, board->is_human ? 1 : 0);
    if (auto const& end = changes.board_end)
        file().run("UPDATE attempt SET margin = ? WHERE room = ?", end->margin, code);
}

void RoomsFile::write_row(std::string const& code, RoomRow& row, RoomsHead& head) {
    head.sum -= row.crc;
    row.crc = row.true_crc(code);
    head.sum += row.crc;
    file().run("UPDATE room SET state = ?, finished = ?, touched = ?, matches = ?, crc = ? WHERE code = ?", row.state,
               row.finished ? 1 : 0, row.touched, row.matches, row.crc, code);
}

/// Sums up what is left: the check sum of the match may be what is damaged.
void RoomsFile::remove_match(std::string const& code, int number, RoomRow& room) {
    file().run("DELETE FROM match WHERE room = ? AND number = ?", code, number);
    room.matches = sum_of_matches(code);
}

void RoomsFile::fold_match(std::string const& code, MatchChanges const& changes, RoomRow& room) {
    auto const& actions = changes.actions.bytes();
    MatchRow match{.number = changes.number, .ended = changes.ended ? seconds_now() : 0, .banks = changes.banks};
    if (changes.setup) {
        insert_match(file(), code, match, *changes.setup, actions);
        room.matches += match.crc;
        return;
    }
    auto found = false;
    file().select(
        "SELECT number, setup_crc, actions_crc, ended, banks, crc FROM match WHERE room = ? AND number = ?",
        [&](SQLite::Statement& row) {
            auto const before = match_in(row);
            if (!before.is_whole(code)) throw Contradiction("match " + std::to_string(match.number) + " is damaged");
            found = true;
            match.setup_crc = before.setup_crc;
            match.actions_crc = crc_of(actions, static_cast<std::uint32_t>(before.actions_crc));
            if (!changes.ended) match.ended = before.ended;
            room.matches -= before.crc;
        },
        code, match.number);
    if (!found) throw Contradiction("it has no match " + std::to_string(match.number));
    match.crc = match.true_crc(code);
    room.matches += match.crc;
    file().run("UPDATE match SET crc = ?, actions_crc = ?, ended = ?, banks = ?, "
               "actions = CAST(actions || ? AS BLOB) WHERE room = ? AND number = ?",
               match.crc, match.actions_crc, match.ended, match.banks, Blob{actions}, code, match.number);
}

std::vector<std::string> RoomsFile::expire(std::int64_t seconds, std::int64_t now) {
    auto const old = now - seconds;
    write([&](RoomsHead& head) {
        std::map<std::string, std::int64_t> sums;
        file().select(
            "SELECT room, crc FROM match WHERE ended <> 0 AND ended < ? AND number < "
            "(SELECT max(number) FROM match AS other WHERE other.room = match.room)",
            [&](SQLite::Statement& row) { sums[row.getColumn(0).getString()] += row.getColumn(1).getInt64(); }, old);
        for (auto const& [code, sum] : sums) {
            auto row = room_row(code);
            if (!row || !row->is_whole(code)) continue;
            file().run("DELETE FROM match WHERE room = ?1 AND ended <> 0 AND ended < ?2 AND number < "
                       "(SELECT max(number) FROM match WHERE room = ?1)",
                       code, old);
            row->matches -= sum;
            write_row(code, *row, head);
        }
        head.expired = now;
    });
    std::vector<std::string> codes;
    file().select(
        "SELECT code FROM room WHERE touched < ?",
        [&](SQLite::Statement& row) { codes.push_back(row.getColumn(0).getString()); }, old);
    return codes;
}

std::uint64_t RoomsFile::used_bytes() {
    return static_cast<std::uint64_t>(file().number("SELECT (page_count - freelist_count) * page_size "
                                                    "FROM pragma_page_count, pragma_freelist_count, pragma_page_size"));
}

Store::Trimmed RoomsFile::trim(std::uint64_t bytes, std::int64_t from) {
    // Windows of matches in the order in which they came into the file, which needs no search; within one the oldest
    // first.
    constexpr std::size_t window = 1024;
    constexpr std::int64_t row_bytes = 200;
    Store::Trimmed trimmed;
    auto const used = used_bytes();
    if (used <= bytes) return trimmed;
    struct Row {
        std::int64_t ended, id, size, crc;
        std::string room;
        bool is_newest, room_is_over;
    };
    std::vector<Row> rows;
    file().select(
        "SELECT ended, match.rowid, length(setup) + length(actions), match.crc, match.room, "
        "number = (SELECT max(number) FROM match AS other WHERE other.room = match.room), room.finished "
        "FROM match JOIN room ON room.code = match.room "
        "WHERE match.rowid > ? AND ended <> 0 ORDER BY match.rowid LIMIT ?",
        [&](SQLite::Statement& row) {
            rows.push_back({row.getColumn(0).getInt64(), row.getColumn(1).getInt64(), row.getColumn(2).getInt64(),
                            row.getColumn(3).getInt64(), row.getColumn(4).getString(), row.getColumn(5).getInt() != 0,
                            row.getColumn(6).getInt() != 0});
        },
        from, static_cast<std::int64_t>(window));
    auto const next = rows.size() == window ? std::optional(rows.back().id) : std::nullopt;
    std::ranges::stable_sort(rows, {}, &Row::ended);
    auto excess = static_cast<std::int64_t>(used - bytes);
    std::map<std::string, std::vector<Row>> earlier;
    for (auto& row : rows) {
        if (excess <= 0) break;
        if (row.is_newest && !row.room_is_over) continue;
        excess -= row.size + row_bytes;
        if (row.is_newest)
            trimmed.rooms.push_back(std::move(row.room));
        else
            earlier[row.room].push_back(row);
    }
    if (excess > 0) trimmed.next = next;
    if (earlier.empty()) return trimmed;
    write([&](RoomsHead& head) {
        for (auto const& [code, matches] : earlier) {
            auto room = room_row(code);
            if (!room || !room->is_whole(code)) continue;
            for (auto const& match : matches) {
                file().run("DELETE FROM match WHERE rowid = ?", match.id);
                room->matches -= match.crc;
                ++trimmed.matches;
            }
            write_row(code, *room, head);
        }
    });
    return trimmed;
}

void RoomsFile::checkpoint() {
    // Whatever else keeps it from copying, a later one copies more.
    wal_copy_.copy(file().db().getHandle(), SQLITE_CHECKPOINT_PASSIVE);
}

RoomsFile::~RoomsFile() {
    if (wal_copy_.has_failed()) file().keep_wal_at_close();
}

int RoomsFile::note_wal_pages(void* self, sqlite3*, char const*, int pages) {
    static_cast<RoomsFile*>(self)->wal_pages_ = pages;
    return SQLITE_OK;
}

} // namespace tefuda::server
