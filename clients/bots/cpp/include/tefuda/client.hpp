// Plays on seats in any number of rooms. `play` reconnects by itself. Where several servers run, a room that runs on
// another one gets a connection of its own.
#pragma once

#include <tefuda/connection.hpp>
#include <tefuda/fields.hpp>
#include <tefuda/plain.hpp>
#include <tefuda/seat.hpp>
#include <tefuda/templates.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace tefuda {

/// The server answered a message with `error`, or took the seat away (codes "replaced", "closed").
class Refused : public std::runtime_error {
public:
    explicit Refused(std::string reason, std::string const& message)
        : std::runtime_error(plain(reason + ": " + message)), code(std::move(reason)) {}
    std::string const code;
};

/// No match began in a room for as long as the seat was to wait.
class NoMatch : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A blocking client; use it from one thread only. It sends no faster than the server allows, so that one connection
/// may play in as many rooms as the server's limits say. All functions except `create` and `play` throw Lost if the
/// connection is lost; then they, or `play`, may be called again.
class Client {
public:
    using Seconds = Connection::Seconds;

    /// \param url ws://HOST:PORT/PATH or wss://… \param patience how long it tries to connect, at first and after a
    /// lost connection, or to send what the server answers with `unavailable` \param room makes this the connection for
    /// that room, which leads to the server where it runs \param secret of the player that this is; empty: nobody
    /// \throws Lost
    explicit Client(std::string url, Seconds patience = Seconds(300), std::string room = "", std::string secret = "")
        : url_(std::move(url)), patience_(patience), main_(sockets_, url_, std::move(room), patience) {
        sockets_.set_secret(std::move(secret));
        wait_for(main_);
    }

    Client(Client const&) = delete;
    Client& operator=(Client const&) = delete;

    /// Creates a room and returns its code. If the connection is lost before the answer, it asks again after the next
    /// one. `fields` as in the message `create`: seats, options, public, clock, bots. \throws Refused
    std::string create(std::string const& game, Json fields = Json::object()) {
        fields.update({{"type", "create"}, {"game", game}});
        for (;;) {
            wait_for(main_);
            try {
                return field<std::string>(ask(main_, fields), "room");
            } catch (Lost const&) {
                // A room that was made all the same is deleted after a while.
            }
        }
    }

    /// Takes a seat for this number of matches. The bot must outlive the client. `fields` as in the message `join`:
    /// name, seat, entropy, updates. The returned reference is valid until `leave`, and as long as the client. `wait`:
    /// for so long, at most, for a match to begin, the first one or a rematch; then `play` throws NoMatch in the end.
    /// \throws Refused
    Seat& join(std::string const& room, Bot& bot, Json fields = Json::object(), int matches = 1,
               std::optional<Seconds> wait = std::nullopt) {
        fields.update({{"type", "join"}, {"room", room}});
        if (!fields.contains("name")) fields["name"] = "bot";
        for (;;) {
            auto& connection = connection_of(room);
            wait_for(connection);
            auto& seat = seats_[room];
            seat.bot = &bot;
            seat.matches = matches;
            seat.wait = wait;
            has_waits_ = has_waits_ || wait;
            seat.room = room;
            seat.updates = fields.value("updates", "full");
            bot.seat = &seat;
            try {
                ask(connection, fields);
                return seat;
            } catch (NotSent const&) {
                forget(room);
            } catch (Refused const& refused) {
                forget(room);
                if (refused.code != "elsewhere" || connection.room() == room) throw;
                link(room);
            } catch (...) {
                forget(room);
                throw;
            }
        }
    }

    /// Puts a built-in bot of this level (easy, normal, hard) on every empty seat; only for the host. \throws Refused
    void fill(std::string const& room, std::string const& level = "easy") {
        try {
            for (;;) request({{"type", "fill"}, {"room", room}, {"level", level}});
        } catch (Refused const& refused) {
            if (refused.code != "room_full" && refused.code != "already_playing") throw;
        }
    }

