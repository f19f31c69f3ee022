// Tables of SQL that both backends understand, with `$1` for values. Anybody may read, and read again; a write is done
// once, by its key.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// A value in text form, or null.
using SqlValue = std::optional<std::string>;

/// A row's columns in text form; null is empty.
using SqlRows = std::vector<std::vector<std::string>>;

/// The text of a statement that changes nothing. A literal.
class SqlSelect {
public:
    consteval SqlSelect(char const* text) : text_(text) {
        if (!std::string_view(text).starts_with("SELECT ")) throw "a write needs a key";
    }
    char const* text() const { return text_; }

private:
    char const* text_;
};

struct SqlQuery {
    SqlSelect select;
    std::vector<SqlValue> values;
};

/// A statement of a write.
struct SqlCall {
    char const* text; ///< a literal
    std::vector<SqlValue> values;
};

/// Names one write: asked for again with its key, it is not done again.
struct WriteKey {
    /// A new one.
    explicit WriteKey();
    std::string id;
};

/// One try of what is asked of tables. Thread-safe; blocks.
class SqlConnection {
public:
    virtual ~SqlConnection() = default;
    /// \returns the rows of each, as of one moment \throws StoreFailure
    virtual std::vector<SqlRows> read(std::vector<SqlQuery> const& queries) = 0;
    /// Carries out all of them, or none. What it returns is durable, and kept with the key for longer than Sql asks:
    /// where a write with this key is stored, its answer is that of then.
    /// \throws OutcomeUnknown; any other StoreFailure: nothing of it is stored
    virtual std::vector<SqlRows> write(WriteKey const& key, std::vector<SqlCall> const& calls) = 0;
};

/// Thread-safe; blocks. A write is stored, refused or unknown.
class Sql {
public:
    /// How long a write's outcome is asked for.
    static constexpr auto longest = std::chrono::seconds(5);

    explicit Sql(std::unique_ptr<SqlConnection> connection, std::chrono::milliseconds patience = longest)
        : connection_(std::move(connection)), patience_(patience) {}

    /// As SqlConnection::read.
    std::vector<SqlRows> read(std::vector<SqlQuery> const& queries) { return connection_->read(queries); }
    SqlRows read_one(SqlSelect select, std::vector<SqlValue> values) {
        return read({{select, std::move(values)}}).front();
    }

    /// As SqlConnection::write, but asks again where the answer is lost. \throws OutcomeUnknown: it may be stored
    /// still; the same key tells
    std::vector<SqlRows> write(WriteKey const& key, std::vector<SqlCall> const& calls);
    SqlRows write_one(WriteKey const& key, char const* text, std::vector<SqlValue> values) {
        return write(key, {{text, std::move(values)}}).front();
    }

private:
    std::unique_ptr<SqlConnection> const connection_;
    std::chrono::milliseconds const patience_;
};

// The answer of a write, as a backend keeps it beside the key.

std::string text_of(std::vector<SqlRows> const& answer);
/// \throws StoreFailure
std::vector<SqlRows> answer_in(std::string const& text);

} // namespace tefuda::server
