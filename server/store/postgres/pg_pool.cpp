#include "server/store/postgres/pg_pool.hpp"

#include <algorithm>

namespace tefuda::server {

namespace {

// A claim waits for a commit to the room, which may be that of a server that hangs. What a transaction holds whose
// connection was cut is let go by PostgreSQL.
constexpr auto pool_settings = "-c lock_timeout=2s -c idle_in_transaction_session_timeout=2s";

} // namespace

PgPool::PgPool(std::string const& url, std::string const& node, PgLineage& lineage)
    : all_{PgConnection{url, "tefuda works " + node, pool_settings, &lineage},
           PgConnection{url, "tefuda works " + node, pool_settings, &lineage}} {
    for (auto& connection : all_) free_.push_back(&connection);
}

PgPool::Lease PgPool::take() {
    std::unique_lock lock(mutex_);
    is_free_.wait(lock, [this] { return !free_.empty(); });
    auto const open = std::ranges::find_if(free_, &PgConnection::is_open);
    auto const found = open == free_.end() ? free_.begin() : open;
    auto* const connection = *found;
    free_.erase(found);
    return {*this, *connection};
}

void PgPool::give_back(PgConnection& connection) {
    {
        std::lock_guard const lock(mutex_);
        free_.push_back(&connection);
    }
    is_free_.notify_one();
}

std::vector<PgRows> PgPool::run_again(std::vector<PgConnection::Call> const& calls) {
    auto const connection = take();
    auto const is_new = connection->open();
    try {
        return connection->run(calls);
    } catch (PgBroken const&) {
        if (is_new) throw;
    }
    connection->open();
    return connection->run(calls);
}

void PgPool::open_all(std::stop_token const& stop) {
    auto const one = take(), other = take();
    one->open(stop);
    other->open(stop);
}

} // namespace tefuda::server
