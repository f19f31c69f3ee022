// A room at work: its mailbox on one of the server's threads, its timer, and what comes of its effects.
#pragma once

#include "server/bots/bot_pool.hpp"
#include "server/net/executor.hpp"
#include "server/observe/game_metrics.hpp"
#include "server/room/room.hpp"

#include <atomic>
#include <functional>
#include <memory>

namespace tefuda::server {

/// All functions may be called from any thread; the room itself is touched on its executor only.
class RoomActor : public std::enable_shared_from_this<RoomActor> {
public:
    /// Told after each change of what lists of rooms show.
    using OnListed = std::function<void(Room const&)>;

    RoomActor(Executor& executor, BotPool& bots, Room room, OnListed on_listed);

    std::string const& code() const { return code_; }

    /// A client's message; when the room has answered it calls the member's `settled`. A full mailbox answers
    /// `unavailable`.
    /// \param read_at when the message had been read from its socket
    void post(MemberPtr const& from, MessageId id, RoomMessage message, TimePoint read_at);
    void disconnect(MemberPtr const& member);
    /// Shows the room to a reader, on its executor.
    void read(std::function<void(Room const&)> reader);
    /// Nobody joins from now on.
    void close();

private:
    void carry_out(std::function<Effects(TimePoint)> const& command);
    void release(Effects effects);
    void ask_bot(BotTask task);
    void arm_timer();

    /// What may wait in the mailbox.
    static constexpr int mailbox_capacity = 1000;

    std::string const code_;
    Executor& executor_;
    BotPool& bots_;
    Room room_;
    CountedRoom counted_;
    OnListed on_listed_;
    int listed_changes_ = 0;
    std::atomic<int> waiting_ = 0;
    std::optional<TimePoint> armed_for_;
    std::unique_ptr<Timer> timer_;
};

} // namespace tefuda::server
