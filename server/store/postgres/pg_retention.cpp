#include "server/store/postgres/pg_retention.hpp"

#include <spdlog/spdlog.h>

namespace tefuda::server {

namespace {

/// A statement may take long where much is to be deleted or moved.
constexpr auto longest_run = std::chrono::minutes(5);

// Without a partition of its own a row comes into action_rest, so that a commit never fails for it. Attaching, unlike
// CREATE TABLE … PARTITION OF, waits for no commit.
constexpr auto make_days = R"(
DO $$
DECLARE
  day date;
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(54464443);  -- several servers may start at once
  FOR ahead IN 0..3 LOOP
    day := (now() AT TIME ZONE 'UTC')::date + ahead;
    name := 'action_' || to_char(day, 'YYYYMMDD');
    IF to_regclass(name) IS NULL AND NOT EXISTS (SELECT FROM action_rest WHERE part = day) THEN
      EXECUTE format('CREATE TABLE %I (LIKE action INCLUDING ALL)', name);
      EXECUTE format('ALTER TABLE action ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, day, day + 1);
    END IF;
  END LOOP;
END $$)";

constexpr auto find_matches = R"(
SELECT room || ' ' || number FROM match WHERE ended < now() - $1::bigint * interval '1 second' AND number <
  (SELECT max(number) FROM match AS other WHERE other.room = match.room)
LIMIT 100000)";

constexpr auto delete_matches = R"(
DELETE FROM match USING unnest($1::text[]) AS u(name)
WHERE match.room = split_part(u.name, ' ', 1) AND match.number = split_part(u.name, ' ', 2)::integer
  AND ended < now() - $2::bigint * interval '1 second')";

// Those of servers that are alive are theirs to unload.
constexpr auto find_rooms = R"(
SELECT code FROM room WHERE touched < now() - $1::bigint * interval '1 second' AND NOT EXISTS
  (SELECT FROM server WHERE server.node = room.node AND seen > now() - interval '1 hour')
LIMIT 100000)";

// The age is asked once more: somebody may have come meanwhile.
constexpr auto delete_rooms = R"(
DELETE FROM room WHERE code = ANY($1::text[]) AND touched < now() - $2::bigint * interval '1 second')";

// All partitions but the last one, from the oldest: name, end of its days.
constexpr auto old_partitions = R"(
SELECT name, day FROM (
  SELECT c.relname AS name, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([0-9-]+)''\)')::date AS day
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'action'::regclass
) AS partitions WHERE day <= (now() - $1::bigint * interval '1 second')::date ORDER BY day)";

// So few rooms at once that nobody waits for long: a room is locked against commits and claims while matches of it
// move.
constexpr auto find_kept = "SELECT DISTINCT room FROM (SELECT room FROM match WHERE part < $1::date LIMIT 100) AS few";
constexpr auto lock_rooms = "SELECT 1 FROM room WHERE code = ANY($1::text[]) ORDER BY code FOR UPDATE";

constexpr auto move_actions = R"(
WITH moved AS (
  DELETE FROM action AS a USING match AS m
  WHERE m.part < $1::date AND m.room = ANY($2::text[]) AND a.room = m.room AND a.match = m.number AND a.part = m.part
  RETURNING a.*
)
INSERT INTO action (part, room, match, number, seat, ms, action, banks, by_bot)
SELECT (now() AT TIME ZONE 'UTC')::date, room, match, number, seat, ms, action, banks, by_bot FROM moved)";

constexpr auto move_matches = R"(
UPDATE match SET part = (now() AT TIME ZONE 'UTC')::date WHERE part < $1::date AND room = ANY($2::text[]))";

// Fails where a match has actions in what is to be dropped.
constexpr auto check_none_kept =
    "SELECT 1 / (CASE WHEN EXISTS (SELECT FROM match WHERE part < $1::date) THEN 0 ELSE 1 END)";

