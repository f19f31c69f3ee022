#include "server/store/postgres/pg_pool.hpp"

#include <algorithm>

namespace tefuda::server {

namespace {

// A claim waits for a commit to the room, which may be that of a server that hangs. What a transaction holds whose
// connection was cut is let go by PostgreSQL.
constexpr auto pool_settings = "-c lock_timeout=2s -c idle_in_transaction_session_timeout=2s";

// A number that two servers take at the same moment is refused to one of them. Its second try waits until nobody
// writes, and nobody begins to write meanwhile: so it is never refused again, however much others write.
constexpr auto write_beside_others = "SELECT pg_advisory_xact_lock_shared(54464444)";
constexpr auto write_alone = "SELECT pg_advisory_xact_lock(54464444)";

constexpr auto note_written = "INSERT INTO written (key, answer) VALUES ($1, '')";

// Servers do this at the same moment: none waits for another one.
constexpr auto forget_written = R"(
DELETE FROM written WHERE key IN (SELECT key FROM written WHERE at < now() - interval '1 hour' ORDER BY at LIMIT 100
  FOR UPDATE SKIP LOCKED))";

constexpr auto set_written = "UPDATE written SET answer = $2 WHERE key = $1";

constexpr auto find_written = "SELECT answer FROM written WHERE key = $1";

class PgSql final : public SqlConnection {
public:
    explicit PgSql(PgPool& pool) : pool_(pool) {}

    std::vector<SqlRows> read(std::vector<SqlQuery> const& queries) override {
        std::vector<PgConnection::Call> calls;
        for (auto const& query : queries) calls.push_back({query.select.text(), query.values});
        return rows_of(pool_.run_again(calls));
    }

    std::vector<SqlRows> write(WriteKey const& key, std::vector<SqlCall> const& calls) override {
        auto const lease = pool_.take();
        auto& connection = *lease;
        connection.open();
        try {
            try {
                return write_new(connection, write_beside_others, key, calls);
            } catch (PgError const& problem) {
                constexpr std::string_view is_taken = "23505";
                if (problem.state() != is_taken) throw;
            }
            auto const known = connection.run({{find_written, {key.id}}});
            if (known[0].size() > 0) return answer_in(std::string(known[0].text(0, 0)));
            return write_new(connection, write_alone, key, calls);
        } catch (PgBroken const& problem) {
            throw OutcomeUnknown(problem.what());
        }
    }

private:
    /// Two turns: the answer, which is stored with the key, is known after the first one. What is refused is rolled
    /// back.
    static std::vector<SqlRows> write_new(PgConnection& connection, char const* lock, WriteKey const& key,
                                          std::vector<SqlCall> const& calls) {
        std::vector<PgConnection::Call> all{{"BEGIN", {}}, {lock, {}}, {note_written, {key.id}}, {forget_written, {}}};
        auto const own = static_cast<std::ptrdiff_t>(all.size());
        for (auto const& call : calls) all.push_back({call.text, call.values});
        try {
            auto answer = rows_of(connection.run(all));
            answer.erase(answer.begin(), answer.begin() + own);
            connection.run({{set_written, {key.id, text_of(answer)}}, {"COMMIT", {}}});
            return answer;
        } catch (PgError const&) {
            connection.run({{"ROLLBACK", {}}});
            throw;
        }
    }

    static std::vector<SqlRows> rows_of(std::vector<PgRows> const& answers) {
        std::vector<SqlRows> all;
        for (auto const& answer : answers) {
            auto& rows = all.emplace_back();
            for (auto row = 0; row < answer.size(); ++row) {
                auto& columns = rows.emplace_back();
                for (auto column = 0; column < answer.columns(); ++column)
                    columns.emplace_back(answer.is_null(row, column) ? std::string_view() : answer.text(row, column));
            }
        }
        return all;
    }

    PgPool& pool_;
};

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

std::shared_ptr<Sql> pg_tables(PgPool& pool) {
    return std::make_shared<Sql>(std::make_unique<PgSql>(pool));
}

} // namespace tefuda::server
