#include "server/journal/postgres/postgres_store.hpp"

#include "server/journal/postgres/pg_commit.hpp"
#include "server/journal/postgres/pg_schema.hpp"
#include "server/journal/saved_json.hpp"

#include <openssl/rand.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace tefuda::server {

namespace {

constexpr auto claim_room = R"(
UPDATE room SET epoch = epoch + 1, node = $2
WHERE code = $1 AND ($3::boolean OR node IS NULL OR node = $2)
RETURNING epoch, state, pg_notify('tefuda_claims', code || ' ' || epoch))";

constexpr auto room_exists = "SELECT 1 FROM room WHERE code = $1";

constexpr auto read_state = "SELECT state FROM room WHERE code = $1";

constexpr auto read_last_match = "SELECT number, setup, ended IS NOT NULL FROM match WHERE room = $1 "
                                 "ORDER BY number DESC LIMIT 1";

constexpr auto read_last_actions = "SELECT number, seat, ms, action, banks FROM action WHERE room = $1 AND match = "
                                   "(SELECT max(number) FROM match WHERE room = $1) ORDER BY number";

constexpr auto read_ended_match =
    "SELECT number, setup, true FROM match WHERE room = $1 AND number = $2 AND ended IS NOT NULL";

constexpr auto read_actions =
    "SELECT number, seat, ms, action, banks FROM action WHERE room = $1 AND match = $2 ORDER BY number";

constexpr auto give_rooms_back = R"(
UPDATE room SET node = NULL FROM unnest($1::text[], $2::bigint[]) AS u(code, epoch)
WHERE room.code = u.code AND room.epoch = u.epoch)";

constexpr auto find_lost = R"(
SELECT u.code, u.epoch FROM unnest($1::text[], $2::bigint[]) AS u(code, epoch)
LEFT JOIN room USING (code) WHERE room.epoch IS DISTINCT FROM u.epoch)";

constexpr auto list_versions = R"(
SELECT code, xmin::text || ' ' || spectators FROM room WHERE public AND status <> 'finished')";

constexpr auto list_rooms = R"(
SELECT code, xmin::text || ' ' || spectators, state, spectators
FROM room WHERE code = ANY($1::text[]) AND public AND status <> 'finished')";

constexpr auto count_spectators = R"(
UPDATE room SET spectators = u.spectators
FROM unnest($1::text[], $2::bigint[], $3::integer[]) AS u(code, epoch, spectators)
WHERE room.code = u.code AND room.epoch = u.epoch AND room.spectators <> u.spectators)";

// Raises the generation: a commit of the one before finds no row from then on, and one that is being carried out is
// waited for.
constexpr auto begin_generation = R"(
INSERT INTO server (id, node, generation, batch, lost)
VALUES ($1, $2, (extract(epoch FROM now()) * 1000)::bigint, 0, '{}')
ON CONFLICT (id) DO UPDATE SET generation = server.generation + 1, seen = now()
RETURNING generation, batch, lost, (xmax = 0) AS is_new)";

constexpr auto note_alive = "UPDATE server SET seen = now() WHERE id = $1";

constexpr auto forget_servers = "DELETE FROM server WHERE seen < now() - interval '7 days'";

constexpr auto expire_matches = R"(
WITH gone AS (
  DELETE FROM match WHERE ended < now() - $1::bigint * interval '1 second' AND number <
    (SELECT max(number) FROM match AS other WHERE other.room = match.room) RETURNING room, number
)
DELETE FROM action USING gone WHERE action.room = gone.room AND action.match = gone.number)";

// Those of servers that are alive are theirs to put away.
constexpr auto expire_rooms = R"(
WITH gone AS (
  DELETE FROM room WHERE touched < now() - $1::bigint * interval '1 second' AND NOT EXISTS
    (SELECT FROM server WHERE server.node = room.node AND seen > now() - interval '1 hour') RETURNING code
)
DELETE FROM action USING gone WHERE action.room = gone.code)";

[[noreturn]] void fail_damaged(std::string const& room) {
    throw StoreFailure("Room " + room + " in the database can't be read.");
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
    if (!setup) fail_damaged(room);
    StoredMatch stored{static_cast<int>(match.number(0, 0)), std::move(*setup), {}, {}};
    for (auto row = 0; row < actions.size(); ++row) {
        auto const seat = actions.number(row, 1);
        if (actions.number(row, 0) != row + 1 || seat < 0 || seat >= max_seats) fail_damaged(room);
        stored.actions.add(Seat(static_cast<int>(seat)), std::string(actions.text(row, 3)), actions.number(row, 2));
    }
    if (actions.size() > 0 && match.text(0, 2) != "t") {
        auto banks = read_pg_banks(actions, actions.size() - 1, 4);
        if (!banks) fail_damaged(room);
        stored.banks = std::move(*banks);
    }
    return stored;
}

StoredRoom stored_room(std::string const& code, std::string_view state, PgRows const& match, PgRows const& actions) {
    auto room = read_saved_room(state);
    if (!room) fail_damaged(code);
    StoredRoom stored{code, std::move(*room), std::nullopt};
    if (match.size() > 0) stored.last_match = stored_match(code, match, actions);
    return stored;
}

