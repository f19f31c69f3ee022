// Players, their secrets and their codes, as they are stored.
#pragma once

#include "protocol/player.hpp"
#include "server/store/sql.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda::server {

/// SHA-256 of a secret or code, lower-case hex: the store has nothing else of either.
std::string hash_of(std::string_view secret);

/// For one thread at a time; blocks. All functions throw StoreFailure. Times are seconds since 1970.
class PlayerTable {
public:
    explicit PlayerTable(Sql& sql) : sql_(sql) {}

    std::optional<Player> find(std::string const& id);
    std::optional<Player> find_by_secret(std::string const& hash);
    /// Those of these secrets that are valid.
    std::vector<bool> are_valid(std::vector<std::string> const& hashes);

    struct Found {
        Player player;
        std::int64_t seen; ///< at most a day before it was here last
    };
    /// Those with a part of their name like this, whoever was here last first. Upper and lower case of ASCII letters
    /// are the same.
    std::vector<Found> find_by_name(std::string const& part, std::size_t most);
    /// Those of these ids that there are, in any order.
    std::vector<Found> find_all(std::vector<std::string> const& ids);

    void create(Player const& player, std::string const& secret, std::int64_t now);
    void rename(std::string const& id, std::string const& name);
    /// Replaces the code for this use that there was before. \param expires 0: never
    void set_code(std::string const& id, CodeUse use, std::string const& hash, std::int64_t expires);
    static constexpr int most_secrets = 1'000;
    struct NoSuchCode {};
    struct TooManySecrets {};
    using Recovered = std::variant<Player, NoSuchCode, TooManySecrets>;
    /// One secret more for a code's owner, who has fewer than most_secrets. A code for a link is valid once.
    Recovered recover(std::string const& code, std::string const& secret, std::int64_t now);
    /// Ends all secrets but this one, and all codes.
    void revoke(std::string const& id, std::string const& but);

    /// Whom the player has blocked.
    std::vector<std::string> blocked_by(std::string const& id);
    void set_blocked(std::string const& id, std::string const& other, bool blocks);
    bool has_blocked(std::string const& id, std::string const& other);

    /// What this store's cookies have in their names, the one in use first; others came with the players of another
    /// store.
    /// \param fresh used where there is none yet
    std::vector<std::string> cookies(std::string const& fresh);

    /// These players are here now; written once a day for each.
    void note_seen(std::vector<std::string> const& ids, std::int64_t now);
    struct Place {
        std::int64_t seen = 0;
        std::string id;
    };
    /// Players who were not here since then, in order: some of those behind a place.
    std::vector<Place> unseen_since(std::int64_t then, Place const& after);
    struct Kept {
        std::int64_t secrets;
        std::vector<CodeUse> codes;
        std::int64_t seen;
    };
    /// What else is stored of a player.
    Kept kept(std::string const& id);

private:
    Sql& sql_;
};

} // namespace tefuda::server
