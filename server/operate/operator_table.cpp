#include "server/operate/operator_table.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "server/store/store.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

namespace {

constexpr auto add_sanction =
    "INSERT INTO sanction (number, kind, player, network, until, because, since, lifted) "
    "SELECT coalesce(max(number), 0) + 1, $1, $2, $3, CAST($4 AS BIGINT), $5, CAST($6 AS BIGINT), 0 FROM sanction "
    "RETURNING number";

constexpr auto find_sanctions =
    "SELECT number, kind, coalesce(player, ''), coalesce(network, ''), coalesce(until, -1), because, since "
    "FROM sanction WHERE lifted = 0 AND (until IS NULL OR until > CAST($1 AS BIGINT)) ORDER BY number";

constexpr auto end_rename = "UPDATE sanction SET lifted = CAST($2 AS BIGINT) WHERE player = $1 AND kind = 'rename' "
                            "AND lifted = 0";

constexpr auto lift_sanction = "UPDATE sanction SET lifted = CAST($2 AS BIGINT) WHERE number = CAST($1 AS BIGINT) "
                               "AND lifted = 0 AND (until IS NULL OR until > CAST($2 AS BIGINT)) RETURNING number";

constexpr auto add_act = "INSERT INTO operator_act (number, at, command, arguments, player) "
                         "SELECT coalesce(max(number), 0) + 1, CAST($1 AS BIGINT), $2, $3, $4 FROM operator_act "
                         "RETURNING number";

constexpr auto write_notice = "INSERT INTO notice (id, text, until) VALUES (1, $1, CAST($2 AS BIGINT)) "
                              "ON CONFLICT (id) DO UPDATE SET text = excluded.text, until = excluded.until";

/// Nothing for one of a newer server.
std::optional<SanctionKind> kind_in(std::string const& stored) {
    for (auto const kind : {SanctionKind::ban, SanctionKind::mute, SanctionKind::rename})
        if (name_of(kind) == stored) return kind;
    return std::nullopt;
}

SqlCall call_of(Act const& act) {
    return {add_act, {std::to_string(act.at), act.command, act.arguments, act.player}};
}

/// A text may have the character 0, which PostgreSQL's texts have not: it is stored as JSON.
std::string text_in(std::string const& stored) {
    auto text = codec::Decoder().read_text<std::string>(stored);
    if (!text) throw StoreFailure("A text of the operator in the store can't be read.");
    return std::move(*text);
}

/// What stays of a command's arguments when their player is deleted: the id, and who gave the command.
std::string arguments_without_name(std::string const& arguments, std::string const& player) {
    auto const tree = codec::JsonTree::parse(arguments);
    auto const by = tree && tree->root().is_object() ? tree->root().find("by") : std::nullopt;
    return "{\"id\":" + codec::to_json(player) + (by ? ",\"by\":" + by->text() : "") + "}";
}

std::optional<std::int64_t> end_in(std::string const& column) {
    auto const seconds = std::stoll(column);
    return seconds < 0 ? std::nullopt : std::optional<std::int64_t>(seconds);
}

SqlValue end_of(std::optional<std::int64_t> const& until) {
    return until ? SqlValue(std::to_string(*until)) : SqlValue();
}

} // namespace

std::int64_t OperatorTable::version() {
    return std::stoll(sql_.read_one("SELECT coalesce(max(number), 0) FROM operator_act", {})[0][0]);
}

std::vector<Sanction> OperatorTable::sanctions(std::int64_t now) {
    std::vector<Sanction> all;
    auto const some = [](std::string const& text) { return text.empty() ? std::nullopt : std::optional(text); };
    for (auto const& row : sql_.read_one(find_sanctions, {std::to_string(now)}))
        if (auto const kind = kind_in(row[1]))
            all.push_back({std::stoll(row[0]), *kind, some(row[2]), some(row[3]), end_in(row[4]), text_in(row[5]),
                           std::stoll(row[6])});
    return all;
}

std::int64_t OperatorTable::add(Sanction const& sanction, Act const& act) {
    std::vector<SqlCall> calls{
        {add_sanction,
         {std::string(name_of(sanction.kind)), sanction.player, sanction.network, end_of(sanction.until),
          codec::to_json(sanction.because), std::to_string(sanction.since)}},
        call_of(act)};
    // A player has one name.
    if (sanction.kind == SanctionKind::rename)
        calls.insert(calls.begin(), {end_rename, {sanction.player, std::to_string(sanction.since)}});
    auto const rows = sql_.write(WriteKey(), calls);
    return std::stoll(rows[rows.size() - 2][0][0]);
}

bool OperatorTable::lift(std::int64_t number, Act const& act) {
    auto const known = sql_.read_one("SELECT 1 FROM sanction WHERE number = CAST($1 AS BIGINT) AND lifted = 0 "
                                     "AND (until IS NULL OR until > CAST($2 AS BIGINT))",
                                     {std::to_string(number), std::to_string(act.at)});
    if (known.empty()) return false;
    auto const rows =
        sql_.write(WriteKey(), {{lift_sanction, {std::to_string(number), std::to_string(act.at)}}, call_of(act)});
    return !rows[0].empty();
}

