// One connection of a client, which is opened again whenever it is lost.
#pragma once

#include <tefuda/fields.hpp>
#include <tefuda/pace.hpp>
#include <tefuda/plain.hpp>
#include <tefuda/socket.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

namespace tefuda {

/// The connection was lost before the message was sent.
class NotSent : public Lost {
public:
    using Lost::Lost;
};

/// An `act`, `rematch` or `resume` without a reply so far. `legal`: of an `act`, the templates.
struct Asked {
    std::string room;
    Json message;
    Json legal;
};

class Connection {
public:
    using Clock = Sockets::Clock;
    using Seconds = std::chrono::duration<double>;

    /// \param room a connection for that room: it leads to the server where it runs; empty: for none
    Connection(Sockets& sockets, std::string const& url, std::string room, Seconds patience)
        : sockets_(sockets), address_(url), room_(std::move(room)), patience_(patience), left_(patience) {
        if (room_.empty()) return;
        address_.path += (address_.path.find('?') == std::string::npos ? "?room=" : "&room=") + escaped(room_);
    }

    std::string const& room() const { return room_; }
    bool is_open() const { return socket_ != nullptr; }
    /// How often it was opened.
    int count() const { return count_; }
    /// When to open it again, or to send something again.
    Clock::time_point due() const {
        if (!is_open()) return retry_at_;
        return later_.empty() ? Clock::time_point::max() : later_.begin()->first;
    }

    /// \throws Lost
    void open() {
        auto socket = sockets_.connect(address_);
        auto const end = Clock::now() + std::chrono::seconds(5);
        auto welcome = socket->take();
        for (; !welcome; welcome = socket->take()) {
            if (Clock::now() > end) throw Lost("the server does not answer");
            sockets_.wait_until(end);
        }
        pace_ = Pace(field_or(message_from(*welcome), "limits", Json::object()));
        // A server closes a connection on which nothing was ever said: one that has no room now, for example.
        socket->write(R"({"type":"ping","id":0})");
        socket_ = std::move(socket);
        ++count_;
    }

    /// Tries to open a lost connection. Waits 0.3 s before the first attempt, twice as long before each further one, at
    /// most 8 s. \returns whether it is open \throws Lost if it could not be opened for `patience`
    bool try_again() {
        try {
            open();
            if (told_) std::clog << (count_ > 1 ? "connected again" : "connected") << std::endl;
            told_ = false;
            return true;
        } catch (Lost const& problem) {
            if (left_ <= Seconds(0)) throw;
            if (!told_) {
                std::ostringstream text;
                text << problem.what() << ": trying again for " << std::round(left_.count()) << " s";
                std::clog << plain(text.str()) << std::endl;
            }
            told_ = true;
            wait_ = std::min(wait_ * 2, Seconds(8));
            plan();
            return false;
        }
    }

    /// It is opened again after a while.
    void close() {
        socket_.reset();
        asked_.clear();
        later_.clear();
        wait_ = Seconds(0.3);
        left_ = patience_;
        plan();
    }

    /// \throws Lost
    void write(Json const& message) {
        std::this_thread::sleep_for(pace_.take());
        if (!socket_) throw NotSent("not connected");
        socket_->write(message.dump());
    }

    /// The next message that has arrived; null if none has. \throws Lost, Unreadable
    Json take() {
        auto const text = socket_ ? socket_->take() : std::nullopt;
        return text ? message_from(*text) : Json();
    }

    /// Sends a message whose reply is expected. \throws Lost
    void ask(int id, Asked asked) {
        asked.message["id"] = id;
        write(asked.message);
        asked_.emplace(id, std::move(asked));
    }

    /// What the reply to this id answers; its room is empty if nobody asked.
    Asked answered(int id) {
        auto const found = asked_.find(id);
        if (found == asked_.end()) return {};
        auto asked = std::move(found->second);
        asked_.erase(found);
        return asked;
    }

    void ask_later(std::chrono::milliseconds wait, Asked asked) {
        later_.emplace(Clock::now() + wait, std::move(asked));
    }

    /// Something that is to be sent again now; its room is empty if nothing is.
    Asked take_due() {
        if (later_.empty() || later_.begin()->first > Clock::now()) return {};
        auto asked = std::move(later_.begin()->second);
        later_.erase(later_.begin());
        return asked;
    }

private:
    static std::string escaped(std::string const& text) {
        std::string result;
        for (auto const c : text) {
            auto const is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            auto const* digits = "0123456789ABCDEF";
            auto const byte = static_cast<unsigned char>(c);
            result += is_plain ? std::string(1, c) : std::string{'%', digits[byte / 16], digits[byte % 16]};
        }
        return result;
    }

    void plan() {
        auto const pause = wait_ * std::uniform_real_distribution<>(0.75, 1.25)(random_);
        retry_at_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(pause);
        left_ -= pause;
    }

    Sockets& sockets_;
    Address address_;
    std::string room_;
    Seconds patience_;
    std::unique_ptr<Socket> socket_;
    Pace pace_;
    std::map<int, Asked> asked_;
    std::multimap<Clock::time_point, Asked> later_;
    int count_ = 0;
    Clock::time_point retry_at_{}; ///< at once
    Seconds wait_{0.15};
    Seconds left_;
    bool told_ = false; ///< that it can't be opened
    std::mt19937 random_{std::random_device{}()};
};

} // namespace tefuda
