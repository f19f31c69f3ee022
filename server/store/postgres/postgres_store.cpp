#include "server/store/postgres/postgres_store.hpp"

#include "server/metrics/metrics.hpp"
#include "server/runtime/clock.hpp"
#include "server/runtime/runtime.hpp"
#include "server/runtime/worker.hpp"
#include "server/store/postgres/pg_committer.hpp"
#include "server/store/postgres/pg_pool.hpp"
#include "server/store/postgres/pg_retention.hpp"
#include "server/store/postgres/pg_schema.hpp"
#include "server/store/postgres/pg_watch.hpp"
#include "server/store/saved_json.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <utility>

namespace tefuda::server {

namespace {

constexpr auto claim_room = R"(
UPDATE room SET epoch = epoch + 1, node = $2
WHERE code = $1 AND ($3::boolean OR node IS NULL OR node = $2)
RETURNING epoch, state, pg_notify('tefuda_claims', code || ' ' || epoch))";

constexpr auto room_exists = "SELECT 1 FROM room WHERE code = $1";

constexpr auto has_batch = "SELECT 1 FROM server WHERE id = $1 AND batch >= $2";

constexpr auto read_state = "SELECT state FROM room WHERE code = $1";

constexpr auto read_last_match = "SELECT number, setup, ended IS NOT NULL FROM match WHERE room = $1 "
                                 "ORDER BY number DESC LIMIT 1";

constexpr auto read_last_actions = R"(
SELECT number, seat, ms, action, banks, by_bot FROM action WHERE room = $1 AND (match, part) =
  (SELECT number, part FROM match WHERE room = $1 ORDER BY number DESC LIMIT 1) ORDER BY number)";

constexpr auto read_ended_match =
    "SELECT number, setup, true FROM match WHERE room = $1 AND number = $2 AND ended IS NOT NULL";

constexpr auto read_actions = R"(
SELECT number, seat, ms, action, banks, by_bot FROM action WHERE room = $1 AND match = $2 AND
  part = (SELECT part FROM match WHERE room = $1 AND number = $2) ORDER BY number)";

constexpr auto give_rooms_back = R"(
UPDATE room SET node = NULL FROM unnest($1::text[], $2::bigint[]) AS u(code, epoch)
WHERE room.code = u.code AND room.epoch = u.epoch)";

[[noreturn]] void fail_damaged(std::string const& room) {
    note_damaged_room(room);
    throw StoreFailure("Room " + room + " in the database can't be read.");
}

[[noreturn]] void fail_damaged(std::string const& room, std::int64_t match) {
    throw StoreFailure("Match " + std::to_string(match) + " of room " + room + " in the database can't be read.");
}

/// Empty where null; else PostgreSQL's {1,2} is JSON's [1,2].
std::optional<std::vector<std::int64_t>> read_pg_banks(PgRows const& rows, int row, int column) {
    if (rows.is_null(row, column)) return std::vector<std::int64_t>();
    std::string text(rows.text(row, column));
    if (text.size() < 2) return std::nullopt;
    text.front() = '[';
    text.back() = ']';
    return read_banks(text);
}

/// \param match number, setup, whether it has ended \param actions in order
StoredMatch stored_match(std::string const& room, PgRows const& match, PgRows const& actions) {
    auto setup = read_saved_setup(match.text(0, 1));
    if (!setup) fail_damaged(room, match.number(0, 0));
    StoredMatch stored{static_cast<int>(match.number(0, 0)), std::move(*setup), {}, {}};
    for (auto row = 0; row < actions.size(); ++row) {
        auto const seat = actions.number(row, 1);
        if (actions.number(row, 0) != row + 1 || seat < 0 || seat >= max_seats) fail_damaged(room, match.number(0, 0));
        stored.actions.add({Seat(static_cast<int>(seat)), std::string(actions.text(row, 3)), actions.number(row, 2),
                            actions.text(row, 5) == "t"});
    }
    if (actions.size() > 0 && match.text(0, 2) != "t") {
        auto banks = read_pg_banks(actions, actions.size() - 1, 4);
        if (!banks) fail_damaged(room, match.number(0, 0));
        stored.banks = std::move(*banks);
    }
    return stored;
}

