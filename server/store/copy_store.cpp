#include "server/store/copy_store.hpp"

#include "protocol/codec/text.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace tefuda::server {

namespace {

bool has_nul(std::string_view text) {
    return text.find('\0') != std::string_view::npos;
}

/// One room as the transaction that makes it, while that is put together.
class RoomCopy {
public:
    explicit RoomCopy(StoredRoom const& room) {
        transaction_.room = room.code;
        transaction_.epoch = first_epoch;
        transaction_.creates = true;
        auto saved = room.room;
        for (auto& seat : saved.seats) {
            codec::replace_nul(seat.name);
            codec::replace_nul(seat.entropy);
        }
        if (saved.evening)
            for (auto& line : saved.evening->lines) codec::replace_nul(line.name);
        transaction_.changes.emplace_back(RoomSaved{std::move(saved)});
        auto players = players_of(room.room);
        if (!players.ids.empty() || !players.lines.empty()) transaction_.changes.emplace_back(std::move(players));
    }

    void add(StoredMatch const& match, bool ended) {
        auto& changes = transaction_.changes;
        auto setup = match.setup;
        std::ranges::for_each(setup.names, codec::replace_nul);
        changes.emplace_back(MatchBegun{match.number, std::move(setup)});
        std::int64_t number = 0;
        auto const count = static_cast<std::int64_t>(match.actions.size());
        for (auto const& action : match.actions) {
            ++number;
            // Only the banks after the last action are stored, and needed.
            changes.emplace_back(ActionTaken{match.number, action.seat, action.action, action.ms,
                                             number == count ? match.banks : std::vector<std::int64_t>(), number,
                                             action.by_bot});
        }
        if (ended) changes.emplace_back(MatchEnded{match.number});
        ++matches_;
        actions_ += match.actions.size();
    }

    std::string const& code() const { return transaction_.room; }

