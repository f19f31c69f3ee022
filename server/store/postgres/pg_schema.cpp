#include "server/store/postgres/pg_schema.hpp"

#include "server/store/postgres/pg_connect.hpp"

#include <array>
#include <string>

namespace tefuda::server {

namespace {

// `action` has no foreign key: checking one would lock the match's row for each action.
// `json` keeps a text as it was; `jsonb` takes no text with the character 0, which names may have. What people and
// indexes look for is generated from it, so that it is stored once.
constexpr auto version_1 = std::to_array<TableStatement>({
    R"(
CREATE TABLE room (
  code text PRIMARY KEY,
  epoch bigint NOT NULL,
  node text,
  created timestamptz NOT NULL DEFAULT now(),
  touched timestamptz NOT NULL DEFAULT now(),
  spectators integer NOT NULL DEFAULT 0,
  state json NOT NULL,
  game text NOT NULL GENERATED ALWAYS AS (state->>'game') STORED,
  status text NOT NULL GENERATED ALWAYS AS (state->>'status') STORED,
  match integer NOT NULL GENERATED ALWAYS AS ((state->>'match')::integer) STORED,
  public boolean NOT NULL GENERATED ALWAYS AS ((state->>'is_public')::boolean) STORED
))",
    R"(
CREATE INDEX room_listed ON room (code) WHERE public AND status <> 'finished')",
    R"(
CREATE TABLE match (
  room text NOT NULL REFERENCES room (code) ON DELETE CASCADE,
  number integer NOT NULL,
  game text NOT NULL GENERATED ALWAYS AS (setup->>'game') STORED,
  setup json NOT NULL,
  began timestamptz NOT NULL DEFAULT now(),
  ended timestamptz,
  PRIMARY KEY (room, number)
))",
    R"(
CREATE TABLE action (
  room text NOT NULL,
  match integer NOT NULL,
  number integer NOT NULL,
  seat smallint NOT NULL,
  ms bigint NOT NULL,
  action json NOT NULL,
  banks bigint[],
  PRIMARY KEY (room, match, number)
))",
    R"(
CREATE TABLE server (
  id text PRIMARY KEY,
  node text NOT NULL,
  generation bigint NOT NULL,
  batch bigint NOT NULL,
  lost bigint[] NOT NULL,
  seen timestamptz NOT NULL DEFAULT now()
))",
    R"(
CREATE TABLE tefuda (version integer NOT NULL))",
    "INSERT INTO tefuda VALUES (0)",
});

constexpr auto version_2 = std::to_array<TableStatement>({
    R"(
CREATE TABLE lineage (
  system text PRIMARY KEY,
  timeline bigint NOT NULL
))",
});

// The actions of a match are in one partition, which the match names: its day's (pg_retention.hpp). What there was
// before is a partition, too.
constexpr auto version_3 = std::to_array<TableStatement>({
    "ALTER TABLE match ADD COLUMN part date NOT NULL DEFAULT '2000-01-01'",
    "ALTER TABLE match ALTER COLUMN part SET DEFAULT (now() AT TIME ZONE 'UTC')::date",
    "CREATE INDEX match_ended ON match (ended)",
    "CREATE INDEX match_part ON match (part)",
    "ALTER TABLE action RENAME TO action_before",
    "ALTER TABLE action_before RENAME CONSTRAINT action_pkey TO action_before_pkey",
    "ALTER TABLE action_before ADD COLUMN part date NOT NULL DEFAULT '2000-01-01'",
    "ALTER TABLE action_before DROP CONSTRAINT action_before_pkey, "
    "ADD CONSTRAINT action_before_pkey PRIMARY KEY (room, match, number, part)",
    R"(
CREATE TABLE action (
  room text NOT NULL,
  match integer NOT NULL,
  number integer NOT NULL,
  seat smallint NOT NULL,
  ms bigint NOT NULL,
  action json NOT NULL,
  banks bigint[],
  part date NOT NULL,
  PRIMARY KEY (room, match, number, part)
) PARTITION BY RANGE (part))",
    "ALTER TABLE action_before ALTER COLUMN part DROP DEFAULT",
    // Up to today: retention drops it when what is in it is old.
    R"(
DO $$ BEGIN
  EXECUTE format('ALTER TABLE action ATTACH PARTITION action_before FOR VALUES FROM (%L) TO (%L)',
    '2000-01-01', (now() AT TIME ZONE 'UTC')::date);
END $$)",
    "CREATE TABLE action_rest PARTITION OF action DEFAULT",
});

// Players; who has a seat where; the results of finished matches, which stay when the matches go; and which actions a
// built-in bot made in place of a player.
constexpr auto bots_and_results = std::to_array<TableStatement>({
    "ALTER TABLE action ADD COLUMN by_bot boolean NOT NULL DEFAULT false",
    R"(
CREATE TABLE result (
  room text NOT NULL,
  match integer NOT NULL,
  ended bigint NOT NULL,
  game text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (room, match)
))",
});
constexpr auto version_4 = tables::joined(bots_and_results, tables::players, tables::played, tables::seated);

constexpr auto version_5 = std::to_array<TableStatement>({"ALTER TABLE lineage ADD COLUMN history text"});

constexpr auto version_7 = tables::joined(tables::reports, tables::blocked);

constexpr auto version_8 = tables::joined(tables::boards, tables::attempts);

