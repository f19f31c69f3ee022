#include "server/store/postgres/pg_rows.hpp"

#include <charconv>
#include <cstdlib>

namespace tefuda::server {

void PgArray::separate() {
    if (text_.size() > 1) text_ += ',';
}

void PgArray::add(std::string_view text) {
    separate();
    text_ += '"';
    for (auto const sign : text) {
        if (sign == '"' || sign == '\\') text_ += '\\';
        text_ += sign;
    }
    text_ += '"';
}

void PgArray::add(std::int64_t number) {
    separate();
    text_ += std::to_string(number);
}

void PgArray::add_null() {
    separate();
    text_ += "NULL";
}

int PgRows::changed() const {
    return std::atoi(PQcmdTuples(result_.get()));
}

std::string_view PgRows::text(int row, int column) const {
    return {PQgetvalue(result_.get(), row, column), static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::int64_t PgRows::number(int row, int column) const {
    auto const digits = text(row, column);
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size())
        throw StoreFailure("PostgreSQL answered with something else than a whole number.");
    return number;
}

} // namespace tefuda::server
