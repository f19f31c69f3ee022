#include "server/people/player_table.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "rules/core/seeded_chance.hpp"
#include "server/store/store.hpp"

#include <utility>

namespace tefuda::server {

namespace {

constexpr auto find_player = "SELECT id, name, kind, created FROM player WHERE id = $1";

constexpr auto find_owner = "SELECT player.id, player.name, player.kind, player.created FROM secret "
                            "JOIN player ON player.id = secret.player WHERE secret.hash = $1";

constexpr auto find_secret = "SELECT hash FROM secret WHERE hash = $1";

constexpr auto add_player = "INSERT INTO player (id, name, kind, created, seen) VALUES ($1, $2, $3, $4, $5)";

constexpr auto add_secret = "INSERT INTO secret (hash, player) VALUES ($1, $2)";

constexpr auto replace_code = "INSERT INTO code (player, purpose, hash, expires) VALUES ($1, $2, $3, $4) "
                              "ON CONFLICT (player, purpose) DO UPDATE SET hash = excluded.hash, "
                              "expires = excluded.expires";

constexpr auto take_link = "DELETE FROM code WHERE hash = $1 AND purpose = 'link' RETURNING player, expires";

constexpr auto find_recovery = "SELECT player FROM code WHERE hash = $1 AND purpose = 'recovery'";

// A name may have the character 0, which PostgreSQL's texts have not: it is stored as JSON.
Player player_in(std::vector<std::string> const& row) {
    auto name = codec::Decoder().read_text<std::string>(row[1]);
    if (!name) throw StoreFailure("A player in the store can't be read.");
    return {row[0], std::move(*name), row[2] == "bot" ? PlayerKind::bot : PlayerKind::human, row[3]};
}

std::optional<Player> first_player(SqlRows const& rows) {
    return rows.empty() ? std::nullopt : std::optional(player_in(rows.front()));
}

char const* name_of(CodeUse use) {
    return use == CodeUse::link ? "link" : "recovery";
}

std::vector<bool> are_there(Sql& sql, char const* text, std::vector<std::string> const& keys) {
    std::vector<SqlCall> calls;
    for (auto const& key : keys) calls.push_back({text, {key}});
    std::vector<bool> found;
    if (!calls.empty())
        for (auto const& rows : sql.run(calls)) found.push_back(!rows.empty());
    return found;
}

} // namespace

std::string hash_of(std::string_view secret) {
    return to_hex(sha256({reinterpret_cast<std::uint8_t const*>(secret.data()), secret.size()}));
}

std::optional<Player> PlayerTable::find(std::string const& id) {
    return first_player(sql_.run_one(find_player, {id}));
}

std::optional<Player> PlayerTable::find_by_secret(std::string const& hash) {
    return first_player(sql_.run_one(find_owner, {hash}));
}

std::vector<bool> PlayerTable::are_valid(std::vector<std::string> const& hashes) {
    return are_there(sql_, find_secret, hashes);
}

std::vector<bool> PlayerTable::exist(std::vector<std::string> const& ids) {
    return are_there(sql_, find_player, ids);
}

void PlayerTable::create(Player const& player, std::string const& secret, std::int64_t now) {
    sql_.run({{add_player,
               {player.id, codec::to_json(player.name), player.kind == PlayerKind::bot ? "bot" : "human",
                player.created, std::to_string(now)}},
              {add_secret, {secret, player.id}}});
}

void PlayerTable::rename(std::string const& id, std::string const& name) {
    sql_.run_one("UPDATE player SET name = $2 WHERE id = $1", {id, codec::to_json(name)});
}

void PlayerTable::remove(std::string const& id) {
    sql_.run_one("DELETE FROM player WHERE id = $1", {id});
}

void PlayerTable::set_code(std::string const& id, CodeUse use, std::string const& hash, std::int64_t expires) {
    sql_.run_one(replace_code, {id, name_of(use), hash, std::to_string(expires)});
}

std::optional<std::string> PlayerTable::redeem(std::string const& code, std::int64_t now) {
    auto const links = sql_.run_one(take_link, {code});
    auto const is_late = !links.empty() && std::stoll(links[0][1]) < now;
    auto const owners = links.empty() ? sql_.run_one(find_recovery, {code}) : links;
    return owners.empty() || is_late ? std::nullopt : std::optional(owners[0][0]);
}

std::optional<Player> PlayerTable::sign_in(std::string const& id, std::string const& secret) {
    auto const count = sql_.run_one("SELECT count(*) FROM secret WHERE player = $1", {id})[0][0];
    if (std::stoll(count) >= most_secrets) return std::nullopt;
    return first_player(sql_.run({{add_secret, {secret, id}}, {find_player, {id}}})[1]);
}

void PlayerTable::revoke(std::string const& id, std::string const& but) {
    sql_.run({{"DELETE FROM secret WHERE player = $1 AND hash <> $2", {id, but}},
              {"DELETE FROM code WHERE player = $1", {id}}});
}

std::vector<std::string> PlayerTable::blocked_by(std::string const& id) {
    std::vector<std::string> ids;
    for (auto const& row : sql_.run_one("SELECT other FROM blocked WHERE player = $1 ORDER BY other", {id}))
        ids.push_back(row[0]);
    return ids;
}

void PlayerTable::set_blocked(std::string const& id, std::string const& other, bool blocks) {
    constexpr auto add = "INSERT INTO blocked (player, other) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    constexpr auto remove = "DELETE FROM blocked WHERE player = $1 AND other = $2";
    sql_.run_one(blocks ? add : remove, {id, other});
}

bool PlayerTable::has_blocked(std::string const& id, std::string const& other) {
    return !sql_.run_one("SELECT 1 FROM blocked WHERE player = $1 AND other = $2", {id, other}).empty();
}

std::vector<std::string> PlayerTable::cookies(std::string const& fresh) {
    // Servers that share a database may do this at the same moment: the first one counts.
    auto const rows = sql_.run({{"INSERT INTO cookie (place, name) VALUES (0, $1) ON CONFLICT DO NOTHING", {fresh}},
                                {"SELECT name FROM cookie ORDER BY place", {}}})[1];
    std::vector<std::string> names;
    for (auto const& row : rows) names.push_back(row[0]);
    return names;
}

void PlayerTable::note_seen(std::string const& id, std::int64_t now) {
    constexpr std::int64_t day = 86'400;
    sql_.run_one("UPDATE player SET seen = $2 WHERE id = $1 AND seen < $3",
                 {id, std::to_string(now), std::to_string(now - day)});
}

std::vector<PlayerTable::Place> PlayerTable::unseen_since(std::int64_t then, Place const& after) {
    constexpr auto find = "SELECT seen, id FROM player WHERE seen < $1 AND (seen > CAST($2 AS BIGINT) "
                          "OR (seen = CAST($2 AS BIGINT) AND id > $3)) ORDER BY seen, id LIMIT 200";
    std::vector<Place> found;
    for (auto const& row : sql_.run_one(find, {std::to_string(then), std::to_string(after.seen), after.id}))
        found.push_back({std::stoll(row[0]), row[1]});
    return found;
}

PlayerTable::Kept PlayerTable::kept(std::string const& id) {
    auto const rows = sql_.run({{"SELECT count(*) FROM secret WHERE player = $1", {id}},
                                {"SELECT purpose FROM code WHERE player = $1 ORDER BY purpose", {id}},
                                {"SELECT seen FROM player WHERE id = $1", {id}}});
    Kept kept{std::stoll(rows[0][0][0]), {}, rows[2].empty() ? 0 : std::stoll(rows[2][0][0])};
    for (auto const& row : rows[1]) kept.codes.push_back(row[0] == "link" ? CodeUse::link : CodeUse::recovery);
    return kept;
}

} // namespace tefuda::server
