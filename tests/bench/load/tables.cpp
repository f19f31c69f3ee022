#include "tests/bench/load/tables.hpp"

#include "tests/bench/load/message.hpp"
#include "tests/bench/load/template_picker.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace tefuda::bench {

Tables::Tables(Loop& loop, std::uint16_t port, Pattern const& pattern, std::uint64_t seed)
    : loop_(loop), port_(port), pattern_(pattern), random_(seed), tables_(static_cast<std::size_t>(pattern.rooms)) {
    auto const groups = (pattern.rooms + pattern.rooms_a_connection - 1) / pattern.rooms_a_connection;
    clients_.resize(static_cast<std::size_t>(groups * pattern.seats));
}

void Tables::connect() {
    for (std::size_t number = 0; number < clients_.size(); ++number) {
        auto& client = clients_[number];
        client.connection = std::make_unique<Connection>(loop_, port_, "/ws", number);
        client.connection->on_frame = [this, &client](Connection&, Opcode, std::string_view message) {
            take(client, message);
        };
    }
}

/// The clients are divided into groups; a group's clients have seats in all of the group's rooms.
void Tables::open(std::function<void(int)> const& progress) {
    auto const all = static_cast<int>(tables_.size());
    for (int asked = 0; ready_ < all; progress(ready_)) {
        // Only a few at a time, because a burst would increase the server's memory beyond what the rooms need.
        for (; asked < all && asked < ready_ + 16; ++asked) {
            auto& host = clients_[static_cast<std::size_t>(asked / pattern_.rooms_a_connection * pattern_.seats)];
            host.connection->send("{\"type\":\"create\",\"id\":" + std::to_string(asked) + ",\"game\":\"" +
                                  pattern_.game + "\",\"seats\":" + std::to_string(pattern_.seats) + "}");
        }
        loop_.turn(std::chrono::seconds(1));
    }
}

void Tables::play(Clock::duration time) {
    auto const end = Clock::now() + time;
    for (auto now = Clock::now(); now < end; now = Clock::now()) {
        auto const next = due_.empty() ? end : std::min(end, due_.front().when);
        loop_.turn(std::clamp<Clock::duration>(next - now, {}, std::chrono::milliseconds(100)));
        send_due_actions();
    }
}

void Tables::take(Client& client, std::string_view message) {
    auto const type = type_of(message);
    if (type == "update") {
        if (auto* place = place_in(client, message)) take_update(*place, message);
    } else if (type == "room") {
        if (auto* place = place_in(client, message)) take_room(*place, message);
    } else if (type == "created") {
        seat_everybody(std::stoul(std::string(between(message, "\"re\":", ','))), room_of(message));
    } else if (type == "error") {
        take_error(client, message);
    }
}

Tables::Place* Tables::place_in(Client& client, std::string_view message) {
    auto const place = client.places.find(room_of(message));
    return place == client.places.end() ? nullptr : &place->second;
}

void Tables::seat_everybody(std::size_t table, std::string_view code) {
    auto& room = tables_[table];
    room.code = code;
    auto const group = table / static_cast<std::size_t>(pattern_.rooms_a_connection);
    auto const seats = static_cast<std::size_t>(pattern_.seats);
    for (std::size_t seat = 0; seat < seats; ++seat) {
        auto& client = clients_[group * seats + seat];
        client.places.emplace(room.code, Place{&room, client.connection.get(), {}, {}});
        client.connection->send("{\"type\":\"join\",\"room\":\"" + room.code + "\",\"name\":\"p\"" +
                                (pattern_.with_views ? "}" : ",\"updates\":\"events\"}"));
    }
}

void Tables::take_update(Place& place, std::string_view message) {
    ++figures_.updates;
    auto& table = *place.table;
    if (table.ready < pattern_.seats && ++table.ready == pattern_.seats) ++ready_;
    if (!pattern_.moves) return;
    note_update(table, message);
    auto const decision = between(message, "\"decision\":", ',');
    if (decision.empty() || decision == place.decided) return;
    place.decided = decision;
    decide(place, decision, legal_of(message));
}

/// A move is complete when its update has reached every seat. Update 1 is not caused by a move.
void Tables::note_update(Table& table, std::string_view message) {
    auto const seq = between(message, "\"seq\":", ',');
    std::size_t number = 0;
    std::from_chars(seq.data(), seq.data() + seq.size(), number);
    auto& told = table.told[number % table.told.size()];
    if (++told < pattern_.seats) return;
    told = 0;
    if (number == 1 || table.acts.empty()) return;
    figures_.latency.add((Clock::now() - table.acts.front()).count());
    table.acts.pop_front();
    ++figures_.moves;
}

void Tables::decide(Place& place, std::string_view decision, std::string_view legal) {
    auto message = act_message(place.table->code, decision, pick_action(legal, random_));
    auto const now = Clock::now();
    if (!pattern_.rate) {
        send_action(place, message, now);
        return;
    }
    // A late move counts from when it was due, so that delays by slow replies are included (no coordinated omission).
    auto const pause = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(static_cast<double>(pattern_.rooms) / *pattern_.rate));
    auto& due = place.table->next_due;
    if (due == Clock::time_point()) due = now + pause * static_cast<int>(random_() % 1000) / 1000;
    due += pause;
    due_.push_back({due, &place, std::move(message)});
    std::push_heap(due_.begin(), due_.end());
}

void Tables::send_due_actions() {
    for (auto const now = Clock::now(); !due_.empty() && due_.front().when <= now;) {
        std::pop_heap(due_.begin(), due_.end());
        send_action(*due_.back().place, due_.back().action, due_.back().when);
        due_.pop_back();
    }
}

void Tables::send_action(Place& place, std::string const& action, Clock::time_point since) {
    place.table->acts.push_back(since);
    place.connection->send(action);
}

void Tables::take_room(Place& place, std::string_view message) {
    if (between(message, "\"status\":\"", '"') != "finished") return;
    auto const match = between(message, "\"match\":", ',');
    if (match == place.rematch_of) return;
    place.rematch_of = match;
    if (std::exchange(place.table->last_finished, match) != match) ++figures_.matches;
    place.connection->send("{\"type\":\"rematch\",\"room\":\"" + place.table->code + "\"}");
}

/// Simultaneous actions sometimes make each other stale; any other error is a failure.
void Tables::take_error(Client const& client, std::string_view message) {
    auto const code = std::string(code_of(message));
    ++figures_.errors[code];
    if (code != "stale_decision") throw std::runtime_error("refused: " + std::string(message));
    if (client.places.size() != 1) return;
    auto& acts = client.places.begin()->second.table->acts;
    if (!acts.empty()) acts.pop_back();
}

} // namespace tefuda::bench