    /// Gives the seat back; its Seat is gone. During a match a built-in bot goes on. \throws Refused
    void leave(std::string const& room) {
        forget(room);
        request({{"type", "leave"}, {"room", room}});
    }

    /// Goes to an empty seat, outside a match. \throws Refused
    void move(std::string const& room, int seat) { request({{"type", "move"}, {"room", room}, {"seat", seat}}); }

    /// Says what the next match is; only for the host, outside a match. `fields` as in the message `change`: game,
    /// options, seats, clock (null: no clock), hints. \throws Refused
    void change(std::string const& room, Json fields) {
        fields.update({{"type", "change"}, {"room", room}});
        request(std::move(fields));
    }

    /// Shows the room, whose host this client is, where it talks. `link`: an address https://…; null: nowhere. \throws
    /// Refused
    void call(std::string const& room, Json link) {
        request({{"type", "call"}, {"room", room}, {"link", std::move(link)}});
    }

    /// Tells the operator about somebody in a room that this client is in. `about` as in the message `report`: seat,
    /// text. \throws Refused
    void report(std::string const& room, Json about = Json::object()) {
        about.update({{"type", "report"}, {"room", room}});
        request(std::move(about));
    }

    /// From now on nothing that this player says reaches us. Needs a secret. \param player its id \throws Refused
    void block(std::string const& player) { request({{"type", "block"}, {"player", player}}); }
    void unblock(std::string const& player) { request({{"type", "unblock"}, {"player", player}}); }

    /// Plays until every seat has completed its matches, or its bot has failed. \throws Refused if a seat is lost, Lost
    /// if reconnecting fails for `patience`; in the end, what the first bot that failed has thrown
    void play() {
        while (std::any_of(seats_.begin(), seats_.end(), [](auto const& entry) { return !entry.second.done(); }))
            step();
        for (auto const& [room, seat] : seats_)
            if (seat.failure) std::rethrow_exception(seat.failure);
    }

    /// Sends a message and returns the reply; waits and repeats it while the server is too busy. \throws Refused; Lost,
    /// also where the room is found to have moved to another server: `play` takes the seat up there
    Json request(Json message) {
        auto const room = message.value("room", "");
        auto& connection = connection_of(room);
        try {
            return ask(connection, std::move(message));
        } catch (Refused const& refused) {
            auto const seat = seats_.find(room);
            if (refused.code != "elsewhere" || seat == seats_.end()) throw;
            follow(connection, seat->second);
            throw Lost("the room runs on another server now");
        }
    }

private:
    using Clock = Connection::Clock;
    using Milliseconds = std::chrono::milliseconds;

    Connection& connection_of(std::string const& room) {
        auto const found = links_.find(room);
        return found == links_.end() ? main_ : found->second;
    }

    void forget(std::string const& room) {
        auto const seat = seats_.find(room);
        if (seat == seats_.end()) return;
        seat->second.bot->seat = nullptr;
        seats_.erase(seat);
    }

    Connection& link(std::string const& room) {
        return links_.try_emplace(room, sockets_, url_, room, patience_).first->second;
    }

    /// Takes the seat up where its room runs now.
    void follow(Connection& connection, Seat& seat) {
        if (seat.done() || seat.token.empty()) return;
        if (connection.room() == seat.room) return connection.close();
        auto& to = link(seat.room);
        if (!to.is_open()) return;
        try {
            send(to, {seat.room, seat.resume(), nullptr});
        } catch (Lost const&) {
            to.close();
        }
    }

    void wait_for(Connection const& connection) {
        while (!connection.is_open()) step();
    }

    /// Handles everything that has arrived; if that is nothing, waits for more. \throws what `play` throws
    void step() {
        auto due = Clock::now() + std::chrono::hours(1);
        if (has_waits_) due = give_up_waiting(due);
        auto is_idle = serve(main_, due);
        for (auto& [room, each] : links_) is_idle = serve(each, due) && is_idle;
        if (is_idle) sockets_.wait_until(due);
    }

