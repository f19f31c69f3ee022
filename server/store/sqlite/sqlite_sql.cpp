#include "server/store/sqlite/sqlite_sql.hpp"

#include "server/store/sqlite/sqlite_file.hpp"
#include "server/store/sqlite/store_files.hpp"
#include "server/store/sqlite/table_files.hpp"
#include "server/store/sqlite/wal.hpp"

#include <mutex>
#include <utility>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

constexpr auto note_key = "INSERT INTO written (key, answer) VALUES ($1, $2)";

// So many are not written in the time for which a write is asked for.
constexpr auto forget_keys = "DELETE FROM written WHERE number <= (SELECT max(number) FROM written) - 10000";

constexpr auto find_answer = "SELECT answer FROM written WHERE key = $1";

class SqliteSql final : public SqlConnection {
public:
    SqliteSql(std::unique_ptr<SqliteFile> file, std::function<void()> before)
        : file_(std::move(file)), before_(std::move(before)) {}

    std::vector<SqlRows> read(std::vector<SqlQuery> const& queries) override {
        if (before_) before_();
        std::lock_guard const lock(mutex_);
        return file_->guarded([&] {
            SQLite::Transaction const transaction(file_->db());
            std::vector<SqlRows> all;
            for (auto const& query : queries) all.push_back(file_->carry_out(query.select.text(), query.values));
            return all;
        });
    }

    std::vector<SqlRows> write(WriteKey const& key, std::vector<SqlCall> const& calls) override {
        std::lock_guard const lock(mutex_);
        cut_tail("a write");
        auto commits = false;
        try {
            return file_->guarded([&] {
                SQLite::Transaction transaction(file_->db(), SQLite::TransactionBehavior::IMMEDIATE);
                if (auto const known = file_->carry_out(find_answer, {key.id}); !known.empty())
                    return answer_in(known[0][0]);
                std::vector<SqlRows> answer;
                for (auto const& call : calls) answer.push_back(file_->carry_out(call.text, call.values));
                file_->carry_out(note_key, {key.id, text_of(answer)});
                file_->carry_out(forget_keys, {});
                commits = true;
                file_->guarded([&] { transaction.commit(); });
                return answer;
            });
        } catch (std::exception const& problem) {
            has_tail_ = commits && file_->name() != in_memory;
            cut_tail(problem.what());
            throw;
        }
    }

private:
    /// A commit that failed may be there after a crash, until what it left in the log is cut off. \throws
    /// OutcomeUnknown
    void cut_tail(char const* problem) {
        if (has_tail_ && !remove_wal_tail(file_->db().getHandle())) throw OutcomeUnknown(problem);
        has_tail_ = false;
    }

    std::mutex mutex_;
    std::unique_ptr<SqliteFile> const file_;
    std::function<void()> const before_;
    bool has_tail_ = false;
};

std::unique_ptr<Sql> make_sql(std::unique_ptr<SqliteFile> file, std::function<void()> before) {
    return std::make_unique<Sql>(std::make_unique<SqliteSql>(std::move(file), std::move(before)));
}

std::unique_ptr<Sql> open_tables(fs::path const& name, FileFormat const& format) {
    auto file = std::make_unique<SqliteFile>(name, format, [](SqliteFile&) {});
    file->merge_wal_at_close();
    return make_sql(std::move(file), {});
}

} // namespace

std::unique_ptr<Sql> open_memory_tables() {
    return open_tables(in_memory, memory_format);
}

std::unique_ptr<Sql> open_sqlite_people(fs::path const& directory) {
    return open_tables(StoreFiles(directory).people, people_format);
}

std::unique_ptr<Sql> open_sqlite_operator(fs::path const& directory) {
    return open_tables(StoreFiles(directory).operators, operator_format);
}

std::unique_ptr<Sql> open_sqlite_results(fs::path const& directory, std::function<void()> before) {
    return make_sql(std::make_unique<SqliteFile>(StoreFiles(directory).rooms), std::move(before));
}

} // namespace tefuda::server
