// What leaves a room: answers and messages, questions to bots, and what is seen of it from outside.
#pragma once

#include "server/bots/bot_pool.hpp"
#include "server/rooms/room_age.hpp"
#include "server/rooms/room_transaction.hpp"
#include "server/runtime/executor.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace tefuda::server {

class RoomActor;

/// Who is told what happens in rooms, on a room's executor; any of them may be empty.
struct RoomListeners {
    /// Actions of bots and clocks are on this address's account.
    std::function<void(std::string const& address, int actions)> charged;
    /// A match has ended in the room, and that is stored. \param match valid during the call
    std::function<void(Room const& room, MatchRecord const& match)> match_ended;
};

/// What a room asks of whoever has all rooms. Called on a room's executor.
class RoomOwner {
public:
    virtual ~RoomOwner() = default;
    RoomListeners listeners;
    /// After each change of what lists of rooms show.
    /// \param epoch of the room's claim
    virtual void list(Room const& room, std::int64_t epoch) = 0;
    /// The room has left the memory. \param stored it is in the store and may be woken
    virtual void forget(std::string const& code, bool stored) = 0;
    /// The room has failed and is not what the store has: it is forgotten and, where it is stored, taken up again.
    virtual void renew(std::string const& code, bool stored) = 0;
    /// Something was stored with the room's claim for the first time.
    virtual void claim_held(RoomActor const& room) = 0;
    /// Another server has claimed the room.
    virtual void lose(RoomActor const& room) = 0;
    /// Calls the task on this executor once all event loops have done what they were given until now. From any thread.
    virtual void after_all_loops(Executor& executor, std::function<void()> task) = 0;
};

/// Publishes the effects of commands that are committed. Used on the room's executor, but for `standing`.
class RoomPublisher {
public:
    /// Has the room carry out a task, on its executor; called on any thread, also once the room is gone: then it
    /// returns false and drops the task.
    using Submit = std::function<bool(RoomTask task)>;

    /// \param address who made or woke the room; empty: nobody
    /// \param stored whether a journal keeps the room
    RoomPublisher(Room const& room, RoomOwner& owner, BotPool& bots, std::string address, std::int64_t epoch,
                  bool stored)
        : room_(room), owner_(owner), bots_(bots), payer_(std::move(address)), epoch_(epoch), standing_(room, stored) {}

    RoomStanding const& standing() const { return standing_; }

    /// Updates what is seen of the room from outside.
    void update_listing(TimePoint now);
    /// What a command that was carried out causes. \param submit for what bots answer
    void publish(PendingCommand& pending, TimePoint now, Submit const& submit);

private:
    void charge_own_actions(Effects const& effects);
    void ask_bot(BotTask& task, Submit const& submit);
    void ask_for_advice(AdviceRequest asked, Submit const& submit);

    Room const& room_;
    RoomOwner& owner_;
    BotPool& bots_;
    /// Who pays for what bots do: whose message began the match; before that, who made or woke the room. Empty: nobody.
    std::string payer_;
    std::int64_t const epoch_;
    RoomStanding standing_;
    int listed_version_ = -1;
    /// Actions that the room has made by itself and nobody was charged for yet.
    int uncharged_ = 0;
};

// What a client waits for is told as soon as there is memory for it.

/// The answer to a message that is not carried out. \param reason such as `can_not_now`
void answer_unavailable(RoomRequest const& request, std::string_view reason);
/// The answer where the room has left the memory; `answered` is for the caller.
void refuse_as_gone(RoomRequest const& request);
/// The room is another server's: a `join` or `resume` is handed back to its session, which routes it again; every other
/// message is answered.
void refuse_as_moved(RoomRequest&& request);

/// To everybody in a room that has failed: their connections are closed, and they come back by connecting again.
void tell_failed(Room const& room);
/// To everybody in a room that another server has claimed.
void tell_moved(Room const& room);

} // namespace tefuda::server
