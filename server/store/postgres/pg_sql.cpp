#include "server/store/postgres/pg_sql.hpp"

#include <iterator>
#include <utility>

namespace tefuda::server {

namespace {

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

    /// Tried again where another server has taken the same number at the same moment: the next one is free.
    std::vector<SqlRows> write(WriteKey const& key, std::vector<SqlCall> const& calls) override {
        constexpr int most_tries = 20;
        auto const lease = pool_.take();
        auto& connection = *lease;
        connection.open();
        try {
            for (auto tries = 1;; ++tries) {
                try {
                    return write_new(connection, key, calls);
                } catch (PgError const& problem) {
                    connection.run({{"ROLLBACK", {}}});
                    constexpr std::string_view is_taken = "23505";
                    if (problem.state() != is_taken) throw;
                    auto const known = connection.run({{find_written, {key.id}}});
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
    static std::vector<SqlRows> write_new(PgConnection& connection, WriteKey const& key,
                                          std::vector<SqlCall> const& calls) {
        std::vector<PgConnection::Call> all{{"BEGIN", {}}, {note_written, {key.id}}, {forget_written, {}}};
        auto const own = static_cast<std::ptrdiff_t>(all.size());
        for (auto const& call : calls) all.push_back({call.text, call.values});
        auto answer = rows_of(connection.run(all));
        answer.erase(answer.begin(), answer.begin() + own);
        connection.run({{set_written, {key.id, text_of(answer)}}, {"COMMIT", {}}});
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

    PgPool& pool_;
};

} // namespace

std::shared_ptr<Sql> pg_tables(PgPool& pool) {
    return std::make_shared<Sql>(std::make_unique<PgSql>(pool));
}

} // namespace tefuda::server
