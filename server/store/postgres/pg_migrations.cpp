#include "server/store/postgres/pg_schema.hpp"

#include <array>

namespace tefuda::server {

namespace {

// `action` has no foreign key: checking one would lock the match's row for each action.
// `json` keeps a text as it was; `jsonb` takes no text with the character 0, which names may have. What people and
// indexes look for is generated from it, so that it is stored once.
constexpr auto version_1 = std::to_array<char const*>({
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

constexpr auto version_2 = std::to_array<char const*>({
    R"(
CREATE TABLE lineage (
  system text PRIMARY KEY,
  timeline bigint NOT NULL
))",
});

// The actions of a match are in one partition, which the match names: its day's (pg_retention.hpp). What there was
// before is a partition, too.
constexpr auto version_3 = std::to_array<char const*>({
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
// built-in bot made in place of a player. Names are JSON texts. Times are seconds since 1970, `ended` microseconds.
constexpr auto version_4 = std::to_array<char const*>({
    "ALTER TABLE action ADD COLUMN by_bot boolean NOT NULL DEFAULT false",
    R"(
CREATE TABLE player (
  id text PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL,
  created text NOT NULL,
  seen bigint NOT NULL
))",
    "CREATE INDEX player_seen ON player (seen)",
    R"(
CREATE TABLE secret (
  hash text PRIMARY KEY,
  player text NOT NULL REFERENCES player (id) ON DELETE CASCADE
))",
    "CREATE INDEX secret_player ON secret (player)",
    R"(
CREATE TABLE code (
  player text NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  purpose text NOT NULL,
  hash text NOT NULL UNIQUE,
  expires bigint NOT NULL,
  PRIMARY KEY (player, purpose)
))",
    R"(
CREATE TABLE result (
  room text NOT NULL,
  match integer NOT NULL,
  ended bigint NOT NULL,
  game text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (room, match)
))",
    R"(
CREATE TABLE played (
  player text NOT NULL,
  ended bigint NOT NULL,
  room text NOT NULL,
  match integer NOT NULL,
  game text NOT NULL,
  won integer NOT NULL,
  PRIMARY KEY (player, ended, room, match)
))",
    R"(
CREATE TABLE seated (
  player text NOT NULL,
  over integer NOT NULL,
  room text NOT NULL REFERENCES room (code) ON DELETE CASCADE,
  PRIMARY KEY (player, over, room)
))",
    "CREATE INDEX seated_room ON seated (room)",
});

constexpr auto version_5 = std::to_array<char const*>({"ALTER TABLE lineage ADD COLUMN history text"});

// What the operator has decided. Texts of people are JSON texts, times are seconds since 1970.
constexpr auto version_6 = std::to_array<char const*>({
    R"(
CREATE TABLE sanction (
  number bigint PRIMARY KEY,
  kind text NOT NULL,
  player text,
  network text,
  until bigint,
  because text NOT NULL,
  since bigint NOT NULL,
  lifted bigint NOT NULL
))",
    R"(
CREATE TABLE notice (
  id bigint PRIMARY KEY,
  text text NOT NULL,
  until bigint
))",
    R"(
CREATE TABLE operator_act (
  number bigint PRIMARY KEY,
  at bigint NOT NULL,
  command text NOT NULL,
  arguments text NOT NULL,
  player text NOT NULL
))",
});

// What players reported to the operator (JSON), and whom they have blocked.
constexpr auto version_7 = std::to_array<char const*>({
    R"(
CREATE TABLE report (
  number bigint PRIMARY KEY,
  at bigint NOT NULL,
  report text NOT NULL
))",
    R"(
CREATE TABLE blocked (
  player text NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  other text NOT NULL,
  PRIMARY KEY (player, other)
))",
});

// The boards of the days, in days since 1970: their secrets, who plays them in which room, up to which day they are
// open, and what came of those that are. `percent` counts tenths.
constexpr auto version_8 = std::to_array<char const*>({
    R"(
CREATE TABLE board (
  day integer NOT NULL,
  game text NOT NULL,
  secret text NOT NULL,
  seats integer NOT NULL,
  options text NOT NULL,
  par bigint,
  settled integer NOT NULL,
  choices text NOT NULL,
  PRIMARY KEY (day, game)
))",
    R"(
CREATE TABLE attempt (
  day integer NOT NULL,
  game text NOT NULL,
  player text NOT NULL,
  room text NOT NULL,
  human integer NOT NULL,
  margin bigint,
  PRIMARY KEY (day, game, player)
))",
    "CREATE INDEX attempt_room ON attempt (room)",
    "CREATE INDEX attempt_finished ON attempt (day, game, margin) WHERE margin IS NOT NULL AND human = 1",
    "CREATE TABLE board_state (opened integer NOT NULL)",
    "INSERT INTO board_state VALUES (0)",
    R"(
CREATE TABLE board_line (
  day integer NOT NULL,
  game text NOT NULL,
  room text NOT NULL,
  player text NOT NULL,
  margin bigint NOT NULL,
  percent integer,
  PRIMARY KEY (day, game, room)
))",
    "CREATE INDEX board_line_player ON board_line (player, day)",
});

// Puzzles: positions as a seat saw them, with what a bot thinks of them. `found` counts microseconds since 1970.
constexpr auto version_9 = std::to_array<char const*>({
    R"(
CREATE TABLE puzzle (
  id text PRIMARY KEY,
  game text NOT NULL,
  found bigint NOT NULL,
  options text NOT NULL, seats integer NOT NULL, seat integer NOT NULL,
  view text NOT NULL, legal text NOT NULL, compared text NOT NULL,
  room text NOT NULL, match integer NOT NULL, actions integer NOT NULL,
  UNIQUE (room, match, actions)
))",
    "CREATE INDEX puzzle_game ON puzzle (game, found)",
});

// What the cookies of players have in their names: place 0 is in use, others came with players of another store.
constexpr auto version_10 = std::to_array<char const*>({
    R"(
CREATE TABLE cookie (
  place integer PRIMARY KEY,
  name text NOT NULL UNIQUE
))",
});

// The keys of writes of the last hour, with their answers.
constexpr auto version_11 = std::to_array<char const*>({
    R"(
CREATE TABLE written (
  key text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  answer text NOT NULL
))",
    "CREATE INDEX written_at ON written (at)",
});

// Who has made a report, so that its export has it. A text with the character 0, of an older version, can't be taken
// apart. And players who were deleted, for ever, and when something is to be done for each (seconds since 1970; null:
// never again).
constexpr auto version_12 = std::to_array<char const*>({
    R"(
CREATE TABLE deletion (
  player text PRIMARY KEY,
  number bigint NOT NULL UNIQUE,
  at bigint NOT NULL,
  due bigint
))",
    "CREATE INDEX deletion_due ON deletion (due) WHERE due IS NOT NULL",
    "ALTER TABLE report ADD COLUMN player text",
    R"(UPDATE report SET player = report::json #>> '{by,player}' WHERE position('\u0000' IN report) = 0)",
    "CREATE INDEX report_player ON report (player, number)",
});

// For a player's export.
constexpr auto version_13 = std::to_array<char const*>({
    "CREATE INDEX attempt_unfinished ON attempt (player) WHERE margin IS NULL",
});

constexpr std::array<PgMigration, 13> migrations{version_1,  version_2,  version_3, version_4, version_5,
                                                 version_6,  version_7,  version_8, version_9, version_10,
                                                 version_11, version_12, version_13};

} // namespace

std::span<PgMigration const> pg_migrations() {
    return migrations;
}

} // namespace tefuda::server
