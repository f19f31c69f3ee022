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

constexpr auto find_code = "SELECT code.player, code.expires, (SELECT count(*) FROM secret WHERE secret.player = "
                           "code.player) FROM code WHERE code.hash = $1";

// Whoever else redeems it at this moment waits here.
constexpr auto lock_code = "UPDATE code SET expires = expires WHERE hash = $1";

constexpr auto add_secret_by_code = "INSERT INTO secret (hash, player) SELECT $2, player FROM code WHERE hash = $1 "
                                    "RETURNING player";

constexpr auto use_up_link = "DELETE FROM code WHERE hash = $1 AND purpose = 'link'";

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

std::vector<bool> are_there(Sql& sql, SqlSelect select, std::vector<std::string> const& keys) {
    std::vector<SqlQuery> queries;
    for (auto const& key : keys) queries.push_back({select, {key}});
    std::vector<bool> found;
    if (!queries.empty())
        for (auto const& rows : sql.read(queries)) found.push_back(!rows.empty());
    return found;
}

} // namespace

std::string hash_of(std::string_view secret) {
    return to_hex(sha256({reinterpret_cast<std::uint8_t const*>(secret.data()), secret.size()}));
}

std::optional<Player> PlayerTable::find(std::string const& id) {
    return first_player(sql_.read_one(find_player, {id}));
}

std::vector<PlayerTable::Found> PlayerTable::find_by_name(std::string const& part, std::size_t most) {
    constexpr auto find =
        "SELECT id, name, kind, created, seen FROM player WHERE lower(name) LIKE lower($1) ESCAPE '!' "
        "ORDER BY seen DESC, id LIMIT CAST($2 AS INTEGER)";
    // As it is stored, without the quotes around it.
    auto const stored = codec::to_json(part);
    std::string pattern = "%";
    for (auto const sign : std::string_view(stored).substr(1, stored.size() - 2)) {
        if (sign == '%' || sign == '_' || sign == '!') pattern += '!';
        pattern += sign;
    }
    std::vector<Found> found;
    for (auto const& row : sql_.read_one(find, {pattern + "%", std::to_string(most)}))
        found.push_back({player_in(row), std::stoll(row[4])});
    return found;
}

std::vector<PlayerTable::Found> PlayerTable::find_all(std::vector<std::string> const& ids) {
    std::vector<SqlQuery> queries;
    for (auto const& id : ids)
        queries.push_back({"SELECT id, name, kind, created, seen FROM player WHERE id = $1", {id}});
    std::vector<Found> found;
    if (!queries.empty())
        for (auto const& rows : sql_.read(queries))
            if (!rows.empty()) found.push_back({player_in(rows[0]), std::stoll(rows[0][4])});
    return found;
}

std::optional<Player> PlayerTable::find_by_secret(std::string const& hash) {
    return first_player(sql_.read_one(find_owner, {hash}));
}

std::vector<bool> PlayerTable::are_valid(std::vector<std::string> const& hashes) {
    return are_there(sql_, find_secret, hashes);
}

void PlayerTable::create(Player const& player, std::string const& secret, std::int64_t now) {
    sql_.write(WriteKey(), {{add_player,
                             {player.id, codec::to_json(player.name), player.kind == PlayerKind::bot ? "bot" : "human",
                              player.created, std::to_string(now)}},
                            {add_secret, {secret, player.id}}});
}

void PlayerTable::rename(std::string const& id, std::string const& name) {
    sql_.write_one(WriteKey(), "UPDATE player SET name = $2 WHERE id = $1", {id, codec::to_json(name)});
}

void PlayerTable::set_code(std::string const& id, CodeUse use, std::string const& hash, std::int64_t expires) {
    sql_.write_one(WriteKey(), replace_code, {id, name_of(use), hash, std::to_string(expires)});
}

