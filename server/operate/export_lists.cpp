#include "server/operate/export_lists.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/http.hpp"
#include "server/metrics/utc.hpp"
#include "server/operate/operator_table.hpp"
#include "server/room/participant.hpp"
#include "server/store/store.hpp"

#include <optional>

namespace tefuda::server {

namespace {

Nullable<std::string> moment_of(std::optional<std::int64_t> const& seconds) {
    return seconds ? Nullable<std::string>(iso_time(at_second(*seconds))) : Nullable<std::string>();
}

ExportList::Page reports_by(Sql& tables, std::string const& player, std::optional<std::string> const& after) {
    ExportList::Page page;
    for (auto const& stored : OperatorTable(tables).reports_by(player, after ? std::stoll(*after) : 0)) {
        auto const report = codec::Decoder().read_text<FiledReport>(stored.report);
        if (!report) throw StoreFailure("A report in the store can't be read.");
        page.rows.push_back(
            codec::to_json(OwnReport{iso_time(at_second(stored.at)), report->room, report->game, report->match,
                                     report->of ? report->of->seat : Nullable<Seat>(), report->text}));
        page.next = std::to_string(stored.number);
    }
    return page;
}

ExportList::Page sanctions_against(Sql& tables, std::string const& player) {
    ExportList::Page page;
    for (auto const& [sanction, lifted] : OperatorTable(tables).sanctions_against(player))
        page.rows.push_back(codec::to_json(OwnSanction{sanction.number, std::string(name_of(sanction.kind)),
                                                       iso_time(at_second(sanction.since)), moment_of(sanction.until),
                                                       moment_of(lifted > 0 ? std::optional(lifted) : std::nullopt),
                                                       sanction.because}));
    return page;
}

} // namespace

std::vector<ExportList> operators_lists(Sql& tables, std::string const& player) {
    return {{"reports", [&tables, player](auto const& after) { return reports_by(tables, player, after); }},
            {"sanctions", [&tables, player](auto const&) { return sanctions_against(tables, player); }}};
}

} // namespace tefuda::server
