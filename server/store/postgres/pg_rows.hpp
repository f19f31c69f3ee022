// Values and rows in PostgreSQL's text form.
#pragma once

#include "server/store/store.hpp"

#include <libpq-fe.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// A value for a statement, in PostgreSQL's text form, or null.
using PgValue = std::optional<std::string>;

/// Builds an array in PostgreSQL's text form.
class PgArray {
public:
    void add(std::string_view text);
    void add(std::int64_t number);
    void add_null();
    bool empty() const { return text_.size() == 1; }
    std::string text() const { return text_ + '}'; }

private:
    void separate();

    std::string text_ = "{";
};

/// A statement's rows.
class PgRows {
public:
    explicit PgRows(PGresult* result) : result_(result, &PQclear) {}

    int size() const { return PQntuples(result_.get()); }
    int columns() const { return PQnfields(result_.get()); }
    /// How many rows a statement has changed.
    int changed() const;
    bool is_null(int row, int column) const { return PQgetisnull(result_.get(), row, column) != 0; }
    /// Valid as long as the rows are.
    std::string_view text(int row, int column) const;
    std::int64_t number(int row, int column) const;

private:
    std::unique_ptr<PGresult, decltype(&PQclear)> result_;
};

/// The codes of the rooms and their epochs, as two arrays.
inline std::array<PgValue, 2> columns_of(std::vector<RoomClaim> const& rooms) {
    PgArray codes, epochs;
    for (auto const& [code, epoch] : rooms) {
        codes.add(code);
        epochs.add(epoch);
    }
    return {codes.text(), epochs.text()};
}

} // namespace tefuda::server
