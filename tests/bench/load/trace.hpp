// What a server sent in one room: for each frame of a client, the frames that it caused. A ceiling plays it back.
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
    /// What one frame of a client caused.
    using Step = std::vector<Sent>;

    std::size_t seats = 0;
    /// First every seat's `join`, in order, then actions and rematches; after the last step it goes on behind the
    /// joins.
    std::vector<Step> steps;
};

/// \throws std::runtime_error
void write_trace(std::ostream& out, Trace const& trace);
Trace read_trace(std::istream& in);

/// Plays matches in a room of its own on a server, one message at a time, and notes what is sent.
/// \throws std::runtime_error
Trace record_trace(std::uint16_t port, std::string const& game, std::size_t seats, bool with_views, int matches);

} // namespace tefuda::bench
