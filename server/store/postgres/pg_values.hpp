// Values of statements that several parts of the store make.
#pragma once

#include "server/store/postgres/pg_connection.hpp"
#include "server/store/store.hpp"

#include <array>
#include <vector>

namespace tefuda::server {

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
