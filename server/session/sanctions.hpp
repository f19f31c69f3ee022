// Whom the operator has banned or muted, as everything that clients do is held against it.
#pragma once

#include "server/metrics/metrics_access.hpp"
#include "server/runtime/guarded.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tefuda::server {

/// `rename`: the player has the name that is in `because`, and can choose no other one.
enum class SanctionKind : std::uint8_t { ban, mute, rename };

/// As it is stored and shown.
constexpr std::string_view name_of(SanctionKind kind) {
    constexpr std::string_view names[] = {"ban", "mute", "rename"};
    return names[static_cast<std::size_t>(kind)];
}

struct Sanction {
    std::int64_t number = 0;
    SanctionKind kind = SanctionKind::ban;
    std::optional<std::string> player;  ///< an id; or
    std::optional<std::string> network; ///< an address or a network
    std::optional<std::int64_t> until;  ///< seconds since 1970; nothing: it has no end
    std::string because;                ///< a sentence, or empty
    std::int64_t since = 0;             ///< seconds since 1970
};

/// What somebody whom a sanction meets is told.
struct SanctionMet {
    std::string because;
    std::optional<std::string> until; ///< as 2026-11-26T05:00:00Z
};

/// Thread-safe. A look takes the same time however many there are.
class Sanctions {
public:
    void replace(std::vector<Sanction> const& all);

    /// The sanction that meets this client and ends last.
    /// \param player an id, or nothing \param address in the form of counted_address (server/net/peer.hpp): of an IPv6
    /// address its /64 is all that is known, so a sanction against a single one meets that
    std::optional<SanctionMet> find(SanctionKind kind, std::optional<std::string> const& player,
                                    std::string const& address) const;

private:
    struct Index {
        std::unordered_map<std::string, Sanction> by_player;
        /// By the number of bits, then by the network's bytes.
        std::map<std::size_t, std::unordered_map<std::string, Sanction>> by_network;
    };
    using Indices = std::map<SanctionKind, Index>;

    Guarded<std::shared_ptr<Indices const>> indices_{std::make_shared<Indices const>()};
};

} // namespace tefuda::server
