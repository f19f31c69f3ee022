// A room at work: commands become transactions, which are stored and published. Where a journal is kept, nothing leaves
// the room before the changes behind it are durable.
#pragma once

#include "server/rooms/room_age.hpp"
#include "server/rooms/room_publisher.hpp"
#include "server/rooms/room_transaction.hpp"
#include "server/runtime/executor.hpp"
#include "server/runtime/until_there_is_memory.hpp"
#include "server/store/journal_writer.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tefuda::server {

/// Set for one time, or for none. Used on one executor.
class RoomTimer {
public:
    bool is_set_for(std::optional<TimePoint> due) const { return due == due_; }
    /// Instead of what it was set for. \param call copyable; called at that time
    /// \throws std::exception and is set for no time
    template <class Call>
    void set(Executor& executor, std::optional<TimePoint> due, Call call) {
        due_.reset();
        timer_.reset();
        if (!due) return;
        timer_ = executor.schedule(*due, [this, call = std::move(call)]() mutable {
            // The timer may be set anew in the call.
            auto const run = std::move(call);
            due_.reset();
            run();
        });
        due_ = due;
    }

private:
    std::optional<TimePoint> due_;
    std::unique_ptr<Timer> timer_;
};

/// Each task has a timer of its own. Used on one executor.
class RetryQueue {
public:
    /// A task that has thrown is likely to throw again, and waits twice as long each time.
    /// \param retry gets the task back when its time has come
    template <class Retry>
    void add(Executor& executor, RoomTask task, Retry retry) {
        constexpr int most_doublings = 8;
        std::chrono::seconds const pause(1 << std::min(task.failures, most_doublings));
        // Nobody else knows of the task: it waits until there is memory.
        std::list<Waiting> added;
        until_there_is_memory([&] { added.emplace_back(); });
        added.back().task = std::move(task);
        auto const place = added.begin();
        waiting_.splice(waiting_.end(), added);
        auto due = [this, place, retry = std::move(retry)]() mutable {
            // The timer's call may not outlive the timer.
            auto call = std::move(retry);
            auto again = std::move(place->task);
            waiting_.erase(place);
            call(std::move(again));
        };
        place->timer = until_there_is_memory([&] { return executor.schedule(executor.now() + pause, due); });
    }

private:
    struct Waiting {
        RoomTask task;
        std::unique_ptr<Timer> timer;
    };
    std::list<Waiting> waiting_;
};

/// What is public may be called from any thread; the room itself is touched on its executor only. To be made by
/// std::make_shared.
class RoomActor final : public CommitHandler, public std::enable_shared_from_this<RoomActor> {
public:
    /// How many messages of clients may wait.
    static constexpr std::size_t mailbox_capacity = 1000;
    /// Beyond what it has written to its clients, or worked for, since it rested, a room rests.
    static constexpr std::size_t max_written = 512 * 1024;
    static constexpr Duration max_worked = std::chrono::milliseconds(5);

    /// \param journal null where none is kept; must outlive the executors' tasks
    /// \param address who made or woke the room; empty: nobody
    RoomActor(Executor& executor, BotPool& bots, JournalWriter* journal, RoomOwner& owner, Room room,
              ActorClaim claim = {}, std::string address = {});

    std::string const& code() const { return code_; }
    std::string const& address() const { return address_; }
    Executor& executor() const override { return executor_; }
    /// Of the claim.
    std::int64_t epoch() const { return transaction_.epoch(); }
    /// Whether the store has the room.
    bool is_stored() const { return transaction_.is_stored(); }
    /// What is seen of the room from outside, as of the last commit.
    RoomStanding const& standing() const { return publisher_.standing(); }
    /// Whether it has ended because another server has claimed it.
    bool is_lost() const { return life_ == Life::moved; }
    /// Whether something was stored with the room's claim. On its executor.
    bool has_held() const { return transaction_.has_held(); }

