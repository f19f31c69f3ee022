// A connected client as the rooms see it.
#pragma once

#include "server/session/guesses.hpp"
#include "server/net/service.hpp"
#include "server/room/room.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace tefuda::server {

class RoomActor;

/// Keeps a client's messages in order: those to rooms go on at once (a room answers them one after the other), one that
/// the server answers by itself (`ping`, `list`, `create`) waits until the rooms have answered those before it.
/// `ask_room`, `answer` and `answer_later` are for the client's own thread, all other functions for any.
///
/// Who keeps whom: an executor's tasks keep rooms, rooms keep members, a member keeps its client. Nothing is kept by
/// what comes behind it in this row, nor by what waits in it: then all of it goes, wherever its threads were stopped.
class ClientSession : public std::enable_shared_from_this<ClientSession> {
public:
    using Run = std::function<void(ClientSessionPtr const& self)>;

    ClientSession(std::shared_ptr<ClientConnection> client, Limits const& limits, Guesses& guesses);

    void send(std::string_view text) const { client_->send(text); }
    void close(unsigned short code, std::string_view reason) const { client_->close(code, reason); }

    /// Has a room answer a message: as RoomActor::post.
    void ask_room(std::shared_ptr<RoomActor> const& room, MessageId id, RoomMessage&& message, TimePoint read_at);
    /// Answers a message that is no room's. \param run given this member
    void answer(Run run) { take({false, std::move(run), false}); }
    /// As `answer`, where the answer comes later: whoever gives it calls `settled`.
    void answer_later(Run run) { take({false, std::move(run), true}); }
    void settled();

    /// A room that this client wrote to, which is told when the client is gone.
    void note_room(std::string_view code, std::shared_ptr<RoomActor> const& room);
    std::vector<std::shared_ptr<RoomActor>> rooms() const;

    /// Whether the room has it on a seat or among the spectators.
    void note_part(std::string_view code, bool takes_part);
    /// The room, if it takes part in it.
    std::shared_ptr<RoomActor> part_in(std::string_view code) const;
    /// Whether it may take part in this room too, or does already.
    bool may_take_part_in(std::string_view code) const;

    void note_made(std::shared_ptr<RoomActor> const& room);
    /// How many of the rooms that it has made have seen no match's end yet.
    int made() const;

    /// What it has left of its limits. The client's own thread alone asks.
    struct Allowance {
        TokenBucket messages;
        TokenBucket chat;
        TokenBucket refusals;
    };
    Allowance& allowance() { return allowance_; }

    void guessed_wrong(TokenBucket::TimePoint now);
    /// How long it has to wait before it may guess again; nothing where it may.
    std::optional<std::chrono::milliseconds> wait_for_guess(TokenBucket::TimePoint now) const;

private:
    struct Task {
        /// It need not wait for the answers to earlier messages.
        bool at_once;
        Run run;
        /// Whoever answers calls `settled`.
        bool answered_later;
    };

    struct Place {
        std::weak_ptr<RoomActor> room;
        bool takes_part = false;
    };

    void take(Task task);
    void run_ready();

    std::shared_ptr<ClientConnection> const client_;
    mutable std::mutex mutex_;
    std::list<Task> tasks_;
    /// How many tasks there are, so that the mutex need not be taken where there are none.
    std::atomic<std::size_t> waiting_ = 0;
    std::atomic<std::size_t> unanswered_ = 0;
    bool running_ = false;
    /// By the codes, as numbers.
    boost::unordered_flat_map<std::uint64_t, Place> rooms_;
    std::size_t parts_ = 0;
    std::size_t const most_parts_;
    mutable std::vector<std::weak_ptr<RoomActor>> made_;
    mutable TokenBucket guesses_;
    Guesses& guesses_of_address_;
    Allowance allowance_;
};

} // namespace tefuda::server
