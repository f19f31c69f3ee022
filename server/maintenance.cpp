#include "server/maintenance.hpp"

#include "server/match/match_run.hpp"
#include "server/net/certificate.hpp"
#include "server/room/stored_form.hpp"
#include "server/store/copy_store.hpp"
#include "server/store/postgres/postgres_store.hpp"
#include "server/store/sqlite/maintenance.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "server/store/sqlite/store_files.hpp"

#include <memory>
#include <ostream>
#include <set>
#include <span>
#include <tuple>

namespace tefuda::server {

namespace {

/// \returns what is wrong; nothing if the match can be played again, and ends where its record says
std::optional<std::string> replay(std::string const& code, StoredMatch match, bool ended, std::size_t& actions) {
    auto const number = match.number;
    auto const damage = [&](std::string const& reason) { return match_damage(code, number, reason); };
    auto const record = match_of(code, std::move(match));
    if (auto const* illegal = std::get_if<Illegal>(&record)) return damage(illegal->reason);
    auto const& it = std::get<MatchRecord>(record);
    MatchRun run(it);
    std::size_t taken = 0;
    for (auto const& action : it.actions) {
        ++taken;
        if (auto const refused = run.act(action.seat, action.action))
            return damage("its action " + std::to_string(taken) + " is against the rules");
    }
    actions += taken;
    if (ended && !run.over()) return damage("it has ended, but its actions do not lead to an end");
    if (!ended && run.over()) return damage("its actions lead to an end, but it has not ended");
    return std::nullopt;
}

/// Where the rooms are, ready to be read and written.
std::unique_ptr<Store> open_store(Config const& config) {
    if (!config.database) {
        auto store = open_sqlite_store(*config.data);
        store->recover([](ClaimedRoom const&) {});
        return store;
    }
    auto store = open_postgres_store(*config.database, "drop-match:" + config.node);
    store->prepare({});
    return store;
}

/// \returns what is wrong with the match \throws StoreFailure if nothing is, or there is no such match
std::string damage_of(Store& store, StoredRoom const& room, int number) {
    auto const name = "match " + std::to_string(number) + " of room " + room.code;
    if (room.damage && room.damage->match == number) return room.damage->sentence;
    auto const is_newest = room.last_match && room.last_match->number == number;
    std::optional<StoredMatch> match;
    try {
        match = is_newest ? room.last_match : store.read_match(room.code, number);
    } catch (StoreFailure const& problem) {
        return problem.what();
    }
    // Only matches that have ended are read by number.
    if (!match && number < room.room.match) return "The " + name + " was given up, or is gone.";
    if (!match) throw StoreFailure("There is no " + name + ".");
    std::size_t actions = 0;
    auto damage = replay(room.code, std::move(*match), !is_newest || room.room.status != RoomStatus::playing, actions);
    if (!damage) throw StoreFailure("The " + name + " can be played again: only a damaged match is dropped.");
    return *damage;
}

/// The room without its newest match. \throws StoreFailure if it is damaged itself
SavedRoom without_match(StoredRoom const& room) {
    auto state = state_of(room.code, room.room);
    if (auto const* illegal = std::get_if<Illegal>(&state))
        throw StoreFailure("Room " + room.code + " is damaged: " + illegal->reason + ".");
    give_up_match(std::get<RoomState>(state));
    return stored_form(std::get<RoomState>(state));
}

} // namespace

void check_start(Config const& config, std::ostream& out) {
    if (config.transport.tls) Certificate(*config.transport.tls);
    auto answers = true;
    if (config.journal && config.database) answers = check_postgres_store(*config.database, config.node);
    if (config.data) check_sqlite_store(*config.data);
    out << "The configuration is right."
        << (answers ? "" : " The database does not answer within 5 s: a start waits for it.") << '\n';
}

void back_up(Config const& config, std::ostream& out) {
    auto const copied = back_up_sqlite_store(*config.data, config.backup_to);
    out << "The journal with its " << copied.rooms << " rooms was copied to " << config.backup_to.string() << ".\n";
    if (copied.players > 0) out << "Its players were copied too: " << copied.players << ".\n";
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
        else if (auto const& match = std::get<RoomRecord>(built).damage)
            visitor.damage(*match);
    };
    visitor.match = [&](std::string const& code, StoredMatch match, bool ended) {
        ++matches;
        if (auto const problem = replay(code, std::move(match), ended, actions)) visitor.damage(*problem);
    };
    auto const rooms = read_sqlite_store(*config.data, visitor);
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
    auto const database = to->tables();
    auto const operators = open_sqlite_operator(*config.data);
    auto const tables = copy_tables(*players, *results, *operators, *database);
    for (auto const& sentence : copied.not_copied) out << sentence << " It was not brought over.\n";
    out << "Brought into the database: rooms " << copied.rooms << ", matches " << copied.matches << ", actions "
        << copied.actions << ". Rooms that were there already: " << copied.present << ". Players: " << tables.players
        << ", results: " << tables.results << ".\n";
    return copied.not_copied.empty();
}

void drop_match(Config const& config, std::ostream& out) {
    auto const store = open_store(config);
    auto const& [code, number] = std::tie(config.drop_room, config.drop_match);
    auto const claimed = store->claim(code, true);
    auto const* found = std::get_if<ClaimedRoom>(&claimed);
    if (!found) throw StoreFailure("There is no room " + code + ".");
    auto const& [room, epoch] = *found;
    auto const damage = damage_of(*store, room, number);
    Transaction transaction{.room = code, .changes = {}, .epoch = epoch};
    auto const newest = room.damage ? room.damage->match : room.last_match ? room.last_match->number : 0;
    if (number == newest && room.room.status != RoomStatus::waiting)
        transaction.changes.emplace_back(RoomSaved{without_match(room)});
    transaction.changes.emplace_back(MatchRemoved{number});
    if (!store->commit(std::span(&transaction, 1)).empty())
        throw StoreFailure("Room " + code + " was claimed by a server meanwhile: try again.");
    store->give_back({{code, epoch}});
    out << damage << " It was deleted.\n";
}

} // namespace tefuda::server