    /// Stores the room, and gives it back.
    void store_in(SharedStore& store, CopiedRooms& copied) const {
        if (!store.commit(std::span(&transaction_, 1)).empty())
            throw StoreFailure("a server claimed it while it was brought over: try again.");
        store.give_back({{transaction_.room, transaction_.epoch}});
        ++copied.rooms;
        copied.matches += matches_;
        copied.actions += actions_;
    }

private:
    Transaction transaction_;
    std::size_t matches_ = 0;
    std::size_t actions_ = 0;
};

/// Adds a match, unless the cards of its deal came from an entropy that the copy can't have.
void add(RoomCopy& copy, StoredMatch const& match, bool ended, std::vector<std::string>& not_copied) {
    auto const& from = match.setup.from;
    if (std::ranges::any_of(match.setup.entropies, has_nul) || (from && std::ranges::any_of(from->entropies, has_nul)))
        not_copied.push_back("Match " + std::to_string(match.number) + " of room " + copy.code() +
                             " was dealt with an entropy that has U+0000, which the database can't have.");
    else
        copy.add(match, ended);
}

/// \param not_copied gets a sentence for each match that can't be read
/// \returns nothing if there is no such room \throws StoreFailure if it can't be read
std::optional<RoomCopy> read_copy(Store& from, std::string const& code, std::vector<std::string>& not_copied) {
    auto const room = from.read_room(code);
    if (!room) return std::nullopt;
    RoomCopy copy(*room);
    auto const& newest = room->last_match;
    auto const last = room->damage ? room->damage->match : newest ? newest->number : 0;
    for (auto number = 1; number < last; ++number) {
        try {
            // Some may have been deleted because of their age.
            if (auto const match = from.read_match(code, number)) add(copy, *match, true, not_copied);
        } catch (StoreFailure const& problem) {
            not_copied.emplace_back(problem.what());
        }
    }
    if (room->damage)
        not_copied.push_back(room->damage->sentence);
    else if (newest && room->room.status == RoomStatus::waiting)
        not_copied.push_back("Match " + std::to_string(last) + " of room " + code + " was given up.");
    else if (newest)
        add(copy, *newest, room->room.status != RoomStatus::playing, not_copied);
    return copy;
}

/// Stores it, unless the store refuses just this room.
void store(RoomCopy const& copy, SharedStore& to, CopiedRooms& copied) {
    try {
        copy.store_in(to, copied);
    } catch (StoreAway const&) {
        throw;
    } catch (StoreFailure const& problem) {
        copied.not_copied.push_back("Room " + copy.code() + " was not taken: " + problem.what());
    }
}

/// Copies a table in steps.
/// \param read the rows behind a key, in its order, 1000 at most; the key are their first columns
/// \param key before all rows
/// \returns how many rows it has read
std::size_t copy_table(Sql& from, SqlSelect read, std::vector<SqlValue> key, Sql& to, char const* write) {
    constexpr std::size_t step = 1000;
    std::size_t count = 0;
    for (;;) {
        auto const rows = from.read_one(read, key);
        std::vector<SqlCall> calls;
        for (auto const& row : rows) {
            auto& call = calls.emplace_back(SqlCall{write, {row.begin(), row.end()}});
            for (auto& value : call.values)
                if (value) codec::replace_nul(*value);
        }
        if (!calls.empty()) to.write(WriteKey(), calls);
        count += rows.size();
        if (rows.size() < step) return count;
        std::copy_n(rows.back().begin(), key.size(), key.begin());
    }
}

void copy_boards(Sql& boards, Sql& results, Sql& to) {
    copy_table(boards,
               "SELECT day, game, secret, seats, options, coalesce(CAST(par AS TEXT), ''), settled, choices FROM board "
               "WHERE (day, game) > (CAST($1 AS INTEGER), $2) ORDER BY day, game LIMIT 1000",
               {"0", ""}, to,
               "INSERT INTO board (day, game, secret, seats, options, par, settled, choices) VALUES "
               "($1, $2, $3, $4, $5, CAST(nullif($6, '') AS BIGINT), $7, $8) ON CONFLICT DO NOTHING");
    copy_table(boards,
               "SELECT day, game, room, player, margin, coalesce(CAST(percent AS TEXT), '') FROM board_line "
               "WHERE (day, game, room) > (CAST($1 AS INTEGER), $2, $3) ORDER BY day, game, room LIMIT 1000",
               {"0", "", ""}, to,
               "INSERT INTO board_line (day, game, room, player, margin, percent) VALUES "
               "($1, $2, $3, $4, $5, CAST(nullif($6, '') AS INTEGER)) ON CONFLICT DO NOTHING");
    copy_table(results,
               "SELECT day, game, player, room, human, coalesce(CAST(margin AS TEXT), '') FROM attempt "
               "WHERE (day, game, player) > (CAST($1 AS INTEGER), $2, $3) ORDER BY day, game, player LIMIT 1000",
               {"0", "", ""}, to,
               "INSERT INTO attempt (day, game, player, room, human, margin) VALUES "
               "($1, $2, $3, $4, $5, CAST(nullif($6, '') AS BIGINT)) ON CONFLICT DO NOTHING");
    // What is open stays so.
    for (auto const& row : boards.read_one("SELECT opened FROM board_state", {}))
        to.write_one(WriteKey(),
                     "UPDATE board_state SET opened = CAST($1 AS INTEGER) WHERE opened < CAST($1 AS INTEGER)",
                     {row[0]});
}

void copy_puzzles(Sql& from, Sql& to) {
    copy_table(
        from,
        "SELECT id, game, found, options, seats, seat, view, legal, compared, room, match, actions FROM puzzle "
        "WHERE id > $1 ORDER BY id LIMIT 1000",
        {""}, to,
        "INSERT INTO puzzle (id, game, found, options, seats, seat, view, legal, compared, room, match, actions) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING");
}

void copy_operator(Sql& from, Sql& to) {
    copy_table(from,
               "SELECT number, kind, coalesce(player, ''), coalesce(network, ''), coalesce(until, -1), because, since, "
               "lifted FROM sanction WHERE number > CAST($1 AS BIGINT) ORDER BY number LIMIT 1000",
               {"0"}, to,
               "INSERT INTO sanction (number, kind, player, network, until, because, since, lifted) VALUES "
               "(CAST($1 AS BIGINT), $2, nullif($3, ''), nullif($4, ''), nullif(CAST($5 AS BIGINT), -1), $6, "
               "CAST($7 AS BIGINT), CAST($8 AS BIGINT)) ON CONFLICT DO NOTHING");
    copy_table(from,
               "SELECT number, at, command, arguments, player FROM operator_act WHERE number > CAST($1 AS BIGINT) "
               "ORDER BY number LIMIT 1000",
               {"0"}, to,
               "INSERT INTO operator_act (number, at, command, arguments, player) VALUES "
               "(CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, $4, $5) ON CONFLICT DO NOTHING");
    copy_table(from,
               "SELECT number, at, report, coalesce(player, '') FROM report WHERE number > CAST($1 AS BIGINT) "
               "ORDER BY number LIMIT 1000",
               {"0"}, to,
               "INSERT INTO report (number, at, report, player) VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, "
               "nullif($4, '')) ON CONFLICT DO NOTHING");
    copy_table(from, "SELECT id, text, coalesce(until, -1) FROM notice WHERE id > CAST($1 AS BIGINT)", {"0"}, to,
               "INSERT INTO notice (id, text, until) VALUES (CAST($1 AS BIGINT), $2, nullif(CAST($3 AS BIGINT), -1)) "
               "ON CONFLICT DO NOTHING");
}

} // namespace

