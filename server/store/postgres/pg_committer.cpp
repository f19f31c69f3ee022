#include "server/store/postgres/pg_committer.hpp"

#include "rules/core/seeded_chance.hpp"
#include "server/metrics/metrics.hpp"
#include "server/runtime/random.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tefuda::server {

namespace {

// Raises the generation: a commit of the one before finds no row from then on, and one that is being carried out is
// waited for.
constexpr auto begin_generation = R"(
INSERT INTO server (id, node, generation, batch, lost)
VALUES ($1, $2, (extract(epoch FROM now()) * 1000)::bigint, 0, '{}')
ON CONFLICT (id) DO UPDATE SET generation = server.generation + 1, seen = now()
RETURNING generation, batch, lost, (xmax = 0) AS is_new)";

// With another epoch no commit of a room that was claimed before finds its row.
constexpr auto lose_rooms = "UPDATE room SET epoch = epoch + 1, node = NULL WHERE node = $1";

constexpr auto lose_room =
    "UPDATE room SET epoch = epoch + 1, node = NULL WHERE code = $1 AND epoch = $2 AND node = $3";

std::string random_id() {
    std::array<std::uint8_t, 8> bytes;
    random_bytes(bytes);
    return to_hex(bytes);
}

} // namespace

// Statements have few plans; one that does not depend on the values is made once.
PgCommitter::PgCommitter(std::string const& url, std::string node, PgLineage& lineage)
    : node_(std::move(node)),
      connection_(url, "tefuda commits " + node_, "-c plan_cache_mode=force_generic_plan", &lineage),
      server_{random_id(), 0} {}

LostPlaces PgCommitter::commit(std::span<Transaction const> transactions) {
    if (unknown_) throw StoreAway("The outcome of an earlier commit is not known yet.");
    open();
    auto const changes_nothing = [](Transaction const& each) { return each.changes.empty(); };
    return std::ranges::all_of(transactions, changes_nothing) ? check(transactions) : store(transactions);
}

/// Changes nothing: a connection that breaks leaves nothing unknown.
LostPlaces PgCommitter::check(std::span<Transaction const> transactions) {
    auto const rows = connection_.run({check_call(transactions, node_)});
    LostPlaces lost;
    for (auto row = 0; row < rows[0].size(); ++row) lost.push_back(static_cast<std::size_t>(rows[0].number(row, 0)));
    return lost;
}

LostPlaces PgCommitter::store(std::span<Transaction const> transactions) {
    auto const number = stored_ + 1;
    auto const commit = commit_calls(transactions, server_, number, node_);
    try {
        auto const rows = connection_.run(commit.calls);
        auto lost = places_of(rows.at(commit.fence).text(0, 0));
        stored_ = number;
        return lost;
    } catch (PgError const& problem) {
        // division_by_zero: this process has no row, or one of another generation.
        auto const is_forgotten = problem.state() == "22012";
        if (is_forgotten) connection_.close();
        // In a commit of many the others must be stored, and this one is committed again alone.
        if (transactions.size() == 1 && is_other_action(problem)) return lose(transactions.front());
        // Class 22: a text or a number that PostgreSQL can't have.
        if (!is_forgotten && problem.state().starts_with("22")) throw DataRefused(problem.what());
        throw;
    } catch (std::exception const& problem) {
        // Whatever it is: something may have been sent.
        unknown_ = Unknown{number, transactions.size()};
        until_there_is_memory([&] { throw OutcomeUnknown(problem.what()); });
        throw;
    }
}

/// The database has other actions of the room than this server: it is read again.
LostPlaces PgCommitter::lose(Transaction const& transaction) {
    spdlog::error("Room {} has other actions in the database than here: it is read again", transaction.room);
    connection_.run({{lose_room, {transaction.room, std::to_string(transaction.epoch), node_}}});
    return {0};
}

void PgCommitter::look_again() {
    // Whoever asks for an outcome that is not known looks, too.
    if (unknown_) return;
    connection_.close();
    open();
}

Store::Outcome PgCommitter::outcome() {
    if (!unknown_) return {false, {}};
    connection_.close();
    auto const last = stored_.load();
    auto const found = open();
    Store::Outcome known{found.batch == unknown_->batch, {}};
    if (found.is_new || found.batch < last) {
        // The database has forgotten it, or what was before it: the rooms must be read again.
        known.stored = true;
        for (std::size_t place = 0; place < unknown_->transactions; ++place) known.lost.push_back(place);
    } else if (known.stored) {
        known.lost = found.lost;
    }
    unknown_.reset();
    return known;
}

/// \returns the row, if the connection is a new one
PgCommitter::OwnRow PgCommitter::open() {
    if (!connection_.open()) return {};
    try {
        auto const rows = connection_.run({{begin_generation, {server_.id, node_}}});
        server_.generation = rows[0].number(0, 0);
        OwnRow found{rows[0].number(0, 1), places_of(rows[0].text(0, 2)), rows[0].text(0, 3) == "t"};
        if (found.batch < stored_) lose_all_rooms(found);
        stored_ = found.batch;
        return found;
    } catch (StoreFailure const& problem) {
        // Nothing of a commit was sent.
        connection_.close();
        throw StoreAway(problem.what());
    }
}

void PgCommitter::lose_all_rooms(OwnRow const& found) {
    connection_.run({{lose_rooms, {node_}}});
    auto const forgotten = stored_ - found.batch;
    metrics().commits_forgotten.add(static_cast<std::uint64_t>(forgotten));
    spdlog::critical("The database has forgotten {} commit(s) that it had acknowledged (a failover to a standby that "
                     "lagged, or a restore). This server's rooms are read again, and go on from what it has.",
                     forgotten);
}

} // namespace tefuda::server