PlayerTable::Recovered PlayerTable::recover(std::string const& code, std::string const& secret, std::int64_t now) {
    auto const found = sql_.read_one(find_code, {code});
    auto const expires = found.empty() ? 0 : std::stoll(found[0][1]);
    if (found.empty() || (expires != 0 && expires < now)) return NoSuchCode{};
    if (std::stoll(found[0][2]) >= most_secrets) return TooManySecrets{};
    auto const rows =
        sql_.write(WriteKey(), {{lock_code, {code}}, {add_secret_by_code, {code, secret}}, {use_up_link, {code}}});
    auto player = rows[1].empty() ? std::nullopt : find(rows[1][0][0]);
    if (!player) return NoSuchCode{};
    return std::move(*player);
}

void PlayerTable::revoke(std::string const& id, std::string const& but) {
    sql_.write(WriteKey(), {{"DELETE FROM secret WHERE player = $1 AND hash <> $2", {id, but}},
                            {"DELETE FROM code WHERE player = $1", {id}}});
}

std::vector<std::string> PlayerTable::blocked_by(std::string const& id) {
    std::vector<std::string> ids;
    for (auto const& row : sql_.read_one("SELECT other FROM blocked WHERE player = $1 ORDER BY other", {id}))
        ids.push_back(row[0]);
    return ids;
}

void PlayerTable::set_blocked(std::string const& id, std::string const& other, bool blocks) {
    constexpr auto add = "INSERT INTO blocked (player, other) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    constexpr auto remove = "DELETE FROM blocked WHERE player = $1 AND other = $2";
    sql_.write_one(WriteKey(), blocks ? add : remove, {id, other});
}

bool PlayerTable::has_blocked(std::string const& id, std::string const& other) {
    return !sql_.read_one("SELECT 1 FROM blocked WHERE player = $1 AND other = $2", {id, other}).empty();
}

std::vector<std::string> PlayerTable::cookies(std::string const& fresh) {
    constexpr auto find = "SELECT name FROM cookie ORDER BY place";
    auto rows = sql_.read_one(find, {});
    if (rows.empty()) {
        // Servers that share a database may do this at the same moment: the first one counts.
        sql_.write_one(WriteKey(), "INSERT INTO cookie (place, name) VALUES (0, $1) ON CONFLICT DO NOTHING", {fresh});
        rows = sql_.read_one(find, {});
    }
    std::vector<std::string> names;
    for (auto const& row : rows) names.push_back(row[0]);
    return names;
}

void PlayerTable::note_seen(std::vector<std::string> const& ids, std::int64_t now) {
    constexpr auto find = "SELECT 1 FROM player WHERE id = $1 AND seen < CAST($2 AS BIGINT)";
    constexpr std::int64_t day = 86'400;
    std::vector<SqlQuery> queries;
    for (auto const& id : ids) queries.push_back({find, {id, std::to_string(now - day)}});
    if (queries.empty()) return;
    std::vector<SqlCall> calls;
    auto const found = sql_.read(queries);
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (!found[i].empty())
            calls.push_back({"UPDATE player SET seen = $2 WHERE id = $1", {ids[i], std::to_string(now)}});
    if (!calls.empty()) sql_.write(WriteKey(), calls);
}

std::vector<PlayerTable::Place> PlayerTable::unseen_since(std::int64_t then, Place const& after) {
    constexpr auto find = "SELECT seen, id FROM player WHERE seen < $1 AND (seen > CAST($2 AS BIGINT) "
                          "OR (seen = CAST($2 AS BIGINT) AND id > $3)) ORDER BY seen, id LIMIT 200";
    std::vector<Place> found;
    for (auto const& row : sql_.read_one(find, {std::to_string(then), std::to_string(after.seen), after.id}))
        found.push_back({std::stoll(row[0]), row[1]});
    return found;
}

PlayerTable::Kept PlayerTable::kept(std::string const& id) {
    auto const rows = sql_.read({{"SELECT count(*) FROM secret WHERE player = $1", {id}},
                                 {"SELECT purpose FROM code WHERE player = $1 ORDER BY purpose", {id}},
                                 {"SELECT seen FROM player WHERE id = $1", {id}}});
    Kept kept{std::stoll(rows[0][0][0]), {}, rows[2].empty() ? 0 : std::stoll(rows[2][0][0])};
    for (auto const& row : rows[1]) kept.codes.push_back(row[0] == "link" ? CodeUse::link : CodeUse::recovery);
    return kept;
}

} // namespace tefuda::server
