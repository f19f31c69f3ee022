// SQL that both stores understand, with `$1` for values.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// A value in text form, or null.
using SqlValue = std::optional<std::string>;

struct SqlCall {
    char const* text; ///< a literal
    std::vector<SqlValue> values;
};

/// A row's columns in text form; null is empty.
using SqlRows = std::vector<std::vector<std::string>>;

/// A connection to tables of SQLite or PostgreSQL. For one thread at a time; blocks. All functions throw StoreFailure.
class Sql {
public:
    virtual ~Sql() = default;
    /// Carries out all of them, or none. What it returns is durable. \returns the rows of each
    virtual std::vector<SqlRows> run(std::vector<SqlCall> const& calls) = 0;

    SqlRows run_one(char const* text, std::vector<SqlValue> values) { return run({{text, std::move(values)}}).front(); }
};

} // namespace tefuda::server
