// Rooms full of players, and what they measure.
#pragma once

#include "tests/bench/load/histogram.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace tefuda::bench {

using Clock = std::chrono::steady_clock;

struct Pattern {
    std::string game = "fortyone";
    int seats = 2;
    int rooms = 64;
    /// In how many rooms each connection has a seat: 1 is friends at tables, more a farm of bots.
    int rooms_a_connection = 1;
    bool with_views = true;
    /// Whether anybody moves once a match is on.
    bool moves = true;
    /// Moves a second in all rooms together; none: as fast as they are answered.
    std::optional<double> rate;
};

struct Figures {
    /// Actions whose update reached the last seat.
    std::int64_t moves = 0;
    std::int64_t updates = 0;
    std::int64_t matches = 0;
    std::map<std::string, std::int64_t> errors;
    /// From an action (with a rate: from when it was due) to its update at the last seat, in nanoseconds.
    Histogram latency;
};

class Players {
public:
    virtual ~Players() = default;

    virtual void connect() = 0;

    /// Makes the rooms and takes every seat; returns when every match is on. \pre connected
    /// \param progress told how many rooms are ready
    virtual void open(std::function<void(int)> const& progress) = 0;

    /// Plays for so long.
    virtual void play(Clock::duration time) = 0;

    /// What was measured since the last `reset`.
    Figures const& figures() const { return figures_; }
    void reset() { figures_ = {}; }

protected:
    Figures figures_;
};

} // namespace tefuda::bench
