// Players who were deleted, and what is still to be done for each of them.
#pragma once

#include "server/store/sql.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// A row stays for ever: it says that nothing of the player is shown any more. For one thread at a time; blocks. All
/// functions throw StoreFailure. Times are seconds since 1970.
class DeletionTable {
public:
    explicit DeletionTable(Sql& sql) : sql_(sql) {}

    /// To be carried out with the deletion of the player, so that both are stored or neither. Once more it says that
    /// there is something to do again.
    static SqlCall add(std::string const& player, std::int64_t now);

    /// Those that are not in it yet.
    void add_all(std::vector<std::string> const& players, std::int64_t now);
    /// Those behind a number, in order, some of them. \param number becomes that of the last one
    std::vector<std::string> added_since(std::int64_t& number);
    /// What was put off is to be done now.
    void hurry();

    struct Due {
        std::string player;
        std::int64_t at; ///< when it was deleted
    };
    /// The player for whom something is to be done now; nobody else gets it before `until`. Servers may share the
    /// table.
    std::optional<Due> take(std::int64_t now, std::int64_t until);
    /// When something is to be done again; nothing: never.
    void set_due(std::string const& player, std::optional<std::int64_t> when);

private:
    Sql& sql_;
};

} // namespace tefuda::server
