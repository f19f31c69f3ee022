// One connection to a server, for seats in any number of rooms. `play` reconnects by itself.
#pragma once

#include <tefuda/pace.hpp>
#include <tefuda/seat.hpp>
#include <tefuda/socket.hpp>
#include <tefuda/templates.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

namespace tefuda {

/// The server answered a message with `error`, or took the seat away (code "replaced").
class Refused : public std::runtime_error {
public:
    explicit Refused(std::string code, std::string const& message)
        : std::runtime_error(code + ": " + message), code(std::move(code)) {}
    std::string const code;
};

/// A blocking client; use it from one thread only. It sends no faster than the server allows, so that one connection may
/// play in as many rooms as the server's limits say. All functions except `play` throw Lost if the connection is lost.
class Client {
public:
    using Seconds = std::chrono::duration<double>;

    /// \param url ws://HOST:PORT/PATH or wss://… \param patience how long `play` tries to reconnect
    explicit Client(std::string const& url, Seconds patience = Seconds(300)) : address_(url), patience_(patience) {
        connect();
    }

    /// Creates a room and returns its code. `fields` as in the message `create`: seats, options, public, clock, bots.
    /// \throws Refused
    std::string create(std::string const& game, Json fields = Json::object()) {
        fields.update({{"type", "create"}, {"game", game}});
        return request(std::move(fields))["room"];
    }

    /// Takes a seat for this number of matches. The bot must outlive the client. `fields` as in the message `join`:
    /// name, seat, entropy, updates. The returned reference is valid as long as the client. \throws Refused
    Seat& join(std::string const& room, Bot& bot, Json fields = Json::object(), int matches = 1) {
        auto& seat = seats_[room];
        seat.bot = &bot;
        seat.matches = matches;
        seat.room = room;
        seat.updates = fields.value("updates", "full");
        fields.update({{"type", "join"}, {"room", room}});
        if (!fields.contains("name")) fields["name"] = "bot";
        try {
            request(std::move(fields));
        } catch (...) {
            seats_.erase(room);
            throw;
        }
        return seat;
    }

    /// Puts a built-in bot on every empty seat; only for the host. \throws Refused
    void fill(std::string const& room, std::string const& level) {
        try {
            for (;;) request({{"type", "fill"}, {"room", room}, {"level", level}});
        } catch (Refused const& refused) {
            if (refused.code != "room_full" && refused.code != "already_playing") throw;
        }
    }

    /// Plays until every seat has completed its matches, or its bot has failed. \throws Refused if a seat is lost, Lost if
    /// reconnecting fails for `patience`; in the end, what the first bot that failed has thrown
    void play() {
        while (std::any_of(seats_.begin(), seats_.end(), [](auto const& entry) { return !entry.second.done(); })) {
            try {
                receive(read());
            } catch (Lost const&) {
                come_back();
            }
        }
        for (auto const& [room, seat] : seats_)
            if (seat.failure) std::rethrow_exception(seat.failure);
    }

    /// Sends a message and returns the reply; waits and repeats it while the server is too busy. \throws Refused
    Json request(Json message) {
        auto const id = ++last_id_;
        message["id"] = id;
        for (;;) {
            write(message);
            auto reply = await(id);
            if (reply["type"] != "error") return reply;
            if (!wait_where_busy(reply)) throw Refused(reply["code"], reply["message"]);
        }
    }

private:
    /// An `act` or `rematch` without a reply so far.
    struct Asked {
        std::string room;
        Json message;
        Json legal;
    };

    void connect() {
        socket_ = Socket::connect(address_);
        asked_.clear();
        pace_ = Pace(read().value("limits", Json::object()));
    }

