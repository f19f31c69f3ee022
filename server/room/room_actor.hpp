// A room at work: its mailbox on one of the server's threads, its timer, and the publishing of its effects. Where a
// journal is kept, nothing leaves the room before the changes behind it are durable.
#pragma once

#include "server/bots/bot_pool.hpp"
#include "server/journal/journal_writer.hpp"
#include "server/metrics/game_metrics.hpp"
#include "server/room/room.hpp"
#include "server/runtime/executor.hpp"

#include <atomic>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda::server {

/// A room's claim in a store that several servers share.
struct ActorClaim {
    std::int64_t epoch = 0; ///< 0: the store is this server's alone
    bool creates = false;   ///< the room is new: the store does not have it yet
};

/// How long a room stays in which nobody is connected.
struct RoomAges {
    /// A room that waits for players; with a journal, also how long another room stays in memory.
    Duration unused = std::chrono::hours(1);
    /// A room in which nobody ever had a seat; and how long one where only bots sit stays in memory.
    Duration unseated = std::chrono::minutes(1);
    /// Without a journal: a room in which there was a match.
    Duration retention = std::chrono::hours(24 * 30);
};

/// How little a room would be missed if another needed its place; what would be missed least first.
enum class Standing : std::uint8_t {
    at_rest,   ///< nobody is connected, and nothing happens until somebody comes; it may leave the memory for the store
    never_sat, ///< it waits, and nobody ever had a seat
    abandoned, ///< it waits, and nobody is connected
    in_use
};

/// Thread-safe; the room itself is touched on its executor only.
class RoomActor final : public CommitHandler, public std::enable_shared_from_this<RoomActor> {
public:
    /// The owner of the rooms; called on a room's executor.
    class Owner {
    public:
        virtual ~Owner() = default;
        /// After each change of what lists of rooms show.
        /// \param epoch of the room's claim
        virtual void list(Room const& room, std::int64_t epoch) = 0;
        /// The room has ended. \param stored it is in the store and may be woken
        virtual void forget(std::string const& code, bool stored) = 0;
        /// The room has failed and is not what the store has: it is forgotten and, where it is stored, taken up again.
        virtual void renew(std::string const& code, bool stored) = 0;
        /// Another server has claimed the room.
        virtual void lose(RoomActor const& room) = 0;
        /// Calls the task on this executor once all event loops have done what they were given until now. From any
        /// thread.
        virtual void after_all_loops(Executor& executor, std::function<void()> task) = 0;
        /// Charges actions of bots and clocks to the address of the client that made or woke the room.
        virtual void charge(std::string const& address, int actions) = 0;
    };

    /// \param journal null where none is kept; must outlive the executors' tasks
    /// \param address who made or woke the room; empty: nobody
    RoomActor(Executor& executor, BotPool& bots, JournalWriter* journal, Owner& owner, Room room, ActorClaim claim = {},
              std::string address = {});

    std::string const& code() const { return code_; }
    /// Of the claim; 0 where the store is this server's alone.
    std::int64_t epoch() const { return epoch_; }
    /// Whether the store has the room.
    bool is_stored() const { return !is_new_; }
    Executor& executor() const override { return executor_; }

    /// Starts the room. \param done told on its executor whether it could be stored
    void wake(std::function<void(bool stored)> done);

    /// Delivers a client's message; when the room has answered it calls `from->answered`. A full mailbox answers
    /// `unavailable`, and so does a store that can't take the changes: then nothing has changed.
    /// \throws std::exception where there is no memory for it: then `from->answered` is never called
    /// \param read_at when the message was read from its socket
    void deliver(ParticipantPtr from, MessageId id, RoomMessage&& message, TimePoint read_at);
    /// The answer where the room is no longer in memory.
    static void answer_gone(Participant& from, MessageId id);
    /// The client's connection is gone.
    void disconnect(ParticipantPtr client);
    /// Shows the room to a reader, on its executor, with committed state only.
    void read(std::function<void(Room const&)> reader);
    /// Nobody joins from now on.
    void close();
    /// Whether a match has ended here.
    bool had_match() const { return had_match_; }
    /// From any thread; as of the last commit.
    Standing standing() const { return standing_; }
    /// Another room needs the place: this one leaves the memory, for the store if a match was played in it.
    /// \param stays called on the room's executor if it does not, because it is in use again or can't be stored
    void make_place(std::function<void()> stays);
    std::string const& address() const { return address_; }
    /// Checks whether it is time to leave the memory, or to be deleted.
    void check_age(RoomAges const& ages);