    /// Starts the room. \param done told on its executor whether it could be stored
    void wake(std::function<void(bool stored)> done) {
        submit(RoomTask{[](Room& room, TimePoint now) { return room.wake(now); }, std::move(done)});
    }
    /// Delivers a client's message; when the room has answered it calls `from->answered`. A full mailbox answers
    /// `unavailable`, and so does a store that can't take the changes: then nothing has changed.
    /// \throws std::exception where there is no memory for it: then `from->answered` is never called
    /// \param read_at when the message was read from its socket
    /// \param bytes its length there
    void deliver(ParticipantPtr from, MessageId id, RoomMessage&& message, TimePoint read_at, std::size_t bytes = 0);
    /// Has the room carry out a command. \throws std::exception where there is no memory for it: then it never does
    void submit(RoomCommand&& command) {
        if (executor_.here()) return enqueue(std::move(command));
        executor_.post([self = shared_from_this(), command = std::move(command)]() mutable {
            self->enqueue_own(std::move(command));
        });
    }
    /// The client's connection is gone.
    void disconnect(ParticipantPtr const& client) {
        submit(RoomTask{[client](Room& room, TimePoint now) { return room.disconnect(client, now); }, {}});
    }
    /// Shows the room to a reader, on its executor, with committed state only.
    void read(std::function<void(Room const&)> reader) { submit(RoomRead{std::move(reader)}); }
    /// As Room::remove_player. \param done told on its executor whether it is stored; empty: it is tried until it is
    void remove_player(std::string const& id, std::function<void(bool stored)> done) {
        submit(RoomTask{[id](Room& room, TimePoint now) { return room.remove_player(id, now); }, std::move(done)});
    }
    /// As Room::show_names.
    void show_names() {
        submit(RoomTask{[](Room& room, TimePoint now) { return room.show_names(now); }, [](bool) {}});
    }
    /// The operator closes the room, which ends here. \param done told on its executor whether it could
    void close_for_good(std::string message, std::function<void(bool closed)> done);
    /// Its player goes on in another room, from a moment of this match: the room is closed, and ends here, unless the
    /// match is over. Where it can't be stored it is tried again; a server that ends before leaves the room as it is.
    void close_undone(int match);
    void set_intake(Intake intake) {
        executor_.dispatch([self = shared_from_this(), intake] { self->room_.set_intake(intake); });
    }
    /// Another room needs the place: this one leaves the memory, for the store if a match was played in it.
    /// \param stays called on the room's executor if it does not, because it is in use again or can't be stored
    void evict(std::function<void()> stays);
    /// Checks whether it is time to leave the memory, or to be deleted.
    void check_age(RoomAges const& ages);
    /// Another server has claimed the room: its members are told, and it ends here. What waits is carried out no more.
    void lose() {
        // Behind a commit that is under way: it may have come before the other server's claim.
        submit(RoomTask{[](Room&, TimePoint) { return Effects(); },
                        [this](bool) {
                            if (!has_ended()) life_ = Life::losing;
                        }});
    }

    void committed(bool stored) override;
    void claim_lost() override;

private:
    /// What it is at. A command that comes meanwhile waits, unless it is idle.
    enum class Activity : std::uint8_t {
        idle,
        working,    ///< carries commands out, or publishes
        committing, ///< the journal has the transaction
        resting,    ///< has written or worked much: its clients' event loops take that first
    };
    /// Once it has ended it only answers what waited, and never comes back.
    enum class Life : std::uint8_t {
        here,
        losing, ///< another server has claimed it: it ends once all is published
        gone,   ///< has left the memory or failed
        moved,  ///< is another server's
    };

    bool has_ended() const { return life_ == Life::gone || is_lost(); }
    bool is_idle() const { return activity_ == Activity::idle && mailbox_.empty(); }

    void enqueue(RoomCommand&& command);
    void work();
    template <class Work>
    void in_turn(Work const& work);
    void carry_out_mailbox();
    void carry_out(RoomCommand&& command);

    void close_transaction();
    void publish_transaction();
    void publish(PendingCommand& pending);
    void reject(std::string_view reason);
    void refuse(PendingCommand& pending, std::string_view reason);
    void rest();

    void unload(Departure departure, std::function<void()> stays = {});
    void end(bool stored) {
        life_ = Life::gone;
        owner_.forget(code_, stored);
    }
    /// \returns whether the room was closed for good, and ends here now
    bool end_if_closed() {
        if (has_ended() || !room_.state().is_closed) return false;
        end(room_.is_stored() && room_.has_ended_match());
        return true;
    }
    void end_as_lost();

    RoomPublisher::Submit submitter();
    /// Gives the room a task as long as it is there; on its executor.
    auto enqueuer() {
        return [weak = weak_from_this()](RoomTask task) {
            if (auto const self = weak.lock()) self->enqueue_own(std::move(task));
        };
    }
    /// Nobody else knows of the command, and somebody waits for it: it waits until there is memory.
    void enqueue_own(RoomCommand command) {
        until_there_is_memory([&] { enqueue(std::move(command)); });
    }
    void arm_timer();

    Executor& executor_;
    RoomOwner& owner_;
    std::string const code_;
    std::string const address_;
    Room room_;
    RoomTransaction transaction_;
    RoomPublisher publisher_;
    Activity activity_ = Activity::idle;
    std::atomic<Life> life_ = Life::here;
    /// Commands that wait, and how many of them are messages: with those that are on their way from other threads.
    std::list<RoomCommand> mailbox_;
    std::atomic<std::size_t> requests_ = 0;
    /// Since it rested.
    std::size_t written_ = 0;
    Duration worked_{};
    RoomTimer timer_;
    RetryQueue retries_;
};

} // namespace tefuda::server