    /// Reconnects and resumes the seats. Waits 0.3 s before the first attempt, twice as long before each further one,
    /// at most 8 s.
    void come_back() {
        auto wait = Seconds(0.3);
        for (auto left = patience_;; wait = std::min(wait * 2, Seconds(8))) {
            auto const pause = wait * std::uniform_real_distribution<>(0.75, 1.25)(random_);
            std::this_thread::sleep_for(pause);
            left -= pause;
            try {
                connect();
                for (auto& [room, seat] : seats_)
                    if (!seat.done()) request(seat.resume());
                return;
            } catch (Lost const&) {
                if (left <= Seconds(0)) throw;
            }
        }
    }

    void write(Json const& message) {
        std::this_thread::sleep_for(pace_.take());
        socket_->write(message.dump());
    }

    Json read() { return Json::parse(socket_->read()); }

    Json await(int id) {
        for (;;) {
            auto message = read();
            receive(message);
            if (message.value("re", Json()) == id) return message;
        }
    }

    /// If the error means that the server is too busy, sleeps as long as it asks for and returns true.
    static bool wait_where_busy(Json const& error) {
        auto const& code = error["code"];
        if (code != "rate_limited" && code != "unavailable") return false;
        auto const details = error.value("details", Json::object());
        std::this_thread::sleep_for(std::chrono::milliseconds(details.value("retry_after_ms", 300)));
        return true;
    }

    void receive(Json const& message) {
        auto const& type = message["type"];
        if (type == "error" || type == "ok") return answered(message);
        auto const found = seats_.find(message.value("room", ""));
        if (found == seats_.end()) return;
        auto& seat = found->second;
        if (seat.failure) return;
        if (type == "joined") {
            seat.seat = message["seat"];
            seat.token = message["token"];
        } else if (type == "room") {
            seat.info = message;
        } else if (type == "replaced") {
            throw Refused("replaced", "this seat was taken up elsewhere, or emptied by the host");
        } else if (type == "update") {
            auto action = ask_bot(seat, message);
            if (!action.is_null())
                act(seat.room, message["decision"], std::move(action), message["legal"]);
            else
                go_on(seat);
        }
    }

    /// What the seat's bot does at this update; null if it does nothing. What it throws ends its seat.
    static Json ask_bot(Seat& seat, Json const& update) {
        try {
            return seat.take(update) ? seat.bot->choose(update) : Json();
        } catch (...) {
            seat.failure = std::current_exception();
            return nullptr;
        }
    }

    /// Asks for a rematch if the current match is over and the seat has more matches to play.
    void go_on(Seat const& seat) {
        if (seat.results.count(seat.match) && !seat.done())
            act_with({seat.room, {{"type", "rematch"}, {"room", seat.room}}, nullptr});
    }

    void act(std::string const& room, Json const& decision, Json action, Json legal) {
        act_with({room,
                  {{"type", "act"}, {"room", room}, {"decision", decision}, {"action", std::move(action)}},
                  std::move(legal)});
    }

    void act_with(Asked asked) {
        auto const id = ++last_id_;
        asked.message["id"] = id;
        write(asked.message);
        asked_.emplace(id, std::move(asked));
    }

    void answered(Json const& reply) {
        auto const found = reply.contains("re") ? asked_.find(reply["re"].get<int>()) : asked_.end();
        if (found == asked_.end()) return;
        auto asked = std::move(found->second);
        asked_.erase(found);
        if (reply["type"] == "ok") return;
        auto const& code = reply["code"];
        if (code == "illegal_action") {
            std::clog << "room " << asked.room << ": " << asked.message["action"] << " is illegal ("
                      << reply["message"].get<std::string>() << "): playing at random\n";
            act(asked.room, asked.message["decision"], random_action(asked.legal, random_), asked.legal);
        } else if (wait_where_busy(reply)) {
            act_with(std::move(asked));
        } else if (code != "stale_decision" && code != "not_playing" && code != "already_playing") {
            throw Refused(code, reply["message"]);
        }
    }

    Address address_;
    Seconds patience_;
    std::unique_ptr<Socket> socket_;
    Pace pace_;
    std::map<std::string, Seat> seats_;
    std::map<int, Asked> asked_;
    int last_id_ = 0;
    std::mt19937 random_{std::random_device{}()};
};

} // namespace tefuda
