#include "server/store/postgres/pg_sql.hpp"

#include "server/store/postgres/pg_connection.hpp"
#include "server/store/postgres/shared_lineage.hpp"

#include <iterator>
#include <utility>

namespace tefuda::server {

namespace {

constexpr auto note_key = "INSERT INTO written (key, answer) VALUES ($1, '')";

// Servers do this at the same moment: none waits for another one.
constexpr auto forget_keys = R"(
DELETE FROM written WHERE key IN (SELECT key FROM written WHERE at < now() - interval '1 hour' ORDER BY at LIMIT 100
  FOR UPDATE SKIP LOCKED))";

constexpr auto keep_answer = "UPDATE written SET answer = $2 WHERE key = $1";

constexpr auto find_answer = "SELECT answer FROM written WHERE key = $1";

/// What a transaction that was cut off holds is let go by then.
constexpr auto settings = "-c idle_in_transaction_session_timeout=2s";

class PgSql final : public SqlConnection {
public:
    PgSql(std::string const& url, std::string name) : connection_(url, std::move(name), settings, &lineage_of(url)) {}

    /// Tried once more where the connection turns out to be broken.
    std::vector<SqlRows> read(std::vector<SqlQuery> const& queries) override {
        std::vector<PgConnection::Call> calls;
        for (auto const& query : queries) calls.push_back({query.select.text(), query.values});
        auto const is_new = connection_.open();
        try {
            return rows_of(connection_.run(calls));
        } catch (PgBroken const&) {
            if (is_new) throw;
        }
        connection_.open();
        return rows_of(connection_.run(calls));
    }

    /// Tried again where another server has taken the same number at the same moment: the next one is free.
    std::vector<SqlRows> write(WriteKey const& key, std::vector<SqlCall> const& calls) override {
        constexpr int most_tries = 20;
        connection_.open();
        try {
            for (auto tries = 1;; ++tries) {
                try {
                    return write_new(key, calls);
                } catch (PgError const& problem) {
                    connection_.run({{"ROLLBACK", {}}});
                    constexpr std::string_view is_taken = "23505";
                    if (problem.state() != is_taken) throw;
                    auto const known = connection_.run({{find_answer, {key.id}}});
                    if (known[0].size() > 0) return answer_in(std::string(known[0].text(0, 0)));
                    if (tries == most_tries) throw;
                }
            }
        } catch (PgBroken const& problem) {
            throw OutcomeUnknown(problem.what());
        }
    }

private:
    /// Two turns: the answer, which is stored with the key, is known after the first one.
    std::vector<SqlRows> write_new(WriteKey const& key, std::vector<SqlCall> const& calls) {
        std::vector<PgConnection::Call> all{{"BEGIN", {}}, {note_key, {key.id}}, {forget_keys, {}}};
        auto const own = static_cast<std::ptrdiff_t>(all.size());
        for (auto const& call : calls) all.push_back({call.text, call.values});
        auto answer = rows_of(connection_.run(all));
        answer.erase(answer.begin(), answer.begin() + own);
        connection_.run({{keep_answer, {key.id, text_of(answer)}}, {"COMMIT", {}}});
        return answer;
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

    PgConnection connection_;
};

} // namespace

std::unique_ptr<Sql> open_pg_people(std::string url, std::string name) {
    return std::make_unique<Sql>(std::make_unique<PgSql>(url, std::move(name)));
}

} // namespace tefuda::server