CopiedRooms copy_rooms(Store& from, SharedStore& to) {
    to.prepare({});
    std::vector<std::string> codes;
    auto recovered = from.recover([&](ClaimedRoom const& claimed) { codes.push_back(claimed.room.code); });
    codes.insert(codes.end(), recovered.finished.begin(), recovered.finished.end());
    CopiedRooms copied;
    for (auto const& code : recovered.damaged) copied.not_copied.push_back("Room " + code + " can't be read.");
    for (auto const& code : codes) {
        if (to.read_room(code)) {
            ++copied.present;
            continue;
        }
        std::optional<RoomCopy> copy;
        try {
            copy = read_copy(from, code, copied.not_copied);
        } catch (StoreFailure const& problem) {
            copied.not_copied.emplace_back(problem.what());
        }
        if (copy) store(*copy, to, copied);
    }
    return copied;
}

CopiedTables copy_tables(Sql& players, Sql& results, Sql& operators, Sql& to) {
    CopiedTables copied;
    copied.players = copy_table(
        players, "SELECT id, name, kind, created, seen FROM player WHERE id > $1 ORDER BY id LIMIT 1000", {""}, to,
        "INSERT INTO player (id, name, kind, created, seen) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING");
    copy_table(players, "SELECT hash, player FROM secret WHERE hash > $1 ORDER BY hash LIMIT 1000", {""}, to,
               "INSERT INTO secret (hash, player) VALUES ($1, $2) ON CONFLICT DO NOTHING");
    copy_table(players, "SELECT hash, player, purpose, expires FROM code WHERE hash > $1 ORDER BY hash LIMIT 1000",
               {""}, to,
               "INSERT INTO code (hash, player, purpose, expires) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING");
    copy_table(players,
               "SELECT player, other FROM blocked WHERE (player, other) > ($1, $2) ORDER BY player, other LIMIT 1000",
               {"", ""}, to, "INSERT INTO blocked (player, other) VALUES ($1, $2) ON CONFLICT DO NOTHING");
    // Behind those that are there; what is to be done for them is done there.
    copy_table(players, "SELECT player, at FROM deletion WHERE player > $1 ORDER BY player LIMIT 1000", {""}, to,
               "INSERT INTO deletion (player, number, at, due) SELECT CAST($1 AS TEXT), coalesce(max(number), 0) + 1, "
               "CAST($2 AS BIGINT), 0 FROM deletion WHERE true ON CONFLICT (player) DO NOTHING");
    to.write_one(WriteKey(), "DELETE FROM player WHERE id IN (SELECT player FROM deletion)", {});
    // Behind those that are there.
    for (auto const& row : players.read_one("SELECT name FROM cookie ORDER BY place", {}))
        to.write_one(
            WriteKey(),
            "INSERT INTO cookie (place, name) SELECT coalesce(max(place) + 1, 0), CAST($1 AS TEXT) FROM cookie "
            "WHERE true ON CONFLICT DO NOTHING",
            {row[0]});
    copied.results = copy_table(
        results,
        "SELECT room, match, ended, game, text FROM result WHERE (room, match) > ($1, CAST($2 AS BIGINT)) "
        "ORDER BY room, match LIMIT 1000",
        {"", "0"}, to,
        "INSERT INTO result (room, match, ended, game, text) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING");
    copy_table(results,
               "SELECT player, ended, room, match, game, won FROM played WHERE (player, ended, room, match) > "
               "($1, CAST($2 AS BIGINT), $3, CAST($4 AS BIGINT)) ORDER BY player, ended, room, match LIMIT 1000",
               {"", "0", "", "0"}, to,
               "INSERT INTO played (player, ended, room, match, game, won) VALUES ($1, $2, $3, $4, $5, $6) "
               "ON CONFLICT DO NOTHING");
    copy_boards(players, results, to);
    copy_puzzles(players, to);
    copy_operator(operators, to);
    return copied;
}

} // namespace tefuda::server