    /// Ends the seats that have waited too long. \returns when to look again
    Clock::time_point give_up_waiting(Clock::time_point due) {
        for (auto& [room, seat] : seats_) {
            if (seat.done()) continue;
            due = std::min(due, seat.waits_until);
            if (seat.waits_until > Clock::now()) continue;
            std::ostringstream text;
            text << "no match has begun in room " << room << " for " << seat.wait->count() << " s";
            seat.failure = std::make_exception_ptr(NoMatch(text.str()));
        }
        return due;
    }

    /// \param due becomes the time at which the connection needs to be served, if that is earlier \returns whether
    /// there was nothing to do
    bool serve(Connection& connection, Clock::time_point& due) {
        auto is_idle = true;
        try {
            if (!connection.is_open() && connection.due() <= Clock::now()) {
                is_idle = false;
                if (connection.try_again()) take_up_seats(connection);
            }
            for (auto message = connection.take(); !message.is_null(); message = connection.take()) {
                is_idle = false;
                receive(connection, message);
            }
            for (auto asked = connection.take_due(); !asked.room.empty(); asked = connection.take_due())
                send(connection, std::move(asked));
        } catch (Lost const&) {
            if (!connection.is_open()) throw;
            connection.close();
        }
        due = std::min(due, connection.due());
        return is_idle;
    }

    void take_up_seats(Connection& connection) {
        for (auto& [room, seat] : seats_)
            if (!seat.done() && !seat.token.empty() && &connection_of(room) == &connection)
                send(connection, {room, seat.resume(), nullptr});
    }

    /// As `request`, on this connection.
    Json ask(Connection& connection, Json message) {
        auto const count = connection.count();
        auto const began = Clock::now();
        for (auto told = false;; told = true) {
            // A message for the lost connection may be out of date on the next one.
            if (!connection.is_open() || connection.count() != count) throw NotSent("the connection was lost");
            auto const id = ++last_id_;
            message["id"] = id;
            auto reply = reply_to(connection, id, message);
            if (field(reply, "type") != "error") return reply;
            auto const pause = pause_of(reply);
            auto const passes = is_passing(field(reply, "code"));
            if (!pause || (passes && Clock::now() - began > patience_)) throw refusal(reply);
            if (!told && passes) warn(message, reply);
            for (auto const end = Clock::now() + *pause; Clock::now() < end;) sockets_.wait_until(end);
        }
    }

    Json reply_to(Connection& connection, int id, Json const& message) {
        auto const count = connection.count();
        try {
            connection.write(message);
        } catch (Lost const&) {
            connection.close();
            throw;
        }
        auto& reply = replies_[id];
        while (reply.is_null() && connection.is_open() && connection.count() == count) step();
        auto const result = reply;
        replies_.erase(id);
        if (result.is_null()) throw Lost("the connection was lost");
        return result;
    }

    static Refused refusal(Json const& error) {
        return Refused(field<std::string>(error, "code"), field<std::string>(error, "message"));
    }

    /// Whether the server, or another one, will take the same message later.
    static bool is_passing(Json const& code) { return code == "unavailable" || code == "shutting_down"; }

    void warn(Json const& message, Json const& error) const {
        std::ostringstream text;
        text << field<std::string>(message, "type") << ": " << refusal(error).what() << " Trying again for "
             << patience_.count() << " s";
        std::clog << plain(text.str()) << std::endl;
    }

    /// If the error means that a server will take the same message later: how long to wait.
    static std::optional<Milliseconds> pause_of(Json const& error) {
        auto const code = field(error, "code");
        if (code != "rate_limited" && !is_passing(code)) return std::nullopt;
        return Milliseconds(field_or(field_or(error, "details", Json::object()), "retry_after_ms", 300));
    }

