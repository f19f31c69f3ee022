#include "server/store/postgres/pg_commit.hpp"

#include "server/store/saved_json.hpp"

#include <array>
#include <charconv>
#include <variant>

namespace tefuda::server {

namespace {

// New rooms. A code that is taken is an error, which takes the whole commit back.
constexpr auto create_rooms = R"(
INSERT INTO room (code, epoch, node, state)
SELECT u.code, u.epoch, $4, u.state
FROM unnest($1::text[], $2::bigint[], $3::json[]) AS u(code, epoch, state))";

// Who begins a board. One who has begun it before, also on another server at this moment, gets no room below. All
// servers insert in the same order, before they lock any room.
constexpr auto begin_boards = R"(
INSERT INTO attempt (day, game, player, room, human)
SELECT u.day, u.game, u.player, u.code, u.human
FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::integer[]) AS u(day, game, player, code, human)
WHERE u.day > (SELECT opened FROM board_state)
ORDER BY u.day, u.game, u.player ON CONFLICT DO NOTHING)";

// Rooms of boards: only where the board is begun in this room. Else the fence does not find it.
constexpr auto create_board_rooms = R"(
INSERT INTO room (code, epoch, node, state)
SELECT u.code, u.epoch, $4, u.state
FROM unnest($1::text[], $2::bigint[], $3::json[]) AS u(code, epoch, state) JOIN attempt ON attempt.room = u.code)";

// A board that is open counts no more, also where another server has opened it: what is read of it then stays so.
constexpr auto end_boards = R"(
UPDATE attempt SET margin = u.margin
FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS u(code, epoch, margin)
JOIN room ON room.code = u.code AND room.epoch = u.epoch AND room.node = $4
CROSS JOIN (SELECT opened FROM board_state FOR SHARE) AS state
WHERE attempt.room = u.code AND attempt.day > state.opened)";

// The fence. Rooms that this server has claimed with these epochs are locked until the end of the transaction, in the
// order of their codes: nobody claims them meanwhile, and servers don't wait for each other in a circle. The node is
// compared, too: a database that has forgotten a claim may give its epoch to another server. The lock is one against
// writers, not FOR SHARE, because two servers that both held such a lock could not change the row. A row of `server`
// with another generation, or with another batch than the last one (a restore under running servers), is not found:
// then the division fails, and so does the commit.
constexpr auto fence = R"(
WITH unit AS (
  SELECT * FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS u(code, epoch, place)
), held AS (
  SELECT unit.place FROM room JOIN unit USING (code) WHERE room.epoch = unit.epoch AND room.node = $6
  ORDER BY room.code FOR NO KEY UPDATE OF room
), me AS (
  UPDATE server SET batch = $3, seen = now(),
    lost = ARRAY(SELECT place - 1 FROM unit EXCEPT SELECT place - 1 FROM held)
  WHERE id = $4 AND generation = $5 AND batch = $3 - 1 RETURNING lost
)
SELECT min(lost), 1 / count(*) FROM me)";

// What follows names the claim again: the rows of rooms that are held can't have changed since. The last value is the
// node.
constexpr auto save_rooms = R"(
UPDATE room SET state = u.state, touched = now()
FROM unnest($1::text[], $2::bigint[], $3::json[]) AS u(code, epoch, state)
WHERE room.code = u.code AND room.epoch = u.epoch AND room.node = $4)";

constexpr auto begin_matches = R"(
INSERT INTO match (room, number, setup)
SELECT u.code, u.number, u.setup
FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::json[]) AS u(code, epoch, number, setup)
JOIN room ON room.code = u.code AND room.epoch = u.epoch AND room.node = $5)";

// An action whose number is not the next one of its match is an error: a match with a hole could never be read again.
// What is before it is in this commit, or stored, or it is the first one of a match that is stored.
constexpr auto take_actions = R"(
INSERT INTO action (part, room, match, number, seat, ms, action, banks, by_bot)
SELECT part, code, match,
  CASE WHEN number - 1 = coalesce(before,
      (SELECT a.number FROM action AS a
        WHERE a.room = code AND a.match = taken.match AND a.number = taken.number - 1 AND a.part = taken.part),
      (SELECT 0 FROM match AS m WHERE m.room = code AND m.number = taken.match))
    THEN number ELSE ('another action comes next in room ' || code)::integer END,
  seat, ms, action, banks::bigint[], by_bot
FROM (
  SELECT u.*, m.part, lag(u.number) OVER (PARTITION BY u.code, u.match ORDER BY u.number) AS before
  FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::smallint[], $6::bigint[], $7::json[],
    $8::text[], $9::boolean[]) AS u(code, epoch, match, number, seat, ms, action, banks, by_bot)
  JOIN room ON room.code = u.code AND room.epoch = u.epoch AND room.node = $10
  LEFT JOIN match AS m ON m.room = u.code AND m.number = u.match
) AS taken)";