// The keys of writes of the last hour, with their answers.
constexpr auto version_11 = std::to_array<TableStatement>({
    R"(
CREATE TABLE written (
  key text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  answer text NOT NULL
))",
    "CREATE INDEX written_at ON written (at)",
});

// Who has made a report, so that its export has it. A text with the character 0, of an older version, can't be taken
// apart.
constexpr auto reporters = std::to_array<TableStatement>({
    "ALTER TABLE report ADD COLUMN player text",
    R"(UPDATE report SET player = report::json #>> '{by,player}' WHERE position('\u0000' IN report) = 0)",
    "CREATE INDEX report_player ON report (player, number)",
});
constexpr auto version_12 = tables::joined(tables::deletions, reporters);

// Which seats have somebody who is connected, a bit for each; null: written by a server that does not say.
constexpr auto version_14 = std::to_array<TableStatement>({
    "ALTER TABLE room ADD COLUMN connected bigint",
});

constexpr std::array<TableStatements, 14> migrations{
    version_1, version_2,       version_3,       version_4,  version_5,  tables::operators,           version_7,
    version_8, tables::puzzles, tables::cookies, version_11, version_12, tables::unfinished_attempts, version_14};

std::optional<std::int64_t> version_of(PgConnection& connection) {
    auto const present = connection.run({{"SELECT to_regclass('tefuda') IS NOT NULL", {}}});
    if (present[0].text(0, 0) != "t") return std::nullopt;
    auto const rows = connection.run({{"SELECT version FROM tefuda", {}}});
    if (rows[0].size() != 1)
        throw StoreFailure(
            "The table tefuda of the database has not one row: use another database, or restore this one.");
    return rows[0].number(0, 0);
}

// The owner of a table alone attaches and drops its partitions.
constexpr auto read_rights = R"(
SELECT current_user, current_schema(), has_schema_privilege(current_schema(), 'CREATE'),
  coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('action')), false))";

} // namespace

std::span<TableStatements const> pg_migrations() {
    return migrations;
}

std::span<TableStatements const> migrations_from(std::optional<std::int64_t> version,
                                                 std::span<TableStatements const> all) {
    if (!version) return all;
    if (*version > static_cast<std::int64_t>(all.size()))
        throw NewerStore("The database was made by a newer server: start that, or use another database.");
    if (*version < 1)
        throw StoreFailure("The database has version " + std::to_string(*version) +
                           ", which no server has made: use another database, or restore this one.");
    return all.subspan(static_cast<std::size_t>(*version));
}

void check_schema(PgConnection& connection) {
    static_cast<void>(migrations_from(version_of(connection), pg_migrations()));
}

void prepare_schema(PgConnection& connection) {
    // Changing a large table may take long, and other servers wait for it.
    constexpr auto at_most = std::chrono::minutes(10);
    try {
        // The number has no meaning but that all servers take the same.
        connection.run(
            {{"BEGIN", {}}, {"SET LOCAL lock_timeout = 0", {}}, {"SELECT pg_advisory_xact_lock(54464441)", {}}},
            at_most);
        auto const version = version_of(connection);
        auto const missing = migrations_from(version, pg_migrations());
        for (auto const& migration : missing)
            for (auto const& statement : migration) connection.run({{statement.text, {}}}, at_most);
        if (!missing.empty())
            connection.run({{"UPDATE tefuda SET version = $1::integer", {std::to_string(pg_migrations().size())}}});
        connection.run({{"COMMIT", {}}});
    } catch (...) {
        // Rolls back.
        connection.close();
        throw;
    }
}

void check_encoding(PgConnection& connection) {
    auto const all = connection.run({{"SELECT current_setting('server_encoding'), pg_backend_pid()", {}}});
    auto const& rows = all[0];
    if (rows.text(0, 0) != "UTF8")
        throw StoreFailure("The database has the encoding " + std::string(rows.text(0, 0)) +
                           ", and can't keep every name: make one with createdb -E UTF8 -T template0.");
    // A pooler has numbers of its own for the connections of its clients.
    if (rows.number(0, 1) != connection.backend()) throw StoreFailure(through_a_pooler);
}

void check_rights(PgConnection& connection, std::string const& node) {
    auto const all = connection.run({{read_rights, {}}});
    auto const& rights = all[0];
    auto const user = std::string(rights.text(0, 0)), schema = std::string(rights.text(0, 1));
    if (rights.text(0, 2) != "t")
        throw StoreFailure("The user " + user +
                           " may make no tables in the database, which this server does each day: "
                           "GRANT CREATE ON SCHEMA " +
                           schema + " TO " + user +
                           ", or make the database with createdb "
                           "-O " +
                           user + ".");
    if (rights.text(0, 3) != "t")
        throw StoreFailure("The tables of the database are not those of the user " + user +
                           ", who so can't make new "
                           "ones for the next days: ALTER TABLE … OWNER TO " +
                           user +
                           " for each, or restore the "
                           "database as this user.");
    auto const id = "start of " + node;
    std::string const name = "葛城 😀";
    auto const rows =
        connection.run({{"INSERT INTO player (id, name, kind, created, seen) VALUES ($1, $2, 'human', '', 0) "
                         "ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                         {id, name}},
                        {"SELECT name FROM player WHERE id = $1", {id}},
                        {"DELETE FROM player WHERE id = $1", {id}}});
    if (rows[1].size() != 1 || rows[1].text(0, 0) != name)
        throw StoreFailure(
            "The database does not give back what was stored: look at its encoding and at its triggers.");
}

} // namespace tefuda::server
