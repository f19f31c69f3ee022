// A recording of one room: for each client frame, the server frames that it caused. The ceiling plays it back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace tefuda::bench {

struct Trace {
    struct Sent {
        std::size_t seat;
        std::string text;
    };
    /// The server frames that one client frame caused.
    using Step = std::vector<Sent>;

    std::size_t seats = 0;
    /// First the `join` of every seat, in order, then actions and rematches. Playback continues after the joins when it
    /// reaches the end.
    std::vector<Step> steps;
};

/// \throws std::runtime_error
void write_trace(std::ostream& out, Trace const& trace);
Trace read_trace(std::istream& in);

/// Creates a room on a server, plays matches there, one message at a time, and records the server's frames.
/// \throws std::runtime_error
Trace record_trace(std::uint16_t port, std::string const& game, std::size_t seats, bool with_views, int matches);

} // namespace tefuda::bench