    void receive(Connection& connection, Json const& message) {
        if (message.contains("re")) answered(connection, message);
        auto const found = seats_.find(field_or(message, "room", std::string()));
        if (found == seats_.end() || found->second.failure) return;
        auto& seat = found->second;
        auto const type = field(message, "type");
        if (type == "joined") {
            seat.seat = field<int>(message, "seat");
            seat.token = field<std::string>(message, "token");
            if (seat.match == 0) seat.wait_for_match();
        } else if (type == "room") {
            auto const is_changed = seat.is_changed_by(message);
            seat.info = message;
            if (is_changed && !seat.done()) ask_for_rematch(connection, seat);
        } else if (type == "replaced") {
            throw Refused("replaced", "this seat was taken up elsewhere, or emptied by the host");
        } else if (type == "closed") {
            throw Refused("closed", field<std::string>(message, "message"));
        } else if (type == "moved") {
            follow(connection, seat);
        } else if (type == "update") {
            auto action = ask_bot(seat, message);
            if (!action.is_null())
                act(connection, seat, field(message, "decision"), std::move(action), field(message, "legal"));
            else
                go_on(connection, seat, message);
        }
    }

    /// What the seat's bot does at this update; null if it does nothing. What it throws ends its seat.
    static Json ask_bot(Seat& seat, Json const& update) {
        try {
            seat.bot->seat = &seat;
            if (!seat.take(update)) return nullptr;
            auto action = seat.bot->choose(update);
            if (action.is_null() && field<bool>(update, "must"))
                throw std::runtime_error("`choose` returned null for a decision that the bot must make");
            return action;
        } catch (...) {
            seat.failure = std::current_exception();
            return nullptr;
        }
    }

    /// Asks for a rematch if the current match is over and the seat has more matches to play.
    void go_on(Connection& connection, Seat const& seat, Json const& update) {
        if (update.contains("over") && !seat.done()) ask_for_rematch(connection, seat);
    }

    void ask_for_rematch(Connection& connection, Seat const& seat) {
        send(connection, {seat.room, {{"type", "rematch"}, {"room", seat.room}}, nullptr});
    }

    void act(Connection& connection, Seat& seat, Json const& decision, Json action, Json legal) {
        seat.in_flight = true;
        send(connection, {seat.room,
                          {{"type", "act"}, {"room", seat.room}, {"decision", decision}, {"action", std::move(action)}},
                          std::move(legal)});
    }

    void send(Connection& connection, Asked asked) { connection.ask(++last_id_, std::move(asked)); }

    void answered(Connection& connection, Json const& reply) {
        auto const id = field<int>(reply, "re");
        if (auto const waiting = replies_.find(id); waiting != replies_.end()) {
            waiting->second = reply;
            return;
        }
        auto asked = connection.answered(id);
        auto const found = seats_.find(asked.room);
        if (found == seats_.end()) return;
        auto& seat = found->second;
        if (asked.message["type"] == "act") seat.in_flight = false;
        if (reply.contains("seq")) seat.own_seq = field<int>(reply, "seq");
        if (field(reply, "type") != "error") return;
        auto const code = field(reply, "code");
        if (code == "illegal_action") {
            std::clog << plain("room " + asked.room + ": " + asked.message["action"].dump() + " is illegal (" +
                               field<std::string>(reply, "message") + "): playing at random")
                      << '\n';
            ++seat.illegal[seat.match];
            act(connection, seat, asked.message["decision"], random_action(asked.legal, random_), asked.legal);
        } else if (auto const pause = pause_of(reply)) {
            connection.ask_later(*pause, std::move(asked));
        } else if (code == "elsewhere") {
            follow(connection, seat);
        } else if (code != "stale_decision" && code != "not_playing" && code != "already_playing") {
            throw refusal(reply);
        }
    }

    std::string url_;
    Seconds patience_;
    Sockets sockets_;
    Connection main_;
    std::map<std::string, Connection> links_; ///< by room: connections for rooms on other servers
    std::map<std::string, Seat> seats_;       ///< by room
    std::map<int, Json> replies_;             ///< by id, to those who wait; null so far
    bool has_waits_ = false;                  ///< whether any seat has a `wait`
    int last_id_ = 0;
    std::mt19937 random_{std::random_device{}()};
};

} // namespace tefuda
