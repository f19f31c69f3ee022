// A database that the servers of a world share: what PostgreSQL does for them, over tables in memory. It outlives each
// of them, and knows of each room which server has claimed it.
#pragma once

#include "server/store/sqlite/sqlite_sql.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "server/store/store.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/sim/faulty_store.hpp"

#include <map>

namespace tefuda::sim {

class Database {
public:
    explicit Database(World& world) : runtime_(world) {
        server::RuntimeScope const scope(runtime_);
        rooms = server::open_sqlite_store(directory_.path);
        rooms->recover([](auto const&) {});
        tables = server::open_memory_tables();
        beside_rooms = server::open_memory_store(tables);
    }
    ~Database() {
        server::RuntimeScope const scope(runtime_);
        rooms.reset();
    }
    Database(Database const&) = delete;
    Database& operator=(Database const&) = delete;

    std::unique_ptr<server::Store> rooms;
    std::shared_ptr<server::Sql> tables;
    /// Stores results, seats and attempts at boards in the tables.
    std::unique_ptr<server::Store> beside_rooms;
    /// By code, which server has claimed the room, and with which epoch.
    std::map<std::string, std::pair<std::string, std::int64_t>> owners;
    std::vector<server::RoomClaim> claimed; ///< all of them, in order
    std::map<std::string, server::RoomPresence> presence;

private:
    SimRuntime runtime_;
    server::test::DataDirectory directory_;
};

/// The database's rooms, as one server sees them.
class DatabaseRooms final : public server::Store {
public:
    DatabaseRooms(Database& database, std::string node) : database_(database), node_(std::move(node)) {}

    Recovered recover(std::function<void(server::ClaimedRoom)> const&) override { return {}; }
    bool may_have(std::string const&) const override { return true; }

    server::ClaimResult claim(std::string const& code, bool from_others) override {
        auto const owner = database_.owners.find(code);
        if (owner != database_.owners.end() && owner->second.first != node_ && !from_others)
            return server::ClaimedElsewhere{};
        auto result = database_.rooms->claim(code, true);
        if (auto const* claimed = std::get_if<server::ClaimedRoom>(&result)) {
            database_.owners[code] = {node_, claimed->epoch};
            database_.claimed.push_back({code, claimed->epoch});
        }
        return result;
    }

    void give_back(std::vector<server::RoomClaim> const& rooms) override {
        for (auto const& [code, epoch] : rooms)
            if (auto const owner = database_.owners.find(code);
                owner != database_.owners.end() && owner->second == std::pair(node_, epoch))
                database_.owners.erase(owner);
        database_.rooms->give_back(rooms);
    }

    server::LostPlaces commit(std::span<server::Transaction const> transactions) override {
        auto const lost = database_.rooms->commit(transactions);
        std::vector<server::Transaction> stored;
        for (std::size_t place = 0; place < transactions.size(); ++place) {
            if (std::ranges::find(lost, place) != lost.end()) continue;
            stored.push_back(transactions[place]);
            auto const& [code, changes, epoch, creates] = transactions[place];
            if (creates) database_.owners[code] = {node_, epoch};
        }
        database_.beside_rooms->commit(stored);
        return lost;
    }

    std::optional<server::StoredRoom> read_room(std::string const& code) override {
        return database_.rooms->read_room(code);
    }
    std::optional<server::StoredMatch> read_match(std::string const& room, int number) override {
        return database_.rooms->read_match(room, number);
    }
    std::vector<int> ended_matches(std::string const& room, int from) override {
        return database_.rooms->ended_matches(room, from);
    }
    std::vector<std::string> expire(std::int64_t) override { return {}; }

private:
    Database& database_;
    std::string const node_;
};

/// One server's connections to the database.
class DatabaseConnection final : public server::SharedStore {
public:
    DatabaseConnection(Database& database, std::string const& node, StoreFaults const& faults)
        : database_(database), node_(node), faults_(faults),
          rooms_(std::make_unique<DatabaseRooms>(database, node), faults),
          tables_(std::make_shared<server::Sql>(std::make_unique<FaultyTables>(database.tables, faults))),
          known_(database.claimed.size()) {}

    void prepare(std::stop_token const&) override {}
    std::shared_ptr<server::Sql> tables() override { return tables_; }

    Recovered recover(std::function<void(server::ClaimedRoom)> const& each) override { return rooms_.recover(each); }
    server::ClaimResult claim(std::string const& code, bool from_others) override {
        return rooms_.claim(code, from_others);
    }
    void give_back(std::vector<server::RoomClaim> const& rooms) override { rooms_.give_back(rooms); }
    bool may_have(std::string const& code) const override { return rooms_.may_have(code); }
    server::LostPlaces commit(std::span<server::Transaction const> transactions) override {
        return rooms_.commit(transactions);
    }
    Outcome outcome() override { return rooms_.outcome(); }
    std::optional<server::StoredRoom> read_room(std::string const& code) override { return rooms_.read_room(code); }
    std::optional<server::StoredMatch> read_match(std::string const& room, int number) override {
        return rooms_.read_match(room, number);
    }
    std::vector<int> ended_matches(std::string const& room, int from) override {
        return rooms_.ended_matches(room, from);
    }
    std::vector<std::string> expire(std::int64_t seconds) override { return rooms_.expire(seconds); }

    News wait_for_news(std::chrono::milliseconds at_most) override {
        faults_.world->wait(at_most);
        fail_if_away();
        News news;
        // A connection that was lost and opened again does not know what it has missed.
        if (faults_.happens(faults_.unknown))
            news.missed = true;
        else
            news.claimed.assign(database_.claimed.begin() + static_cast<std::ptrdiff_t>(known_),
                                database_.claimed.end());
        known_ = database_.claimed.size();
        return news;
    }

    std::vector<server::RoomClaim> lost(std::vector<server::RoomClaim> const& rooms) override {
        fail_if_away();
        std::vector<server::RoomClaim> lost;
        for (auto const& [code, epoch] : rooms) {
            auto const owner = database_.owners.find(code);
            if (owner == database_.owners.end() || owner->second != std::pair(node_, epoch))
                lost.push_back({code, epoch});
        }
        return lost;
    }

    void update_list(std::map<std::string, Listed>& known) override {
        fail_if_away();
        known.clear();
        for (auto const& [code, owner] : database_.owners)
            if (auto room = database_.rooms->read_room(code); room && room->room.is_public)
                known[code] = {std::to_string(owner.second), std::move(*room), database_.presence[code]};
    }

    void set_presence(std::vector<std::pair<server::RoomClaim, server::RoomPresence>> const& rooms) override {
        fail_if_away();
        for (auto const& [claim, presence] : rooms) database_.presence[claim.room] = presence;
    }

private:
    void fail_if_away() const {
        if (faults_.happens(faults_.away)) throw server::StoreAway("a simulated absence");
    }

    Database& database_;
    std::string const node_;
    StoreFaults const& faults_;
    FaultyStore rooms_;
    std::shared_ptr<server::Sql> const tables_;
    std::size_t known_; ///< how many claims it knows
};

} // namespace tefuda::sim
