// The common interface of simulated players in rooms, and the figures that they measure.
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
    /// The number of rooms in which each connection has a seat: 1 for friends at tables, more for a bot farm.
    int rooms_a_connection = 1;
    bool with_views = true;
    /// Whether players make moves once the matches have begun.
    bool moves = true;
    /// Moves a second in all rooms together; without a value as fast as they are answered.
    std::optional<double> rate;
};

struct Figures {
    /// The number of actions whose update has reached every seat.
    std::int64_t moves = 0;
    std::int64_t updates = 0;
    std::int64_t matches = 0;
    std::map<std::string, std::int64_t> errors;
    /// Nanoseconds from an action (with a rate: from when it was due) to the arrival of its update at the last seat.
    Histogram latency;
};

class Players {
public:
    virtual ~Players() = default;

    virtual void connect() = 0;

    /// Creates the rooms and takes every seat; returns when all matches have begun. \pre connected
    /// \param progress called with the number of rooms that are ready
    virtual void open(std::function<void(int)> const& progress) = 0;

    /// Plays for this time.
    virtual void play(Clock::duration time) = 0;

    /// The figures since the last `reset`.
    Figures const& figures() const { return figures_; }
    void reset() { figures_ = {}; }

protected:
    Figures figures_;
};

} // namespace tefuda::bench
