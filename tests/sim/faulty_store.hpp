// Stores that fail as stores do: they refuse, are away, are slow, or lose the answer to what they have stored.
#pragma once

#include "server/store/sql.hpp"
#include "server/store/store.hpp"
#include "tests/sim/world.hpp"

namespace tefuda::sim {

/// What befalls the stores of one server, by chance. All is well at first.
struct StoreFaults {
    World* world;
    /// How likely each is, of each call.
    double refused = 0, away = 0, unknown = 0, slow = 0;

    bool happens(double probability) const { return probability > 0 && chance_of(world->random, probability); }
};

class FaultyStore final : public server::Store {
public:
    FaultyStore(std::unique_ptr<Store> store, StoreFaults const& faults) : store_(std::move(store)), faults_(faults) {}

    Recovered recover(std::function<void(server::ClaimedRoom)> const& each) override { return store_->recover(each); }
    server::ClaimResult claim(std::string const& code, bool from_others) override {
        fail_to_read();
        auto result = store_->claim(code, from_others);
        if (faults_.happens(faults_.unknown)) throw server::StoreAway("a simulated cut, after which nobody is told");
        return result;
    }
    void give_back(std::vector<server::RoomClaim> const& rooms) override {
        fail_to_read();
        store_->give_back(rooms);
    }
    bool may_have(std::string const& code) const override { return store_->may_have(code); }

    server::LostPlaces commit(std::span<server::Transaction const> transactions) override {
        if (unknown_) faults_.world->fail("a commit before the outcome of an earlier one is known");
        if (faults_.happens(faults_.slow))
            faults_.world->pass(std::chrono::milliseconds(below(faults_.world->random, 3000)));
        if (faults_.happens(faults_.away)) throw server::StoreAway("a simulated absence");
        if (faults_.happens(faults_.refused)) throw server::StoreFailure("a simulated full disk");
        // One that changes nothing leaves nothing unknown.
        if (transactions.empty() || !faults_.happens(faults_.unknown)) return store_->commit(transactions);
        // Its answer is lost, or it was never carried out. Where memory fails on the way, it was refused.
        server::OutcomeUnknown const cut("a simulated cut");
        Outcome outcome{chance_of(faults_.world->random, 0.5), {}};
        if (outcome.stored) outcome.lost = store_->commit(transactions);
        unknown_ = std::move(outcome);
        throw cut;
    }
    Outcome outcome() override {
        if (!unknown_) return store_->outcome();
        if (faults_.happens(faults_.away + faults_.unknown)) throw server::StoreAway("a simulated absence");
        return *std::exchange(unknown_, std::nullopt);
    }

    std::optional<server::StoredRoom> read_room(std::string const& code) override {
        fail_to_read();
        return store_->read_room(code);
    }
    std::optional<server::StoredMatch> read_match(std::string const& room, int number) override {
        fail_to_read();
        return store_->read_match(room, number);
    }
    std::vector<int> ended_matches(std::string const& room, int from) override {
        fail_to_read();
        return store_->ended_matches(room, from);
    }
    void fold_rooms() override { store_->fold_rooms(); }
    std::vector<std::string> expire(std::int64_t seconds) override { return store_->expire(seconds); }
    Trimmed trim(std::uint64_t bytes, std::int64_t from) override { return store_->trim(bytes, from); }

private:
    void fail_to_read() {
        if (faults_.happens(faults_.away)) throw server::StoreAway("a simulated absence");
    }

    std::unique_ptr<Store> const store_;
    StoreFaults const& faults_;
    std::optional<Outcome> unknown_;
};

/// The connection of tables that are beside others, which work.
class FaultyTables final : public server::SqlConnection {
public:
    FaultyTables(std::shared_ptr<server::Sql> tables, StoreFaults const& faults)
        : tables_(std::move(tables)), faults_(faults) {}

    std::vector<server::SqlRows> read(std::vector<server::SqlQuery> const& queries) override {
        if (faults_.happens(faults_.away)) throw server::StoreAway("a simulated absence");
        return tables_->read(queries);
    }
    std::vector<server::SqlRows> write(server::WriteKey const& key,
                                       std::vector<server::SqlCall> const& calls) override {
        if (faults_.happens(faults_.away)) throw server::StoreAway("a simulated absence");
        if (faults_.happens(faults_.refused)) throw server::StoreFailure("a simulated full disk");
        if (!faults_.happens(faults_.unknown)) return tables_->write(key, calls);
        if (chance_of(faults_.world->random, 0.5)) tables_->write(key, calls);
        throw server::OutcomeUnknown("a simulated cut");
    }

private:
    std::shared_ptr<server::Sql> const tables_;
    StoreFaults const& faults_;
};

} // namespace tefuda::sim