constexpr auto end_matches = R"(
UPDATE match SET ended = now()
FROM unnest($1::text[], $2::bigint[], $3::integer[]) AS u(code, epoch, number)
JOIN room ON room.code = u.code AND room.epoch = u.epoch AND room.node = $4
WHERE match.room = u.code AND match.number = u.number)";

constexpr auto save_results = R"(
INSERT INTO result (room, match, ended, game, text)
SELECT u.code, u.match, u.ended, u.game, u.text
FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::bigint[], $5::text[], $6::text[])
  AS u(code, epoch, match, ended, game, text)
JOIN room ON room.code = u.code AND room.epoch = u.epoch AND room.node = $7 ON CONFLICT DO NOTHING)";

constexpr auto save_played = R"(
INSERT INTO played (player, ended, room, match, game, won)
SELECT u.player, u.ended, u.code, u.match, u.game, u.won
FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::bigint[], $5::text[], $6::text[], $7::integer[])
  AS u(code, epoch, match, ended, game, player, won)
JOIN room ON room.code = u.code AND room.epoch = u.epoch AND room.node = $8 ON CONFLICT DO NOTHING)";

constexpr auto unseat_players = R"(
DELETE FROM seated USING unnest($1::text[], $2::bigint[]) AS u(code, epoch)
JOIN room ON room.code = u.code AND room.epoch = u.epoch AND room.node = $3 WHERE seated.room = u.code)";

constexpr auto seat_players = R"(
INSERT INTO seated (player, over, room)
SELECT u.player, u.over, u.code
FROM unnest($1::text[], $2::bigint[], $3::text[], $4::integer[]) AS u(code, epoch, player, over)
JOIN room ON room.code = u.code AND room.epoch = u.epoch AND room.node = $5 ON CONFLICT DO NOTHING)";

// The matches go with their room, their actions with their partition (pg_retention.hpp): nothing names them any more.
constexpr auto remove_rooms = R"(
DELETE FROM room USING unnest($1::text[], $2::bigint[]) AS u(code, epoch)
WHERE room.code = u.code AND room.epoch = u.epoch AND room.node = $3)";

constexpr auto remove_matches = R"(
DELETE FROM match USING unnest($1::text[], $2::bigint[], $3::integer[]) AS u(code, epoch, number)
JOIN room ON room.code = u.code AND room.epoch = u.epoch AND room.node = $4
WHERE match.room = u.code AND match.number = u.number)";

constexpr auto check_rooms = R"(
SELECT u.place - 1 FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS u(code, epoch, place)
LEFT JOIN room USING (code) WHERE room.epoch IS DISTINCT FROM u.epoch OR room.node IS DISTINCT FROM $3)";

/// The columns of one statement.
template <std::size_t columns>
struct Columns {
    std::array<PgArray, columns> arrays;

    template <class... Values>
    void add(Values const&... values) {
        auto column = arrays.begin();
        ((column++)->add(values), ...);
    }

    bool empty() const { return arrays[0].empty(); }

    /// \param more values, behind the columns
    PgConnection::Call call(char const* sql, std::vector<PgValue> const& more) const {
        PgConnection::Call call{sql, {}};
        for (auto const& array : arrays) call.values.emplace_back(array.text());
        call.values.insert(call.values.end(), more.begin(), more.end());
        return call;
    }
};

/// What a commit does, statement by statement.
struct Work {
    Columns<2> units;
    Columns<5> boards;
    Columns<3> created;
    Columns<3> created_boards;
    Columns<3> ended_boards;
    Columns<3> saved;
    Columns<4> begun;
    Columns<9> taken;
    Columns<3> ended;
    Columns<3> removed_matches;
    Columns<2> removed;
    Columns<6> results;
    Columns<7> played;
    Columns<2> unseated;
    Columns<4> seated;

