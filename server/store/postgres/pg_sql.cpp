#include "server/store/postgres/pg_sql.hpp"

#include <iterator>
#include <utility>

namespace tefuda::server {

namespace {

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

std::shared_ptr<Sql> pg_tables(PgPool& pool) {
    return std::make_shared<Sql>(std::make_unique<PgSql>(pool));
}

} // namespace tefuda::server
