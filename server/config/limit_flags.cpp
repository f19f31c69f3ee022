#include "server/config/flags.hpp"

#include "server/config/settings.hpp"

namespace tefuda::server {

namespace {

using setting::number, setting::seconds, setting::yes_or_no;

constexpr double max_limit = 1'000'000'000;
constexpr std::uint64_t max_memory = 1'000'000'000'000'000;
constexpr double mib = 1024 * 1024;

/// So many a second, and `at_once` times as many at once.
template <class Member>
Setting rate(double min, double at_once, Member member) {
    return number(
        min, max_limit, [=](Config& config, double value) { member(config) = Rate{value, at_once * value}; },
        [=](Config const& config) { return member(config).a_second; });
}

/// A number of bytes; 0, which is the default: what read_config makes of it.
template <class Member>
Setting memory(Member member) {
    return number(
        std::uint64_t(0), max_memory, [=](Config& config, std::uint64_t value) { member(config) = value; },
        [](Config const&) { return 0; });
}

} // namespace

std::vector<Flag> limit_flags() {
    std::vector<Flag> limits{
        {"max-connections", "NUMBER", "Open connections", number(1, max_limit, MEMBER(transport.connections))},
        {"max-connections-per-address", "NUMBER",
         "Open connections from one address; with IPv6 a /64 network counts as one",
         number(1, max_limit, MEMBER(transport.connections_an_address)),
         "So it is for every other limit for each address; together the networks of a /56 have twice as much, those of "
         "a /48 four times."},
        {"max-rooms", "NUMBER", "Rooms in memory", number(1, max_limit, MEMBER(limits.rooms)),
         "When there are so many, one that nobody would miss makes place: one in which nothing happens goes to the "
         "store, a waiting one that nobody is in is deleted, but never for an address with more rooms than its own. "
         "The last tenth, 1000 at most, is for addresses with fewer than 10 rooms."},
        {"max-rooms-per-address", "NUMBER", "Rooms in memory that an address has made or woken",
         number(1, max_limit, MEMBER(limits.rooms_an_address)),
         "When it has so many, one of its own in which nothing happens goes to the store."},
        {"max-public-rooms-per-address", "NUMBER",
         "Public rooms in memory that an address has made or woken and that have not finished",
         number(1, max_limit, MEMBER(limits.public_rooms_an_address)), "One more is refused (`too_many_rooms`)."},
        {"rooms-per-day", "NUMBER", "Rooms that an address may make at once; it comes back evenly over 24 hours",
         number(1, max_limit, MEMBER(limits.rooms_a_day))},
        {"actions-per-day", "NUMBER", "Actions that an address may do at once; it comes back evenly over 24 hours",
         number(1, max_limit, MEMBER(limits.actions_a_day)),
         "Each message to a room is an action, but for `chat` and `advise`; one that has the whole room stored "
         "(`join`, `leave`, `move`, `start`, `fill`, `kick`, `rematch`, `change`, `call`) counts as 4, a `resume` with "
         "`since` as 16. The actions of built-in bots count for the address that began their match."},
        {"mib-per-day", "MIB",
         "MiB of messages to rooms that an address may send at once; it comes back evenly over 24 hours",
         number(
             1.0, max_limit, [](Config& config, double value) { config.limits.bytes_a_day = value * mib; },
             [](Config const& config) { return config.limits.bytes_a_day / mib; })},
        {"players-per-day", "NUMBER", "Players that an address may make at once; it comes back evenly over 24 hours",
         number(1, max_limit, MEMBER(limits.players_a_day))},
        {"max-rooms-per-connection", "NUMBER", "Rooms that a connection has made and in which no match has ended yet",
         number(1, max_limit, MEMBER(limits.rooms_a_connection))},
        {"max-seats-per-connection", "NUMBER", "Rooms in which a connection has a seat or watches",
         number(1, max_limit, MEMBER(limits.seats_a_connection))},
        {"max-unsent-bytes", "BYTES", "Bytes that wait to be sent to all clients together; 0: a quarter of the memory",
         memory(MEMBER(transport.unsent_bytes)),
         "The memory is what the server's control group, its address-space limit and the machine allow."},
        {"max-unsent-bytes-per-address", "BYTES",
         "Bytes that wait to be sent to one address; 0: a quarter of `--max-unsent-bytes`",
         memory(MEMBER(transport.unsent_bytes_an_address))},
        {"max-match-bytes", "BYTES", "Bytes of the actions of all matches in memory; 0: a quarter of the memory",
         memory(MEMBER(limits.match_bytes)),
         "When there are so many, rooms in which nothing happens go to the store, and no other is made, woken or taken "
         "up at the start, but for addresses with fewer than ten rooms; with twice as many none at all, and an `act` "
         "is `unavailable`."},
        {"max-message-bytes", "BYTES", "Size of a client's message",
         number(1024, max_limit, MEMBER(transport.message_bytes))},
        {"message-rate", "NUMBER", "Messages a second from a connection; three times as many at once",
         rate(50, 3, MEMBER(limits.messages))},
        {"chat-rate", "NUMBER", "Chat lines a second from a connection; five times as many at once",
         rate(1, 5, MEMBER(limits.chat))},
        {"guess-rate", "NUMBER",
         "Wrong room codes, tokens, secrets and codes of players a second from an address; sixty times as many at once",
         number(
             0.01, max_limit,
             [](Config& config, double value) {
                 config.limits.guesses_an_address = {value, 60 * value};
                 config.limits.guesses = {value / 5, 12 * value};
             },
             [](Config const& config) { return config.limits.guesses_an_address.a_second; }),
         "An address that guesses more comes into no room by its code until then, only by a token."},
        {"http-rate", "NUMBER",
         "HTTP requests a second from an address for `/api` and `/asyncapi.json`; ten times as many at once",
         rate(1, 10, MEMBER(limits.requests_an_address))},
        {"handshake-timeout", "SECONDS", "Seconds for a WebSocket to open, and to close",
         seconds(0.1, max_limit, MEMBER(transport.handshake))},
        {"idle-timeout", "SECONDS",
         "Seconds of silence after which a WebSocket is closed; it is pinged after half of them",
         seconds(1, max_limit, MEMBER(transport.idle))},
        {"join-timeout", "SECONDS", "Seconds after which a WebSocket is closed that has sent no message at all",
         seconds(0.1, max_limit, MEMBER(transport.join))},
        {"request-timeout", "SECONDS", "Seconds for an HTTP request to arrive",
         seconds(0.1, max_limit, MEMBER(transport.request))},
        {"no-limits", "", "Lift all limits on numbers and rates: for tests and benchmarks",
         yes_or_no([](Config& config, bool yes) { config.no_limits = yes; }),
         "At another address than the machine's own the log warns."},
    };
    for (auto& flag : limits) flag.is_limit = true;
    return limits;
}

} // namespace tefuda::server
