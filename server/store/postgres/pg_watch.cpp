#include "server/store/postgres/pg_watch.hpp"

#include "server/store/saved_json.hpp"

#include <cstdlib>
#include <functional>
#include <set>

namespace tefuda::server {

namespace {

constexpr auto find_lost = R"(
SELECT u.code, u.epoch FROM unnest($1::text[], $2::bigint[]) AS u(code, epoch)
LEFT JOIN room USING (code) WHERE room.epoch IS DISTINCT FROM u.epoch OR room.node IS DISTINCT FROM $3)";

// Each server says every five seconds that it lives: nobody is connected to one that does not.
constexpr auto list_versions = R"(
SELECT code, concat_ws(' ', xmin::text, spectators, EXISTS
  (SELECT FROM server WHERE server.node = room.node AND seen > now() - interval '20 seconds'))
FROM room WHERE public AND status <> 'finished')";

constexpr auto list_rooms = R"(
SELECT code, concat_ws(' ', xmin::text, spectators, lives), state,
  CASE WHEN lives THEN spectators ELSE 0 END, CASE WHEN lives THEN connected ELSE 0 END
FROM (
  SELECT code, xmin, spectators, state, connected,
    EXISTS (SELECT FROM server WHERE server.node = room.node AND seen > now() - interval '20 seconds') AS lives
  FROM room WHERE code = ANY($1::text[]) AND public AND status <> 'finished'
) AS listed)";

constexpr auto write_presence = R"(
UPDATE room SET spectators = u.spectators, connected = u.connected
FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::bigint[]) AS u(code, epoch, spectators, connected)
WHERE room.code = u.code AND room.epoch = u.epoch
  AND (room.spectators <> u.spectators OR room.connected IS DISTINCT FROM u.connected))";

constexpr auto note_alive = "UPDATE server SET seen = now() WHERE id = $1 RETURNING batch";

} // namespace

PgWatch::PgWatch(std::string const& url, std::string const& node, PgLineage& lineage)
    : node_(node), connection_(url, "tefuda watches " + node, {}, &lineage) {}

SharedStore::News PgWatch::wait_for_news(std::chrono::milliseconds at_most) {
    SharedStore::News news;
    if (connection_.open()) {
        connection_.run({{"LISTEN tefuda_claims", {}}});
        news.missed = true;
        return news;
    }
    for (auto const& payload : connection_.notifications(at_most)) {
        auto const space = payload.find(' ');
        if (space == std::string::npos) continue;
        news.claimed.push_back({payload.substr(0, space), std::atoll(payload.c_str() + space)});
    }
    return news;
}

PgWatch::Lost PgWatch::lost(std::vector<RoomClaim> const& rooms, std::string const& server) {
    connection_.open();
    auto const columns = columns_of(rooms);
    auto const found = connection_.run({{find_lost, {columns[0], columns[1], node_}}, {note_alive, {server}}});
    Lost lost;
    for (auto row = 0; row < found[0].size(); ++row)
        lost.claims.push_back({std::string(found[0].text(row, 0)), found[0].number(row, 1)});
    if (found[1].size() > 0) lost.batch = found[1].number(0, 0);
    return lost;
}

void PgWatch::update_list(std::map<std::string, SharedStore::Listed>& known) {
    auto const versions = connection_.run({{list_versions, {}}});
    std::set<std::string, std::less<>> listed;
    PgArray changed;
    for (auto row = 0; row < versions[0].size(); ++row) {
        auto const& code = *listed.emplace(versions[0].text(row, 0)).first;
        auto const found = known.find(code);
        if (found == known.end() || found->second.version != versions[0].text(row, 1)) changed.add(code);
    }
    std::erase_if(known, [&](auto const& each) { return !listed.contains(each.first); });
    if (changed.empty()) return;
    auto const rooms = connection_.run({{list_rooms, {changed.text()}}});
    for (auto row = 0; row < rooms[0].size(); ++row) {
        auto state = read_saved_room(rooms[0].text(row, 2));
        if (!state) continue;
        std::string code(rooms[0].text(row, 0));
        known[code] = {std::string(rooms[0].text(row, 1)),
                       {code, std::move(*state), {}},
                       {static_cast<int>(rooms[0].number(row, 3)),
                        rooms[0].is_null(row, 4) ? std::nullopt : std::optional(rooms[0].number(row, 4))}};
    }
}

void PgWatch::set_presence(std::vector<std::pair<RoomClaim, RoomPresence>> const& rooms) {
    PgArray codes, epochs, spectators, connected;
    for (auto const& [claim, presence] : rooms) {
        codes.add(claim.room);
        epochs.add(claim.epoch);
        spectators.add(std::int64_t{presence.spectators});
        connected.add(presence.connected.value_or(0));
    }
    connection_.open();
    connection_.run({{write_presence, {codes.text(), epochs.text(), spectators.text(), connected.text()}}});
}

} // namespace tefuda::server
