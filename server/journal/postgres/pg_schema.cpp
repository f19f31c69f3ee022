#include "server/journal/postgres/pg_schema.hpp"

namespace tefuda::server {

namespace {

// `action` has no foreign key: checking one would lock the match's row for each action.
// `json` keeps a text as it was; `jsonb` takes no text with the character 0, which names may have. What people and
// indexes look for is generated from it, so that it is stored once.
constexpr auto tables = R"(
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
);
CREATE INDEX room_listed ON room (code) WHERE public AND status <> 'finished';
CREATE TABLE match (
  room text NOT NULL REFERENCES room (code) ON DELETE CASCADE,
  number integer NOT NULL,
  game text NOT NULL GENERATED ALWAYS AS (setup->>'game') STORED,
  setup json NOT NULL,
  began timestamptz NOT NULL DEFAULT now(),
  ended timestamptz,
  PRIMARY KEY (room, number)
);
CREATE TABLE action (
  room text NOT NULL,
  match integer NOT NULL,
  number integer NOT NULL,
  seat smallint NOT NULL,
  ms bigint NOT NULL,
  action json NOT NULL,
  banks bigint[],
  PRIMARY KEY (room, match, number)
);
CREATE TABLE server (
  id text PRIMARY KEY,
  node text NOT NULL,
  generation bigint NOT NULL,
  batch bigint NOT NULL,
  lost bigint[] NOT NULL,
  seen timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE tefuda (version integer NOT NULL);
)";

} // namespace

void prepare_schema(PgConnection& connection) {
    // The number has no meaning but that all servers take the same.
    connection.execute("SELECT pg_advisory_lock(54464441)");
    auto const present = connection.run({{"SELECT to_regclass('tefuda') IS NOT NULL", {}}});
    if (present[0].text(0, 0) == "t") {
        auto const version = connection.run({{"SELECT version FROM tefuda", {}}});
        if (version[0].size() != 1 || version[0].number(0, 0) > pg_schema_version)
            throw NewerStore("The database was made by a newer server: start that, or use another database.");
    } else {
        connection.execute("BEGIN;" + std::string(tables) + "INSERT INTO tefuda VALUES (" +
                           std::to_string(pg_schema_version) + "); COMMIT");
    }
    connection.execute("SELECT pg_advisory_unlock(54464441)");
}

} // namespace tefuda::server
