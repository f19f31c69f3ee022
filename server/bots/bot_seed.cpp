#include "server/bots/bot_seed.hpp"

#include <span>
#include <string>
#include <vector>

namespace tefuda::server {

std::uint64_t bot_seed_of(MatchRecord const& record, Seat seat, std::int64_t decision, int useless_answers) {
    auto const& secret = record.setup.server_seed;
    std::vector<std::uint8_t> bytes(secret.begin(), secret.end());
    for (auto const number :
         {std::int64_t{record.number}, std::int64_t{seat.number()}, decision, std::int64_t{useless_answers}})
        for (auto const digit : '/' + std::to_string(number)) bytes.push_back(static_cast<std::uint8_t>(digit));
    auto const digest = sha256(bytes);
    std::uint64_t seed = 0;
    for (auto const byte : std::span(digest).first<sizeof seed>()) seed = seed << 8 | byte;
    return seed;
}

} // namespace tefuda::server