// A statement's value can't be the name of a table.
constexpr auto choose_table = "SELECT set_config('tefuda.gone', $1, true)";
constexpr auto drop_table = R"(
DO $$ BEGIN EXECUTE format('DROP TABLE %I', current_setting('tefuda.gone')); END $$)";

std::vector<PgRows> run(PgConnection& connection, std::vector<PgConnection::Call> const& calls) {
    return connection.run(calls, longest_run);
}

} // namespace

PgRetention::~PgRetention() {
    stop_.request_stop();
    wait();
}

void PgRetention::wait() {
    if (under_way_.valid()) under_way_.wait();
}

void PgRetention::make_partitions(PgConnection& connection) {
    connection.run({{make_days, {}}});
}

void PgRetention::start(std::chrono::seconds age) {
    if (under_way_.valid() && under_way_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    under_way_ = std::async(std::launch::async, [this, age] {
        auto const connection = pool_.take();
        try {
            work(*connection, age);
        } catch (std::exception const& problem) {
            spdlog::warn("What is old can't be deleted from the database now: {}", problem.what());
        }
        // The lock is gone with it.
        connection->close();
    });
}

void PgRetention::work(PgConnection& connection, std::chrono::seconds age) {
    connection.open(stop_.get_token());
    make_partitions(connection);
    // Until the connection is closed. The number has no meaning but that all servers take the same.
    if (run(connection, {{"SELECT pg_try_advisory_lock(54464442)", {}}})[0].text(0, 0) != "t") return;
    run(connection, {{forget_servers, {}}});
    auto const seconds = std::to_string(age.count());
    auto const matches = delete_in_parts(connection, find_matches, delete_matches, seconds);
    auto const rooms = delete_in_parts(connection, find_rooms, delete_rooms, seconds);
    if (matches > 0 || rooms > 0) spdlog::info("Old matches deleted: {}, old rooms: {}", matches, rooms);
    drop_partitions(connection, seconds);
}

/// \param find gives the names of what is older than its value \param remove deletes those with the names in its first
/// value that are older than its second one
/// \returns how many were deleted
std::int64_t PgRetention::delete_in_parts(PgConnection& connection, char const* find, char const* remove,
                                          std::string const& age) {
    constexpr int at_once = 500;
    std::int64_t deleted = 0;
    for (std::int64_t before = -1; before < deleted && !stop_.stop_requested();) {
        before = deleted;
        auto const found = run(connection, {{find, {age}}});
        auto const& names = found[0];
        for (auto row = 0; row < names.size() && !stop_.stop_requested();) {
            PgArray part;
            for (auto i = 0; i < at_once && row < names.size(); ++i, ++row) part.add(names.text(row, 0));
            deleted += run(connection, {{remove, {part.text(), age}}})[0].changed();
        }
    }
    return deleted;
}

void PgRetention::drop_partitions(PgConnection& connection, std::string const& age) {
    auto const old = run(connection, {{old_partitions, {age}}});
    for (auto row = 0; row < old[0].size() && !stop_.stop_requested(); ++row) {
        std::string const name(old[0].text(row, 0)), end(old[0].text(row, 1));
        auto const kept = move_kept(connection, end);
        if (stop_.stop_requested()) return;
        run(connection, {{check_none_kept, {end}}, {choose_table, {name}}, {drop_table, {}}});
        spdlog::info("The actions of {} were deleted; those of {} matches are kept", name, kept);
    }
}

/// Moves the matches that began before this day to today's partition. \returns how many
std::int64_t PgRetention::move_kept(PgConnection& connection, std::string const& end) {
    std::int64_t moved = 0;
    while (!stop_.stop_requested()) {
        auto const found = run(connection, {{find_kept, {end}}});
        if (found[0].size() == 0) break;
        PgArray rooms;
        for (auto row = 0; row < found[0].size(); ++row) rooms.add(found[0].text(row, 0));
        std::vector<PgValue> const which{end, rooms.text()};
        moved +=
            run(connection, {{lock_rooms, {rooms.text()}}, {move_actions, which}, {move_matches, which}})[2].changed();
    }
    return moved;
}

} // namespace tefuda::server
