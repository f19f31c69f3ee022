#include "server/operate/player_commands.hpp"

#include "protocol/codec/text.hpp"
#include "server/metrics/logging.hpp"
#include "server/metrics/utc.hpp"
#include "server/operate/admin_answer.hpp"
#include "server/runtime/awaited.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

constexpr auto no_players = "This server knows no players (--identity off).";
constexpr auto not_read = "The players can't be read now: try again.";

struct FoundRow {
    std::string id;
    std::string name;
    PlayerKind kind;
    std::string created;
    std::string seen; ///< the day
    std::int64_t results;
};
BOOST_DESCRIBE_STRUCT(FoundRow, (), (id, name, kind, created, seen, results))

std::string no_player_with(std::string const& id) {
    return "There is no player " + id + ". \"find\" looks for one by its name.";
}

} // namespace

std::string PlayerCommands::on(FindPlayers const& command, Moment const&) {
    if (!people_) return admin_refused(no_players);
    if (codec::is_blank(command.who)) return admin_refused("Whom? Name an id, a part of a name, or a room's code.");
    auto const awaited = std::make_shared<Awaited<std::optional<std::vector<People::Found>>>>();
    people_->search(command.who, [awaited](auto found) { awaited->set(std::move(found)); });
    auto const found = awaited->wait(stop_);
    if (!found || !*found) return admin_refused(not_read);
    std::vector<FoundRow> rows;
    for (auto const& [player, seen, results] : **found)
        rows.push_back({player.id, player.name, player.kind, player.created, utc_date(at_second(seen)), results});
    return admin_rows(rows);
}

/// Piece by piece, so that others are answered in between; kept as a whole, because the answer is one line.
std::string PlayerCommands::on(ExportPlayer const& command, Moment const& now) {
    constexpr std::size_t most = 64 * 1024 * 1024;
    if (!people_) return admin_refused(no_players);
    auto const begun = std::make_shared<Awaited<std::shared_ptr<HttpBody>>>();
    people_->export_of(command.id, now, [begun](auto body) { begun->set(std::move(body)); });
    auto const body = begun->wait(stop_);
    if (!body) return admin_refused(not_read);
    if (!*body) return admin_refused(no_player_with(command.id));
    std::string row;
    for (;;) {
        auto const awaited = std::make_shared<Awaited<std::optional<std::string>>>();
        (*body)->next([awaited](auto piece) { awaited->set(std::move(piece)); });
        auto const piece = awaited->wait(stop_);
        if (!piece || !*piece) return admin_refused(not_read);
        if ((*piece)->empty()) return R"({"ok":true,"row":)" + row + "}";
        row += **piece;
        if (row.size() > most) return admin_refused("More than 64 MiB are stored of this player.");
    }
}

std::string PlayerCommands::on(DeletePlayer const& command, Moment const& now) {
    if (!people_) return admin_refused(no_players);
    auto const known = std::make_shared<Awaited<std::optional<std::vector<People::Found>>>>();
    people_->search(command.id, [known](auto found) { known->set(std::move(found)); });
    auto const found = known->wait(stop_);
    if (!found || !*found) return admin_refused(not_read);
    if ((*found)->size() != 1 || (*found)->front().player.id != command.id)
        return admin_refused(no_player_with(command.id));
    auto const& [player, seen, results] = (*found)->front();
    if (command.yes != true)
        return admin_refused(player.name + ", who has " + std::to_string(results) +
                             " results, is deleted for good: nothing brings a deleted player back. If that is meant, "
                             "say --yes.");
    auto act = act_of(command, now);
    act.player = command.id;
    return moderation_.logged(act, [&] {
        auto const awaited = std::make_shared<Awaited<bool>>();
        people_->delete_player(command.id, now, [awaited](bool done) { awaited->set(done); });
        auto const done = awaited->wait(stop_);
        if (!done) return admin_unanswered();
        if (!*done) return admin_refused("The player can't be deleted now: try again.");
        log_event("The operator deleted a player", {});
        return admin_done();
    });
}

std::string PlayerCommands::on(ShowStats const& command, Moment const&) {
    if (!people_) return admin_refused("This server keeps no results of players (--identity off).");
    if (command.weeks == true) {
        auto const awaited = std::make_shared<Awaited<std::optional<std::vector<ResultTable::Week>>>>();
        people_->by_week([awaited](auto weeks) { awaited->set(std::move(weeks)); });
        auto const weeks = awaited->wait(stop_);
        if (!weeks || !*weeks) return admin_unanswered();
        std::vector<WeekRow> rows;
        for (auto const& week : **weeks)
            rows.push_back({week.monday, week.players, week.new_players, week.rooms, week.matches, week.results});
        return admin_rows(rows);
    }
    auto const awaited = std::make_shared<Awaited<std::optional<std::vector<ResultTable::Day>>>>();
    people_->by_day([awaited](auto days) { awaited->set(std::move(days)); });
    auto const days = awaited->wait(stop_);
    if (!days || !*days) return admin_unanswered();
    std::vector<StatsRow> rows;
    for (auto const& day : **days)
        rows.push_back({day.date, day.game, day.players, day.rooms, day.matches, day.results});
    return admin_rows(rows);
}

} // namespace tefuda::server
