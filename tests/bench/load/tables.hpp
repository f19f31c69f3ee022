// Rooms full of template-picking players, and what they measure.
#pragma once

#include "tests/bench/load/connection.hpp"
#include "tests/bench/load/histogram.hpp"

#include <array>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

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
    /// From an `act` (with a rate: from when it was due) to its update at the last seat, in nanoseconds.
    Histogram latency;
};

class Tables {
public:
    Tables(Loop& loop, std::uint16_t port, Pattern const& pattern, std::uint64_t seed);

    void connect();

    /// Makes the rooms and takes every seat; returns when every match is on. \pre connected
    /// \param progress told how many rooms are ready
    void open(std::function<void(int)> const& progress);

    /// Plays for so long.
    void play(Clock::duration time);

    /// What was measured since the last `reset`.
    Figures const& figures() const { return figures_; }
    void reset() { figures_ = {}; }

private:
    struct Table {
        std::string code;
        /// When the actions under way were sent, oldest first.
        std::deque<Clock::time_point> acts;
        /// To how many seats each of the newest updates was told, by `seq` modulo their number.
        std::array<int, 16> told{};
        int ready = 0;
        std::string last_finished;
        Clock::time_point next_due{};
    };
    struct Place {
        Table* table;
        Connection* connection;
        std::string decided;
        std::string rematch_of;
    };
    /// What a connection is: where it sits.
    struct Client {
        std::unique_ptr<Connection> connection;
        std::vector<Place> places;
    };
    struct Due {
        Clock::time_point when;
        Place* place;
        std::string action;
        bool operator<(Due const& other) const { return when > other.when; }
    };

    void take(Client& client, std::string_view message);
    void take_update(Place& place, std::string_view message);
    void take_room(Place& place, std::string_view message);
    void take_error(Client const& client, std::string_view message);
    void seat_everybody(std::size_t table, std::string_view created);
    void note_update(Table& table, std::string_view message);
    void decide(Place& place, std::string_view decision, std::string_view legal);
    void send_action(Place& place, std::string const& action, Clock::time_point since);
    void send_due_actions();
    Place* place_in(Client& client, std::string_view message);

    Loop& loop_;
    std::uint16_t port_;
    Pattern pattern_;
    std::mt19937_64 random_;
    std::vector<Table> tables_;
    std::vector<Client> clients_;
    std::vector<Due> due_;
    int ready_ = 0;
    Figures figures_;
};

} // namespace tefuda::bench
