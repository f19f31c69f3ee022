// What one client may ask of the server, and all together. The defaults suit a public server on a small machine.
#pragma once

#include <limits>

namespace tefuda::server {

/// So many at once, and so many a second after that.
struct Rate {
    double a_second = 0;
    double burst = 0;

    static constexpr Rate unlimited() {
        return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
};

struct Limits {
    // Of a connection. Fifty messages a second and a chat line a second are never refused: the protocol promises it.
    Rate messages{100, 300};
    Rate chat{2, 10};
    /// Rooms that it has made and in which no match has ended yet.
    int rooms_a_connection = 1000;
    /// Rooms in which it has a seat or watches.
    int seats_a_connection = 1000;
    /// Messages that are refused for their number; beyond that it is closed.
    Rate refusals{10, 1000};

    /// Wrong room codes and tokens, of a connection and of an address.
    Rate guesses{1, 60};
    Rate guesses_an_address{5, 300};

    /// In memory, all together.
    int rooms = 10'000;

    static constexpr Limits none() {
        constexpr auto most = std::numeric_limits<int>::max();
        return {.messages = Rate::unlimited(),
                .chat = Rate::unlimited(),
                .rooms_a_connection = most,
                .seats_a_connection = most,
                .refusals = Rate::unlimited(),
                .guesses = Rate::unlimited(),
                .guesses_an_address = Rate::unlimited(),
                .rooms = most};
    }
};

} // namespace tefuda::server