    void add(Transaction const& transaction) {
        units.add(transaction.room, transaction.epoch);
        // The newest state alone: a statement would change a row once.
        SavedRoom const* state = nullptr;
        RoomPlayers const* players = nullptr;
        auto begins_board = false;
        for (auto const& change : transaction.changes) {
            if (auto const* saved_room = std::get_if<RoomSaved>(&change))
                state = &saved_room->room;
            else if (auto const* are_seated = std::get_if<RoomPlayers>(&change))
                players = are_seated;
            else
                std::visit([&](auto const& it) { add(transaction, it); }, change);
            begins_board = begins_board || std::holds_alternative<BoardBegun>(change);
        }
        auto& new_rooms = begins_board ? created_boards : created;
        if (state) (transaction.creates ? new_rooms : saved).add(transaction.room, transaction.epoch, to_json(*state));
        if (!players) return;
        unseated.add(transaction.room, transaction.epoch);
        for (auto const& id : players->ids)
            seated.add(transaction.room, transaction.epoch, id, std::int64_t{players->is_over ? 1 : 0});
        for (auto const& id : players->lines) seated.add(transaction.room, transaction.epoch, id, std::int64_t{2});
    }

private:
    void add(Transaction const&, RoomSaved const&) {}
    void add(Transaction const&, RoomPlayers const&) {}
    void add(Transaction const& to, ResultSaved const& result) {
        std::int64_t const match = result.match;
        results.add(to.room, to.epoch, match, result.ended, result.game, result.text);
        for (auto const& [player, won] : result.players)
            played.add(to.room, to.epoch, match, result.ended, result.game, player, std::int64_t{won ? 1 : 0});
    }
    void add(Transaction const& to, BoardBegun const& board) {
        boards.add(std::int64_t{board.day}, board.game, board.player, to.room, std::int64_t{board.is_human ? 1 : 0});
    }
    void add(Transaction const& to, BoardEnded const& board) { ended_boards.add(to.room, to.epoch, board.margin); }
    void add(Transaction const& to, MatchBegun const& match) {
        begun.add(to.room, to.epoch, std::int64_t{match.number}, to_json(match.setup));
    }
    void add(Transaction const& to, ActionTaken const& action) {
        auto banks = banks_to_json(action.banks);
        if (!banks.empty()) banks.front() = '{', banks.back() = '}';
        taken.add(to.room, to.epoch, std::int64_t{action.match}, action.number, std::int64_t{action.seat.number()},
                  action.ms, action.action);
        auto& bank_column = taken.arrays[taken.arrays.size() - 2];
        if (banks.empty())
            bank_column.add_null();
        else
            bank_column.add(banks);
        taken.arrays.back().add(action.by_bot ? "t" : "f");
    }
    void add(Transaction const& to, MatchEnded const& match) {
        ended.add(to.room, to.epoch, std::int64_t{match.number});
    }
    void add(Transaction const& to, MatchRemoved const& match) {
        removed_matches.add(to.room, to.epoch, std::int64_t{match.number});
    }
    void add(Transaction const& to, RoomRemoved const&) { removed.add(to.room, to.epoch); }
};

} // namespace

PgCommit commit_calls(std::span<Transaction const> transactions, PgServerRow const& server, std::int64_t batch,
                      std::string const& node) {
    Work work;
    for (auto const& transaction : transactions) work.add(transaction);
    PgCommit commit;
    auto& calls = commit.calls;
    auto const add = [&](auto const& columns, char const* sql) {
        if (!columns.empty()) calls.push_back(columns.call(sql, {node}));
    };
    if (!work.boards.empty()) calls.push_back(work.boards.call(begin_boards, {}));
    add(work.created_boards, create_board_rooms);
    add(work.created, create_rooms);
    commit.fence = calls.size();
    calls.push_back(
        work.units.call(fence, {std::to_string(batch), server.id, std::to_string(server.generation), node}));
    add(work.saved, save_rooms);
    add(work.removed_matches, remove_matches);
    add(work.begun, begin_matches);
    add(work.taken, take_actions);
    add(work.ended, end_matches);
    add(work.unseated, unseat_players);
    add(work.seated, seat_players);
    add(work.ended_boards, end_boards);
    add(work.results, save_results);
    add(work.played, save_played);
    add(work.removed, remove_rooms);
    return commit;
}

PgConnection::Call check_call(std::span<Transaction const> transactions, std::string const& node) {
    Work work;
    for (auto const& transaction : transactions) work.add(transaction);
    return work.units.call(check_rooms, {node});
}

bool is_other_action(PgError const& problem) {
    auto const says = [&](std::string_view text) { return std::string_view(problem.what()).find(text) != text.npos; };
    // What `take_actions` says with an invalid_text_representation; or a unique_violation in a partition of `action`.
    return (problem.state() == "22P02" && says("another action comes next")) ||
           (problem.state() == "23505" && says("\"action_"));
}

LostPlaces places_of(std::string_view array) {
    auto const fail = [] { throw StoreFailure("PostgreSQL answered with something else than a list of places."); };
    if (array.size() < 2 || array.front() != '{' || array.back() != '}') fail();
    LostPlaces places;
    auto const* at = array.data() + 1;
    auto const* const end = array.data() + array.size() - 1;
    while (at < end) {
        auto const [stop, error] = std::from_chars(at, end, places.emplace_back());
        if (error != std::errc() || (stop < end && (*stop != ',' || stop + 1 == end))) fail();
        at = stop + 1;
    }
    return places;
}

} // namespace tefuda::server
