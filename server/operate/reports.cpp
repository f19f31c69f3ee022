#include "server/operate/reports.hpp"

#include "protocol/codec/decode.hpp"
#include "server/match/gone_players.hpp"
#include "server/metrics/logging.hpp"
#include "server/metrics/metrics.hpp"
#include "server/metrics/utc.hpp"
#include "server/operate/admin_answer.hpp"
#include "server/room/chat_log.hpp"
#include "server/store/store.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

namespace {

/// A report in a list, without its chat.
struct ReportRow {
    std::int64_t number;
    std::string at;
    std::string room;
    std::string game;
    int match;
    FiledReport::Person by;
    Nullable<FiledReport::Person> of;
    std::string text;
    std::optional<std::string> call;
    std::optional<std::vector<ChatLine>> chat;
};
BOOST_DESCRIBE_STRUCT(ReportRow, (), (number, at, room, game, match, by, of, text, call, chat))

/// Nobody is told who a deleted player was.
void hide_gone(FiledReport::Person& person) {
    if (!person.player || !gone_players().contains(*person.player)) return;
    person = {.seat = person.seat, .name = gone_name, .player = {}, .address = {}};
}

ReportRow row_of(OperatorTable::StoredReport const& stored, bool in_full) {
    auto report = codec::Decoder().read_text<FiledReport>(stored.report);
    if (!report) throw StoreFailure("A report in the store can't be read.");
    hide_gone(report->by);
    if (report->of) hide_gone(*report->of);
    std::ranges::transform(report->chat, report->chat.begin(), without_gone);
    return {stored.number,           iso_time(at_second(stored.at)),
            std::move(report->room), std::move(report->game),
            report->match,           std::move(report->by),
            std::move(report->of),   std::move(report->text),
            std::move(report->call), in_full ? std::optional(std::move(report->chat)) : std::nullopt};
}

} // namespace

void Reports::file(std::string const& address, FiledReport const& report, Moment const& now,
                   std::function<void(bool stored)> done) {
    std::optional<std::string> by = report.by.player;
    auto store = [this, done, at = now.seconds(), room = report.room, text = codec::to_json(report),
                  by = std::move(by)] {
        table_.add_report(at, text, by);
        metrics().reports.add();
        log_event("Somebody was reported", {{"room", room}});
        done(true);
    };
    thread_.post(address, std::move(store), [done] { done(false); });
}

std::string Reports::on(ListReports const&) {
    std::vector<ReportRow> rows;
    for (auto const& stored : table_.reports()) rows.push_back(row_of(stored, false));
    return admin_rows(rows);
}

std::string Reports::on(ShowReport const& command) {
    auto const number = command.n.as_int();
    auto const stored = number ? table_.report(*number) : std::nullopt;
    return stored ? admin_row(row_of(*stored, true)) : admin_refused("There is no report with this number.");
}

} // namespace tefuda::server
