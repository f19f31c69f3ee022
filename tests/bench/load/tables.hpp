// Rooms on a Tefuda server with players that choose random templates.
#pragma once

#include "tests/bench/load/connection.hpp"
#include "tests/bench/load/players.hpp"

#include <array>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tefuda::bench {

class Tables : public Players {
public:
    Tables(Loop& loop, std::uint16_t port, Pattern const& pattern, std::uint64_t seed);

    void connect() override;
    void open(std::function<void(int)> const& progress) override;
    void play(Clock::duration time) override;

private:
    struct Table {
        std::string code;
        /// When the actions in progress were sent, oldest first.
        std::deque<Clock::time_point> acts;
        /// For each of the newest updates the number of seats that received it; indexed by `seq` modulo the size.
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
    /// A connection and its seats.
    struct Client {
        std::unique_ptr<Connection> connection;
        /// By room code.
        std::unordered_map<std::string_view, Place> places;
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
};

} // namespace tefuda::bench
