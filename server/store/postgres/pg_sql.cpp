#include "server/store/postgres/pg_sql.hpp"

#include "server/store/postgres/pg_connection.hpp"
#include "server/store/postgres/shared_lineage.hpp"

#include <utility>

namespace tefuda::server {

namespace {

class PgSql final : public Sql {
public:
    PgSql(std::string const& url, std::string name) : connection_(url, std::move(name), {}, &lineage_of(url)) {}

    /// Tried again where another server has taken the same number at the same moment: the next one is free.
    std::vector<SqlRows> run(std::vector<SqlCall> const& calls) override {
        std::vector<PgConnection::Call> all;
        for (auto const& call : calls) all.push_back({call.text, call.values});
        constexpr int most_tries = 20;
        for (auto tries = 1;; ++tries) {
            try {
                return run_unless_broken(all);
            } catch (PgError const& problem) {
                constexpr std::string_view is_taken = "23505";
                if (problem.state() != is_taken || tries == most_tries) throw;
            }
        }
    }

private:
    /// Tried once more where the connection turns out to be broken: what was carried out already changes nothing then,
    /// or is refused.
    std::vector<SqlRows> run_unless_broken(std::vector<PgConnection::Call> const& all) {
        auto const is_new = connection_.open();
        try {
            return rows_of(connection_.run(all));
        } catch (PgBroken const&) {
            if (is_new) throw;
        }
        connection_.open();
        return rows_of(connection_.run(all));
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
    return std::make_unique<PgSql>(url, std::move(name));
}

} // namespace tefuda::server