StoredRoom stored_room(std::string const& code, std::string_view state, PgRows const& match, PgRows const& actions) {
    auto room = read_saved_room(state);
    if (!room) fail_damaged(code);
    StoredRoom stored{code, std::move(*room), std::nullopt};
    if (match.size() == 0) return stored;
    try {
        stored.last_match = stored_match(code, match, actions);
    } catch (StoreFailure const& problem) {
        // The room is whole: it can go on with another match.
        stored.damage = {static_cast<int>(match.number(0, 0)), problem.what()};
    }
    return stored;
}

/// Four connections: one commits, one watches the other servers, two do all else.
class PostgresStore final : public SharedStore {
public:
    PostgresStore(std::string const& url, std::string node)
        : node_(std::move(node)), lineage_(lineage_of(url)), committer_(url, node_, lineage_),
          pool_(url, node_, lineage_), watch_(url, node_, lineage_), retention_(pool_), tables_(pg_tables(pool_)) {}

    /// Opens every connection that is kept: a database that takes no more is found at the start.
    void prepare(std::stop_token const& stop) override {
        make_ready(stop);
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

    std::optional<StoredRoom> read_room(std::string const& code) override {
        auto const rows = pool_.run_again({{"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", {}},
                                           {read_state, {code}},
                                           {read_last_match, {code}},
                                           {read_last_actions, {code}},
                                           {"COMMIT", {}}});
        if (rows[1].size() == 0) return std::nullopt;
        return stored_room(code, rows[1].text(0, 0), rows[2], rows[3]);
    }

    std::optional<StoredMatch> read_match(std::string const& room, int number) override {
        auto const text = std::to_string(number);
        auto const rows = pool_.run_again({{read_ended_match, {room, text}}, {read_actions, {room, text}}});
        if (rows[0].size() == 0) return std::nullopt;
        return stored_match(room, rows[0], rows[1]);
    }

    std::vector<int> ended_matches(std::string const& room, int from) override {
        constexpr auto find = "SELECT number FROM match WHERE room = $1 AND number >= $2 AND ended IS NOT NULL "
                              "ORDER BY number LIMIT 1000";
        auto const rows = pool_.run_again({{find, {room, std::to_string(from)}}});
        std::vector<int> numbers;
        for (int row = 0; row < rows[0].size(); ++row) numbers.push_back(static_cast<int>(rows[0].number(row, 0)));
        return numbers;
    }

    std::vector<std::string> expire(std::int64_t seconds) override {
        retention_.start(std::chrono::seconds(seconds));
        return {};
    }

    /// What is read comes in statements of their own: one that has waited for a lock still sees the tables as they
    /// were before it waited, without what was committed meanwhile.
    ClaimResult claim(std::string const& code, bool from_others) override {
        // Read first: a room is not said to be missing by a database that has less.
        auto const stored = committer_.stored();
        auto const rows = pool_.run_again({{claim_room, {code, node_, from_others ? "true" : "false"}},
                                           {room_exists, {code}},
                                           {read_last_match, {code}},
                                           {read_last_actions, {code}},
                                           {has_batch, {committer_.id(), std::to_string(stored)}}});
        if (rows[0].size() > 0)
            return ClaimedRoom{stored_room(code, rows[0].text(0, 1), rows[2], rows[3]), rows[0].number(0, 0)};
        if (rows[1].size() > 0) return ClaimedElsewhere{};
        // While a dump is being restored there may be no room at all.
        if (stored > 0 && rows[4].size() == 0) throw StoreAway("The database has not what it had acknowledged.");
        return NoSuchRoom{};
    }

    void give_back(std::vector<RoomClaim> const& rooms) override {
        auto const columns = columns_of(rooms);
        pool_.run_again({{give_rooms_back, {columns[0], columns[1]}}});
    }

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
    /// Rooms stay where they are until somebody comes: those that a server of this name had are given back, because it
    /// runs no more.
    void make_ready(std::stop_token const& stop) {
        auto const lease = pool_.take();
        auto& connection = *lease;
        connection.open(stop);
        try {
            check_encoding(connection);
            prepare_schema(connection);
            check_rights(connection, node_);
            PgRetention::make_partitions(connection);
            connection.run(
                {{PgRetention::forget_servers, {}}, {"UPDATE room SET node = NULL WHERE node = $1", {node_}}});
        } catch (PgError const& problem) {
            // lock_not_available: a server that hangs, or a database that waits for its standby, holds a row.
            if (problem.state() == "55P03") throw StoreAway(problem.what());
            throw;
        }
    }

    std::string const node_;
    PgLineage& lineage_;

    std::mutex commit_mutex_;
    PgCommitter committer_;
    PgPool pool_;
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
