#include "server/maintenance.hpp"

#include "server/journal/copy_rooms.hpp"
#include "server/journal/postgres/postgres_store.hpp"
#include "server/journal/sqlite/maintenance.hpp"
#include "server/journal/sqlite/sqlite_store.hpp"
#include "server/journal/sqlite/store_files.hpp"
#include "server/match/match_run.hpp"
#include "server/people/copy_people.hpp"
#include "server/people/pg_sql.hpp"
#include "server/people/sqlite_sql.hpp"
#include "server/room/stored_form.hpp"

#include <ostream>
#include <set>

namespace tefuda::server {

namespace {

/// \returns what is wrong; nothing if the match can be played again, and ends where its record says
std::optional<std::string> replay(std::string const& code, StoredMatch match, bool ended, std::size_t& actions) {
    auto const record = match_of(code, std::move(match));
    if (auto const* damage = std::get_if<Illegal>(&record)) return damage->reason;
    auto const& it = std::get<MatchRecord>(record);
    MatchRun run(it);
    std::size_t number = 0;
    for (auto const& action : it.actions) {
        ++number;
        if (auto const refused = run.act(action.seat, action.action))
            return "its action " + std::to_string(number) + " is against the rules";
    }
    actions += number;
    if (ended && !run.over()) return "it has ended, but its actions do not lead to an end";
    if (!ended && run.over()) return "its actions lead to an end, but it has not ended";
    return std::nullopt;
}

} // namespace

void back_up(Config const& config, std::ostream& out) {
    auto const rooms = back_up_sqlite_store(*config.data, config.backup_to);
    auto const players = back_up_sqlite_people(*config.data, config.backup_to);
    out << "The journal with its " << rooms << " rooms was copied to " << config.backup_to.string() << ".\n";
}

bool verify(Config const& config, std::ostream& out) {
    std::size_t matches = 0, actions = 0;
    // The same damage may be found twice: each sentence is printed once.
    std::set<std::string> damage;
    StoreVisitor visitor;
    visitor.damage = [&](std::string const& sentence) { damage.insert(sentence); };
    visitor.room = [&](StoredRoom const& room) {
        auto const built = room_of(room);
        if (auto const* problem = std::get_if<Illegal>(&built))
            visitor.damage("Room " + room.code + " is damaged: " + problem->reason + ".");
    };
    visitor.match = [&](std::string const& code, StoredMatch match, bool ended) {
        ++matches;
        auto const number = match.number;
        if (auto const problem = replay(code, std::move(match), ended, actions))
            visitor.damage("Match " + std::to_string(number) + " of room " + code + " is damaged: " + *problem + ".");
    };
    auto const rooms = read_sqlite_store(*config.data, visitor);
    if (auto const problem = check_sqlite_people(*config.data)) visitor.damage(*problem);
    for (auto const& sentence : damage) out << sentence << '\n';
    out << rooms << " rooms, " << matches << " matches and " << actions
        << " actions were read: " << (damage.empty() ? "all are good" : std::to_string(damage.size()) + " damaged")
        << ".\n";
    return damage.empty();
}

bool migrate(Config const& config, std::ostream& out) {
    StoreFiles const files(*config.data);
    if (!has_content(files.pending) && !has_content(files.rooms))
        throw StoreFailure("There is no journal in " + config.data->string() + ": see --data.");
    auto const from = open_sqlite_store(*config.data);
    auto const to = open_postgres_store(*config.database, "migrate:" + config.node);
    auto const copied = copy_rooms(*from, *to);
    auto const players = open_sqlite_people(*config.data);
    auto const results = open_sqlite_results(*config.data, {});
    auto const database = open_pg_people(*config.database, "tefuda brings players");
    auto const people = copy_people(*players, *results, *database);
    for (auto const& sentence : copied.not_copied) out << sentence << " It was not brought over.\n";
    out << "Brought into the database: rooms " << copied.rooms << ", matches " << copied.matches << ", actions "
        << copied.actions << ". Rooms that were there already: " << copied.present << ". Players: " << people.players
        << ", results: " << people.results << ".\n";
    return copied.not_copied.empty();
}

} // namespace tefuda::server
