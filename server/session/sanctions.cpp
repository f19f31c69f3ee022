#include "server/session/sanctions.hpp"

#include "server/metrics/utc.hpp"
#include "server/runtime/clock.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tefuda::server {

namespace {

constexpr std::size_t v6_bits = 64;

bool is_v4(Network::Address const& address) {
    return std::all_of(address.begin(), address.begin() + 10, [](auto byte) { return byte == 0; }) &&
           address[10] == 0xff && address[11] == 0xff;
}

/// A network as a key. IPv4 addresses are mapped into IPv6's ::/64, where networks of IPv6 must not meet them.
std::string key_of(Network::Address address, std::size_t bits) {
    std::string const family = is_v4(address) ? "4" : "6";
    for (auto i = bits; i < 8 * address.size(); ++i) address[i / 8] &= static_cast<unsigned char>(~(0x80 >> i % 8));
    return family + std::string(address.begin(), address.end());
}

/// More than this is known of no client.
std::size_t counted_bits(Network const& network) {
    return is_v4(network.address()) ? network.bits() : std::min(network.bits(), v6_bits);
}

std::int64_t end_of(Sanction const& sanction) {
    return sanction.until.value_or(std::numeric_limits<std::int64_t>::max());
}

void add(std::unordered_map<std::string, Sanction>& to, std::string const& key, Sanction const& sanction) {
    auto const [place, is_new] = to.emplace(key, sanction);
    if (!is_new && end_of(place->second) < end_of(sanction)) place->second = sanction;
}

std::string told(Sanction const& sanction) {
    if (!sanction.because.empty()) return sanction.because;
    return sanction.kind == SanctionKind::ban ? "The operator of this server has banned you."
                                              : "The operator of this server has muted you.";
}

} // namespace

void Sanctions::replace(std::vector<Sanction> const& all) {
    auto indices = std::make_shared<Indices>();
    for (auto const& sanction : all) {
        auto& index = (*indices)[sanction.kind];
        if (sanction.player) add(index.by_player, *sanction.player, sanction);
        auto const network = sanction.network ? Network::parse(*sanction.network) : std::nullopt;
        if (!network) continue;
        auto const bits = counted_bits(*network);
        add(index.by_network[bits], key_of(network->address(), bits), sanction);
    }
    indices_.with([&](auto& known) { known = std::move(indices); });
}

std::optional<SanctionMet> Sanctions::find(SanctionKind kind, std::optional<std::string> const& player,
                                           std::string const& address) const {
    auto const indices = indices_.with([](auto const& known) { return known; });
    auto const found = indices->find(kind);
    if (found == indices->end()) return std::nullopt;
    auto const& index = found->second;
    Sanction const* met = nullptr;
    auto const seconds = seconds_now();
    auto const look = [&](std::unordered_map<std::string, Sanction> const& in, std::string const& key) {
        auto const one = in.find(key);
        if (one == in.end() || end_of(one->second) <= seconds) return;
        if (!met || end_of(*met) < end_of(one->second)) met = &one->second;
    };
    if (player) look(index.by_player, *player);
    auto const network = index.by_network.empty() ? std::nullopt : Network::parse(address);
    if (network)
        for (auto const& [bits, networks] : index.by_network)
            if (bits <= network->bits()) look(networks, key_of(network->address(), bits));
    if (!met) return std::nullopt;
    return SanctionMet{told(*met), met->until ? std::optional(iso_time(at_second(*met->until))) : std::nullopt};
}

} // namespace tefuda::server