std::optional<StoredNotice> OperatorTable::notice() {
    auto const rows = sql_.read_one("SELECT text, coalesce(until, -1) FROM notice WHERE id = 1", {});
    if (rows.empty()) return std::nullopt;
    StoredNotice notice{text_in(rows[0][0]), end_in(rows[0][1])};
    return notice.text.empty() ? std::nullopt : std::optional(std::move(notice));
}

void OperatorTable::set_notice(std::optional<StoredNotice> const& notice, Act const& act) {
    auto const text = codec::to_json(notice ? notice->text : std::string());
    sql_.write(WriteKey(), {{write_notice, {text, notice ? end_of(notice->until) : SqlValue()}}, call_of(act)});
}

void OperatorTable::add_report(std::int64_t at, std::string const& report, std::optional<std::string> const& by) {
    sql_.write(WriteKey(), {{"INSERT INTO report (number, at, report, player) SELECT coalesce(max(number), 0) + 1, "
                             "CAST($1 AS BIGINT), $2, CAST($3 AS TEXT) FROM report",
                             {std::to_string(at), report, by}},
                            {"DELETE FROM report WHERE number <= (SELECT max(number) FROM report) - CAST($1 AS BIGINT)",
                             {std::to_string(max_reports)}}});
}

std::vector<OperatorTable::StoredReport> OperatorTable::reports() {
    std::vector<StoredReport> all;
    for (auto const& row : sql_.read_one("SELECT number, at, report FROM report ORDER BY number DESC LIMIT 1000", {}))
        all.push_back({std::stoll(row[0]), std::stoll(row[1]), row[2]});
    return all;
}

std::vector<OperatorTable::StoredReport> OperatorTable::reports_by(std::string const& player, std::int64_t after) {
    std::vector<StoredReport> some;
    for (auto const& row : sql_.read_one("SELECT number, at, report FROM report WHERE player = $1 "
                                         "AND number > CAST($2 AS BIGINT) ORDER BY number LIMIT 20",
                                         {player, std::to_string(after)}))
        some.push_back({std::stoll(row[0]), std::stoll(row[1]), row[2]});
    return some;
}

std::vector<OperatorTable::PastSanction> OperatorTable::sanctions_against(std::string const& player) {
    std::vector<PastSanction> all;
    for (auto const& row :
         sql_.read_one("SELECT number, kind, coalesce(until, -1), because, since, lifted FROM sanction "
                       "WHERE player = $1 ORDER BY number LIMIT 1000",
                       {player}))
        all.push_back({{std::stoll(row[0]),
                        kind_in(row[1]).value_or(SanctionKind::mute),
                        player,
                        {},
                        end_in(row[2]),
                        text_in(row[3]),
                        std::stoll(row[4])},
                       std::stoll(row[5])});
    return all;
}

std::optional<OperatorTable::StoredReport> OperatorTable::report(std::int64_t number) {
    auto const rows = sql_.read_one("SELECT number, at, report FROM report WHERE number = CAST($1 AS BIGINT)",
                                    {std::to_string(number)});
    if (rows.empty()) return std::nullopt;
    return StoredReport{std::stoll(rows[0][0]), std::stoll(rows[0][1]), rows[0][2]};
}

std::int64_t OperatorTable::add_act(Act const& act) {
    return std::stoll(sql_.write(WriteKey(), {call_of(act)})[0][0][0]);
}

void OperatorTable::withdraw(std::int64_t number) {
    sql_.write_one(
        WriteKey(),
        "UPDATE operator_act SET command = '', arguments = '{}', player = '' WHERE number = CAST($1 AS BIGINT)",
        {std::to_string(number)});
}

std::vector<Act> OperatorTable::acts(std::int64_t since) {
    std::vector<Act> all;
    for (auto const& row : sql_.read_one("SELECT at, command, arguments, player FROM operator_act "
                                         "WHERE at >= CAST($1 AS BIGINT) AND command <> '' ORDER BY number",
                                         {std::to_string(since)}))
        all.push_back({std::stoll(row[0]), row[1], row[2], row[3]});
    return all;
}

void OperatorTable::forget(std::string const& player, std::int64_t now) {
    // Most were never heard of here.
    auto const known = sql_.read({{"SELECT number, arguments FROM operator_act WHERE player = $1", {player}},
                                  {"SELECT 1 FROM report WHERE player = $1 LIMIT 1", {player}},
                                  {"SELECT 1 FROM sanction WHERE player = $1 LIMIT 1", {player}}});
    if (std::ranges::all_of(known, &SqlRows::empty)) return;
    std::vector<SqlCall> calls;
    for (auto const& act : known[0])
        calls.push_back({"UPDATE operator_act SET arguments = $2, player = '' WHERE number = CAST($1 AS BIGINT)",
                         {act[0], arguments_without_name(act[1], player)}});
    // One that was written meanwhile, too.
    calls.push_back({"UPDATE operator_act SET arguments = $2, player = '' WHERE player = $1",
                     {player, arguments_without_name("", player)}});
    calls.push_back({"UPDATE report SET player = NULL WHERE player = $1", {player}});
    calls.push_back({"UPDATE sanction SET lifted = CAST($2 AS BIGINT), player = NULL, "
                     "because = CASE WHEN kind = 'rename' THEN '\"\"' ELSE because END WHERE player = $1",
                     {player, std::to_string(now)}});
    sql_.write(WriteKey(), calls);
}

} // namespace tefuda::server
