#include "server/store/postgres/postgres_store.hpp"

#include "server/runtime/clock.hpp"
#include "server/runtime/runtime.hpp"
#include "server/runtime/worker.hpp"
#include "server/store/postgres/pg_committer.hpp"
#include "server/store/postgres/pg_reader.hpp"
#include "server/store/postgres/pg_retention.hpp"
#include "server/store/postgres/pg_schema.hpp"
#include "server/store/postgres/pg_sql.hpp"
#include "server/store/postgres/pg_watch.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

namespace tefuda::server {

namespace {

/// Four connections: one commits, one watches the other servers, two do all else.
class PostgresStore final : public SharedStore {
public:
    PostgresStore(std::string const& url, std::string node)
        : node_(std::move(node)), lineage_(lineage_of(url)), committer_(url, node_, lineage_),
          pool_(url, node_, lineage_), reader_(pool_, node_), watch_(url, node_, lineage_), retention_(pool_),
          tables_(pg_tables(pool_)) {}

    /// Opens every connection that is kept: a database that takes no more is found at the start.
    void prepare(std::stop_token const& stop) override {
        reader_.prepare(stop);
        pool_.open_all(stop);
        {
            std::lock_guard const lock(commit_mutex_);
            committer_.prepare();
        }
        static_cast<void>(watch_.wait_for_news({}));
    }

    Recovered recover(std::function<void(ClaimedRoom)> const&) override { return {}; }

    LostPlaces commit(std::span<Transaction const> transactions) override {
        std::lock_guard const lock(commit_mutex_);
        return committer_.commit(transactions);
    }

    Outcome outcome() override {
        std::lock_guard const lock(commit_mutex_);
        return committer_.outcome();
    }

    std::optional<StoredRoom> read_room(std::string const& code) override { return reader_.read_room(code); }

    std::optional<StoredMatch> read_match(std::string const& room, int number) override {
        return reader_.read_match(room, number);
    }
    std::vector<int> ended_matches(std::string const& room, int from) override {
        return reader_.ended_matches(room, from);
    }

    std::vector<std::string> expire(std::int64_t seconds) override {
        retention_.start(std::chrono::seconds(seconds));
        return {};
    }

    ClaimResult claim(std::string const& code, bool from_others) override {
        return reader_.claim(code, from_others, {committer_.id(), committer_.stored()});
    }

    void give_back(std::vector<RoomClaim> const& rooms) override { reader_.give_back(rooms); }

    /// The database alone knows: only what can't be a code is known here.
    bool may_have(std::string const& code) const override {
        constexpr std::size_t longest = 32;
        return !code.empty() && code.size() <= longest &&
               std::ranges::all_of(code, [](unsigned char sign) { return std::isalnum(sign) != 0; });
    }

    News wait_for_news(std::chrono::milliseconds at_most) override { return watch_.wait_for_news(at_most); }

    std::vector<RoomClaim> lost(std::vector<RoomClaim> const& rooms) override {
        // Read first: a commit may end meanwhile.
        auto const stored = committer_.stored();
        auto found = watch_.lost(rooms, committer_.id());
        if (found.batch >= stored) return found.claims;
        {
            std::lock_guard const lock(commit_mutex_);
            committer_.look_again();
        }
        return watch_.lost(rooms, committer_.id()).claims;
    }

    void update_list(std::map<std::string, Listed>& known) override { watch_.update_list(known); }

    void set_presence(std::vector<std::pair<RoomClaim, RoomPresence>> const& rooms) override {
        watch_.set_presence(rooms);
    }

    std::shared_ptr<Sql> tables() override { return tables_; }

private:
    std::string const node_;
    PgLineage& lineage_;

    std::mutex commit_mutex_;
    PgCommitter committer_;
    PgPool pool_;
    PgReader reader_;
    PgWatch watch_;
    PgRetention retention_;
    std::shared_ptr<Sql> const tables_;
};

/// Asks for a stop after a time, unless it is destroyed before.
class Deadline {
public:
    explicit Deadline(std::chrono::seconds time)
        : worker_(make_worker("deadline", [this, at = steady_now() + time] {
              if (steady_now() < at) return Worker::Next::by(at);
              stop_.request_stop();
              return Worker::Next::when_woken();
          })) {}

    std::stop_token token() const { return stop_.get_token(); }

private:
    std::stop_source stop_;
    std::unique_ptr<Worker> worker_;
};

} // namespace

std::unique_ptr<SharedStore> open_postgres_store(std::string url, std::string node) {
    return std::make_unique<PostgresStore>(url, std::move(node));
}

bool check_postgres_store(std::string const& url, std::string const& node) {
    constexpr std::chrono::seconds patience(5);
    try {
        PgConnection database(url, "tefuda checks " + node, "-c default_transaction_read_only=on");
        database.open(Deadline(patience).token());
        check_encoding(database);
        check_schema(database);
        return true;
    } catch (StoreDenied const&) {
        throw;
    } catch (StoreAway const&) {
        return false;
    }
}

} // namespace tefuda::server