    /// Another server has claimed the room: its members are told, and it ends here. What waits is carried out no more.
    void lose();
    /// Whether it has ended so.
    bool is_lost() const { return lost_; }

    void committed(bool stored) override;
    void claim_lost() override;

private:
    /// A client's message.
    struct Request {
        ParticipantPtr from;
        MessageId id;
        RoomMessage message;
        TimePoint read_at;
    };
    /// A command of the room's own.
    struct Task {
        std::function<Effects(Room& room, TimePoint now)> run;
        /// Told when the command is stored or refused. Empty: a command that could not be stored is tried again.
        std::function<void(bool stored)> done;
        /// How often it has thrown.
        int failures = 0;
    };
    struct Read {
        std::function<void(Room const&)> reader;
    };
    using Command = std::variant<Request, Task, Read>;

    /// A command that was carried out and whose effects are not published yet.
    struct PendingCommand {
        Command command;
        Effects effects;
    };

    /// A task that could not be carried out or stored, and is tried again.
    struct Retry {
        Task task;
        std::unique_ptr<Timer> timer;
    };

    bool is_idle() const { return !working_ && !committing_ && !resting_ && mailbox_.empty(); }
    void enqueue(Command&& command);
    void work();
    void carry_out_mailbox();
    void carry_out(Command&& command);
    Effects effects_of(Command const& command);
    void end_transaction();
    void rest();
    bool append_transaction();
    void publish();
    void publish(PendingCommand& pending);
    void charge_own_action(bool match_ended);
    void update_listing();
    void update_presence();
    void reject(std::string_view reason);
    void roll_back();
    /// A step whose failure must not stop the others: it is logged. \returns whether it succeeded
    template <class Step>
    bool attempt(std::string_view what, Step const& step) {
        try {
            step();
            return true;
        } catch (std::exception const& problem) {
            log_failure(what, problem);
            return false;
        }
    }
    void log_failure(std::string_view what, std::exception const& problem) const;
    void end_as_failed();
    void retry(Task task);
    static void answer_unavailable(Participant& from, MessageId id, std::string_view reason);
    void ask_bot(BotTask task);
    void ask_for_advice(AdviceRequest request);
    void arm_timer();
    void leave(std::vector<Change> changes, bool stored, std::function<void()> stays = {});
    Standing current_standing() const;
    bool must_check_claim() const;
    void end_as_lost();
    void refuse_as_lost(Request&& request);

    /// How many messages of clients may wait.
    static constexpr std::size_t mailbox_capacity = 1000;
    /// How many bytes a room writes to its clients before it rests.
    static constexpr std::size_t max_written = 512 * 1024;

    std::string const code_;
    std::string const address_;
    std::int64_t const epoch_;
    Executor& executor_;
    BotPool& bots_;
    JournalWriter* const journal_;
    Owner& owner_;
    Room room_;
    CountedRoom counted_;
    int listed_version_ = -1;
    /// Actions that the room has made by itself and nobody was charged for yet.
    int uncharged_ = 0;
    /// Bytes that it has written to its clients since it rested.
    std::uint32_t written_ = 0;
    std::atomic<bool> had_match_ = false;
    std::atomic<Standing> standing_ = Standing::in_use;
    /// How many messages of clients wait, in the mailbox or on their way from other threads.
    std::atomic<std::size_t> waiting_requests_ = 0;
    /// Commands are being carried out or published: a command that comes meanwhile waits.
    bool working_ = false;
    /// The journal has the transaction: every command waits for its commit.
    bool committing_ = false;
    /// It has written much, and waits until its clients' event loops have taken it.
    bool resting_ = false;
    bool gone_ = false;
    /// It can't go back to what the store has; its clients are to be told.
    bool failed_ = false;
    /// The store does not have the room yet.
    std::atomic<bool> is_new_;
    /// Another server has claimed the room, and the next moment without a transaction ends it here.
    bool losing_ = false;
    std::atomic<bool> lost_ = false;

    std::list<Command> mailbox_;
    /// The transaction's commands. Without a transaction it owns no memory, because most rooms wait for somebody.
    std::vector<PendingCommand> pending_;

    std::optional<TimePoint> armed_for_;
    std::unique_ptr<Timer> timer_;
    std::list<Retry> retries_;
    std::optional<TimePoint> empty_since_;
};

} // namespace tefuda::server
