// A room at work: its mailbox on one of the server's threads, its timer, and what comes of its effects. Where a journal
// is kept nothing leaves the room before the changes behind it are durable.
#pragma once

#include "server/match/fetch.hpp"
#include "server/bots/bot_pool.hpp"
#include "server/runtime/executor.hpp"
#include "server/metrics/game_metrics.hpp"
#include "server/room/pending_command.hpp"
#include "server/room/commit_queue.hpp"
#include "server/room/room.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <variant>

namespace tefuda::server {

/// How long a room stays in which nobody is connected.
struct RoomAges {
    /// One that waits for players; with a journal, also how long another one stays in memory.
    Duration unused = std::chrono::hours(1);
    /// Without a journal: one in which there was a match.
    Duration retention = std::chrono::hours(24 * 30);
};

/// All functions may be called from any thread; the room itself is touched on its executor only.
class RoomActor final : public std::enable_shared_from_this<RoomActor> {
public:
    /// Where rooms live; told on a room's executor.
    class Home {
    public:
        virtual ~Home() = default;
        /// After each change of what lists of rooms show.
        virtual void show(Room const& room) = 0;
        /// The room is forgotten. \param asleep it is stored and may be woken
        virtual void gone(std::string const& code, bool asleep) = 0;
    };

    /// \param commits of this executor, alive while that runs; null where no journal is kept
    RoomActor(Executor& executor, BotPool& bots, CommitQueue* commits, Home& home, Room room);

    std::string const& code() const { return code_; }

    /// The room's first words. \param done told on its executor whether it could be stored
    void wake(std::function<void(bool stored)> done);

    /// A client's message; when the room has answered it calls the member's `settled`. A full mailbox answers
    /// `unavailable`, and so does a store that can't take the changes: then nothing has changed.
    /// \param read_at when the message had been read from its socket
    void post(ClientSessionPtr from, MessageId id, RoomMessage&& message, TimePoint read_at);
    /// What it would say to a message if it were still here.
    static void answer_gone(ClientSessionPtr const& from, MessageId id);
    void disconnect(ClientSessionPtr const& member);
    /// Shows the room to a reader, on its executor.
    void read(std::function<void(Room const&)> reader);
    /// Nobody joins from now on.
    void close();
    /// A match has ended here.
    bool had_match() const { return had_match_; }
    /// Looks whether it is time to go.
    void age(RoomAges const& ages);

    /// Has the room come from memory, while the caller does something else.
    void fetch() const { server::fetch(this, sizeof(*this)); }
    /// And then what a message needs, where the caller is on its executor: this reads what `fetch` has had come.
    void expect_message() const {
        if (executor_.here()) room_.fetch_match();
    }

    // For the commit queue, on its executor.

    /// The unit ends here, and is put behind others.
    void end_unit(std::string& units);
    /// The unit is durable now, or nothing of it is stored.
    void committed(bool stored);

    /// After `fetch`, as in Room; and the unit.
    void fetch_match() const {
        server::fetch(unit_.data(), unit_.size() * sizeof(PendingCommand));
        room_.fetch_match();
    }
    /// And then who is to be answered; and as MatchRun::fetch_texts.
    void fetch_rest() const;

private:
    /// Something that the room does, and who is to be answered.
    struct Command {
        struct Message {
            RoomMessage content;
            TimePoint read_at;
        };
        std::variant<OwnCommand, Message> what;
        /// Looks on: it has no effects, and must not see what is not durable.
        bool only_reads = false;
        /// Null where the room's own.
        ClientSessionPtr from;
        MessageId id;
        /// One of those in `waiting_`.
        bool counted = false;
    };
    /// Of the unit.
    enum class Commit : std::uint8_t {
        none,
        /// What changes something before the turn ends belongs to the unit too.
        due,
        /// Nothing else happens here.
        under_way,
    };
    /// What the room does by itself and could not be stored.
    struct Retry {
        std::vector<Command> commands;
        std::unique_ptr<Timer> timer;
    };

    /// Whether what changes something need not wait.
    bool is_idle() const { return !working_ && commit_ != Commit::under_way && mailbox_.empty(); }
    bool waits_for_commit(Command const& command) const;
    void take(Command&& command);
    void work();
    void finish();
    void carry_out_waiting();
    bool has_changes() const;
    void carry_out(Command& command);
    Effects effects_of(Command const& command);
    void let_out();
    void let_out(PendingCommand& carried);
    void write_update(PendingCommand& carried);
    void note_changes(PendingCommands const& unit);
    void take_back();
    void refuse_unstored();
    void refuse(PendingCommands&& unit, std::string_view why);
    void retry(Command command);
    static void answer_unavailable(ClientSessionPtr const& from, MessageId id, std::string_view why);
    void ask_bot(BotTask task);
    void arm_timer();
    void note_company();
    void leave(Changes changes, bool asleep);

    /// What may wait in the mailbox of clients' messages.
    static constexpr int mailbox_capacity = 1000;

    std::string const code_;
    Executor& executor_;
    BotPool& bots_;
    CommitQueue* const commits_;
    Home& home_;
    Room room_;
    GameMetrics& counts_;
    CountedRoom counted_;
    int listed_changes_ = 0;
    std::atomic<int> waiting_ = 0;
    std::atomic<bool> had_match_ = false;
    /// Commands are being carried out or answered: what comes now waits its turn.
    bool working_ = false;
    bool gone_ = false;
    Commit commit_ = Commit::none;

    std::list<Command> mailbox_;
    /// What was carried out and is not let out yet.
    PendingCommands unit_;

    std::optional<TimePoint> armed_for_;
    std::unique_ptr<Timer> timer_;
    std::unique_ptr<Retry> retry_;
    std::optional<TimePoint> without_company_since_;
};

} // namespace tefuda::server
