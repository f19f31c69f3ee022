// How much one room does at a time.
#pragma once

#include "server/room/room.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tefuda::server {

/// What a room has written to its clients, and for how long it has worked, since it rested.
class RoomLoad {
public:
    /// Beyond these a room rests.
    static constexpr std::size_t max_written = 512 * 1024;
    static constexpr Duration max_worked = std::chrono::milliseconds(5);

    void note_written(std::size_t bytes) { written_ += static_cast<std::uint32_t>(bytes); }
    void note_worked(Duration time) { worked_ += time; }
    bool has_worked_long() const { return worked_ >= max_worked; }
    bool is_enough() const { return written_ >= max_written || has_worked_long(); }

private:
    std::uint32_t written_ = 0;
    Duration worked_{};
};

} // namespace tefuda::server
