#include "server/journal/postgres/pg_commit.hpp"

#include "server/journal/saved_json.hpp"

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

// The fence. Rooms whose epoch is the claim's are locked until the end of the transaction, in the order of their codes:
// nobody claims them meanwhile, and servers don't wait for each other in a circle. The lock is one against writers, not
// FOR SHARE, because two servers that both held such a lock could not change the row. A row of `server` with another
// generation is not found: then the division fails, and so does the commit.
constexpr auto fence = R"(
WITH unit AS (
  SELECT * FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS u(code, epoch, place)
), held AS (
  SELECT unit.place FROM room JOIN unit USING (code) WHERE room.epoch = unit.epoch
  ORDER BY room.code FOR NO KEY UPDATE OF room
), me AS (
  UPDATE server SET batch = $3, seen = now(),
    lost = ARRAY(SELECT place - 1 FROM unit EXCEPT SELECT place - 1 FROM held)
  WHERE id = $4 AND generation = $5 RETURNING lost
)
SELECT min(lost), 1 / count(*) FROM me)";

// What follows names the epoch again: the rows of rooms that are held can't have changed since.
constexpr auto save_rooms = R"(
UPDATE room SET state = u.state, touched = now()
FROM unnest($1::text[], $2::bigint[], $3::json[]) AS u(code, epoch, state)
WHERE room.code = u.code AND room.epoch = u.epoch)";

constexpr auto begin_matches = R"(
INSERT INTO match (room, number, setup)
SELECT u.code, u.number, u.setup
FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::json[]) AS u(code, epoch, number, setup)
JOIN room ON room.code = u.code AND room.epoch = u.epoch)";

constexpr auto take_actions = R"(
INSERT INTO action (room, match, number, seat, ms, action, banks)
SELECT u.code, u.match, u.number, u.seat, u.ms, u.action, u.banks::bigint[]
FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::smallint[], $6::bigint[], $7::json[], $8::text[])
  AS u(code, epoch, match, number, seat, ms, action, banks)
JOIN room ON room.code = u.code AND room.epoch = u.epoch)";

constexpr auto end_matches = R"(
UPDATE match SET ended = now()
FROM unnest($1::text[], $2::bigint[], $3::integer[]) AS u(code, epoch, number)
JOIN room ON room.code = u.code AND room.epoch = u.epoch
WHERE match.room = u.code AND match.number = u.number)";

constexpr auto remove_rooms = R"(
WITH gone AS (
  DELETE FROM room USING unnest($1::text[], $2::bigint[]) AS u(code, epoch)
  WHERE room.code = u.code AND room.epoch = u.epoch RETURNING room.code
)
DELETE FROM action USING gone WHERE action.room = gone.code)";

constexpr auto check_rooms = R"(
SELECT u.place - 1 FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS u(code, epoch, place)
LEFT JOIN room USING (code) WHERE room.epoch IS DISTINCT FROM u.epoch)";

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

    PgConnection::Call call(char const* sql) const {
        PgConnection::Call call{sql, {}};
        for (auto const& array : arrays) call.values.emplace_back(array.text());
        return call;
    }
};

/// What a commit does, statement by statement.
struct Work {
    Columns<2> units;
    Columns<3> created;
    Columns<3> saved;
    Columns<4> begun;
    Columns<8> taken;
    Columns<3> ended;
    Columns<2> removed;

    void add(Transaction const& transaction) {
        units.add(transaction.room, transaction.epoch);
        // The newest state alone: a statement would change a row once.
        SavedRoom const* state = nullptr;
        for (auto const& change : transaction.changes) {
            if (auto const* saved_room = std::get_if<RoomSaved>(&change))
                state = &saved_room->room;
            else
                std::visit([&](auto const& it) { add(transaction, it); }, change);
        }
        if (state) (transaction.creates ? created : saved).add(transaction.room, transaction.epoch, to_json(*state));
    }

private:
    void add(Transaction const&, RoomSaved const&) {}
    void add(Transaction const& to, MatchBegun const& match) {
        begun.add(to.room, to.epoch, std::int64_t{match.number}, to_json(match.setup));
    }
    void add(Transaction const& to, ActionTaken const& action) {
        auto banks = banks_to_json(action.banks);
        if (!banks.empty()) banks.front() = '{', banks.back() = '}';
        taken.add(to.room, to.epoch, std::int64_t{action.match}, action.number, std::int64_t{action.seat.number()},
                  action.ms, action.action);
        if (banks.empty())
            taken.arrays.back().add_null();
        else
            taken.arrays.back().add(banks);
    }
    void add(Transaction const& to, MatchEnded const& match) {
        ended.add(to.room, to.epoch, std::int64_t{match.number});
    }
    void add(Transaction const& to, RoomRemoved const&) { removed.add(to.room, to.epoch); }
};

} // namespace

PgCommit commit_calls(std::span<Transaction const> transactions, PgServerRow const& server, std::int64_t batch,
                      std::string const& node) {
    Work work;
    for (auto const& transaction : transactions) work.add(transaction);
    auto first = work.units.call(fence);
    first.values.insert(first.values.end(), {std::to_string(batch), server.id, std::to_string(server.generation)});
    PgCommit commit;
    auto& calls = commit.calls;
    auto const add = [&](auto const& columns, char const* sql) {
        if (!columns.empty()) calls.push_back(columns.call(sql));
    };
    if (!work.created.empty()) {
        auto create = work.created.call(create_rooms);
        create.values.emplace_back(node);
        calls.push_back(std::move(create));
    }
    commit.fence = calls.size();
    calls.push_back(std::move(first));
    add(work.saved, save_rooms);
    add(work.begun, begin_matches);
    add(work.taken, take_actions);
    add(work.ended, end_matches);
    add(work.removed, remove_rooms);
    return commit;
}

PgConnection::Call check_call(std::span<Transaction const> transactions) {
    Work work;
    for (auto const& transaction : transactions) work.add(transaction);
    return work.units.call(check_rooms);
}

LostPlaces places_of(std::string_view array) {
    LostPlaces places;
    auto const* at = array.data();
    auto const* const end = at + array.size();
    while (at < end) {
        std::size_t place = 0;
        auto const [stop, error] = std::from_chars(at, end, place);
        if (error == std::errc()) places.push_back(place);
        at = error == std::errc() ? stop : at + 1;
    }
    return places;
}

} // namespace tefuda::server