std::string random_id() {
    std::array<unsigned char, 8> bytes;
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
        throw StoreFailure("The operating system gives no random bytes.");
    std::string id;
    for (auto const byte : bytes) id += fmt::format("{:02x}", byte);
    return id;
}

std::array<PgValue, 2> columns_of(std::vector<RoomClaim> const& rooms) {
    PgArray codes, epochs;
    for (auto const& [code, epoch] : rooms) {
        codes.add(code);
        epochs.add(epoch);
    }
    return {codes.text(), epochs.text()};
}

class PostgresStore final : public SharedStore {
public:
    PostgresStore(std::string const& url, std::string node)
        : node_(std::move(node)), committer_(url, "tefuda commits " + node_), reader_(url, "tefuda reads " + node_),
          watcher_(url, "tefuda watches " + node_), server_{random_id(), 0} {}

    /// Makes the tables. Rooms stay where they are until somebody comes: those that a server of this name had are given
    /// back, because it runs no more.
    Recovered recover(std::function<void(StoredRoom)> const&) override {
        std::lock_guard const lock(read_mutex_);
        wait_for_database();
        prepare_schema(reader_);
        reader_.run({{forget_servers, {}}, {"UPDATE room SET node = NULL WHERE node = $1", {node_}}});
        return {};
    }

    LostPlaces commit(std::span<Transaction const> transactions) override {
        std::lock_guard const lock(commit_mutex_);
        if (unknown_) throw StoreAway("The outcome of an earlier commit is not known yet.");
        if (std::ranges::all_of(transactions, [](auto const& each) { return each.changes.empty(); })) {
            open_committer();
            auto const rows = run_known({check_call(transactions)});
            LostPlaces lost;
            for (auto row = 0; row < rows[0].size(); ++row)
                lost.push_back(static_cast<std::size_t>(rows[0].number(row, 0)));
            return lost;
        }
        open_committer();
        auto const number = batch_ + 1;
        auto const commit = commit_calls(transactions, server_, number, node_);
        try {
            auto const rows = committer_.run(commit.calls);
            batch_ = number;
            return places_of(rows.at(commit.fence).text(0, 0));
        } catch (PgBroken const& problem) {
            unknown_ = Unknown{number, transactions.size()};
            throw OutcomeUnknown(problem.what());
        } catch (PgError const& problem) {
            // division_by_zero: this process has no row, or one of another generation.
            if (problem.state() == "22012") committer_.close();
            throw;
        }
    }

    Outcome outcome() override {
        std::lock_guard const lock(commit_mutex_);
        if (!unknown_) return {false, {}};
        committer_.close();
        auto const found = open_committer();
        Outcome known{found.is_new || found.batch == unknown_->batch, {}};
        if (found.is_new)
            // The row is gone, and with it the answer: the rooms must be read again.
            for (std::size_t place = 0; place < unknown_->transactions; ++place) known.lost.push_back(place);
        else if (known.stored)
            known.lost = found.lost;
        unknown_.reset();
        return known;
    }

    std::optional<StoredRoom> read_room(std::string const& code) override {
        auto const rows = read({{"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", {}},
                                {read_state, {code}},
                                {read_last_match, {code}},
                                {read_last_actions, {code}},
                                {"COMMIT", {}}});
        if (rows[1].size() == 0) return std::nullopt;
        return stored_room(code, rows[1].text(0, 0), rows[2], rows[3]);
    }

    std::optional<StoredMatch> read_match(std::string const& room, int number) override {
        auto const text = std::to_string(number);
        auto const rows = read({{read_ended_match, {room, text}}, {read_actions, {room, text}}});
        if (rows[0].size() == 0) return std::nullopt;
        return stored_match(room, rows[0], rows[1]);
    }

    std::vector<std::string> expire(std::int64_t seconds) override {
        auto const age = std::to_string(seconds);
        read({{expire_matches, {age}}, {expire_rooms, {age}}, {forget_servers, {}}});
        return {};
    }

    /// What is read comes in statements of their own: one that has waited for a lock still sees the tables as they
    /// were before it waited, without what was committed meanwhile.
    ClaimResult claim(std::string const& code, bool from_others) override {
        auto const rows = read({{claim_room, {code, node_, from_others ? "true" : "false"}},
                                {room_exists, {code}},
                                {read_last_match, {code}},
                                {read_last_actions, {code}}});
        if (rows[0].size() > 0)
            return ClaimedRoom{stored_room(code, rows[0].text(0, 1), rows[2], rows[3]), rows[0].number(0, 0)};
        if (rows[1].size() > 0) return ClaimedElsewhere{};
        return NoSuchRoom{};
    }

    void give_back(std::vector<RoomClaim> const& rooms) override {
        auto const columns = columns_of(rooms);
        read({{give_rooms_back, {columns[0], columns[1]}}});
    }

    News wait_for_news(std::chrono::milliseconds at_most) override {
        News news;
        if (watcher_.open()) {
            watcher_.run({{"LISTEN tefuda_claims", {}}});
            news.missed = true;
            return news;
        }
        for (auto const& payload : watcher_.notifications(at_most)) {
            auto const space = payload.find(' ');
            if (space == std::string::npos) continue;
            news.claimed.push_back({payload.substr(0, space), std::atoll(payload.c_str() + space)});
        }
        return news;
    }

    std::vector<RoomClaim> lost(std::vector<RoomClaim> const& rooms) override {
        watcher_.open();
        auto const columns = columns_of(rooms);
        auto const found = watcher_.run({{find_lost, {columns[0], columns[1]}}, {note_alive, {server_.id}}});
        std::vector<RoomClaim> claims;
        for (auto row = 0; row < found[0].size(); ++row)
            claims.push_back({std::string(found[0].text(row, 0)), found[0].number(row, 1)});
        return claims;
    }

    void update_list(std::map<std::string, Listed>& known) override {
        auto const versions = watcher_.run({{list_versions, {}}});
        std::set<std::string, std::less<>> listed;
        PgArray changed;
        for (auto row = 0; row < versions[0].size(); ++row) {
            auto const& code = *listed.emplace(versions[0].text(row, 0)).first;
            auto const found = known.find(code);
            if (found == known.end() || found->second.version != versions[0].text(row, 1)) changed.add(code);
        }
        std::erase_if(known, [&](auto const& each) { return !listed.contains(each.first); });
        if (changed.empty()) return;
        auto const rooms = watcher_.run({{list_rooms, {changed.text()}}});
        for (auto row = 0; row < rooms[0].size(); ++row) {
            auto state = read_saved_room(rooms[0].text(row, 2));
            if (!state) continue;
            std::string code(rooms[0].text(row, 0));
            known[code] = {std::string(rooms[0].text(row, 1)),
                           {code, std::move(*state), {}},
                           static_cast<int>(rooms[0].number(row, 3))};
        }
    }

    void set_spectators(std::vector<std::pair<RoomClaim, int>> const& rooms) override {
        PgArray codes, epochs, counts;
        for (auto const& [claim, count] : rooms) {
            codes.add(claim.room);
            epochs.add(claim.epoch);
            counts.add(std::int64_t{count});
        }
        watcher_.open();
        watcher_.run({{count_spectators, {codes.text(), epochs.text(), counts.text()}}});
    }

private:
    struct Unknown {
        std::int64_t batch;
        std::size_t transactions;
    };
    /// This process's row as it was found.
    struct Found {
        std::int64_t batch = 0;
        LostPlaces lost;
        bool is_new = false;
    };

    Found open_committer() {
        if (!committer_.open()) return {};
        try {
            // Statements have few plans; one that does not depend on the values is made once.
            committer_.execute("SET plan_cache_mode = force_generic_plan");
            auto const rows = committer_.run({{begin_generation, {server_.id, node_}}});
            server_.generation = rows[0].number(0, 0);
            Found found{rows[0].number(0, 1), places_of(rows[0].text(0, 2)), rows[0].text(0, 3) == "t"};
            batch_ = std::max(batch_, found.batch);
            return found;
        } catch (StoreFailure const& problem) {
            // Nothing but the generation was changed.
            committer_.close();
            throw StoreAway(problem.what());
        }
    }

    /// At the start PostgreSQL may be starting, too.
    void wait_for_database() {
        constexpr auto at_most = std::chrono::seconds(15);
        auto const end = std::chrono::steady_clock::now() + at_most;
        for (auto is_logged = false;; std::this_thread::sleep_for(std::chrono::milliseconds(300))) {
            try {
                open_reader();
                return;
            } catch (StoreAway const& problem) {
                if (std::chrono::steady_clock::now() >= end) throw;
                if (!std::exchange(is_logged, true)) spdlog::warn("Waiting for the database: {}", problem.what());
            }
        }
    }

    /// For what changes nothing: a broken connection leaves nothing unknown.
    std::vector<PgRows> run_known(std::vector<PgConnection::Call> const& calls) { return committer_.run(calls); }

    /// A read is tried once more where its connection turns out to be broken.
    std::vector<PgRows> read(std::vector<PgConnection::Call> const& calls) {
        std::lock_guard const lock(read_mutex_);
        auto const is_new = open_reader();
        try {
            return reader_.run(calls);
        } catch (PgBroken const&) {
            if (is_new) throw;
        }
        open_reader();
        return reader_.run(calls);
    }

    bool open_reader() {
        auto const is_new = reader_.open();
        // A claim waits for a commit to the room, which may be that of a server that hangs.
        if (is_new) reader_.execute("SET lock_timeout = '2s'");
        return is_new;
    }

    std::string const node_;

    std::mutex commit_mutex_;
    PgConnection committer_;
    std::mutex read_mutex_;
    PgConnection reader_;
    PgConnection watcher_;

    PgServerRow server_;
    std::int64_t batch_ = 0;
    std::optional<Unknown> unknown_;
};

} // namespace

std::unique_ptr<SharedStore> open_postgres_store(std::string url, std::string node) {
    return std::make_unique<PostgresStore>(url, std::move(node));
}

} // namespace tefuda::server
