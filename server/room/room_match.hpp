// The match that is on in a room, or was its last.
#pragma once

#include "server/bots/bot.hpp"
#include "server/match/match_actions.hpp"
#include "server/match/match_run.hpp"
#include "server/room/match_clock.hpp"
#include "server/room/room_state.hpp"
#include "server/room/timed_moves.hpp"
#include "server/store/change.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace tefuda::server {

/// A match with its record, its clocks, and what the built-in bots were asked.
class RoomMatch {
public:
    /// Begins the match, and plays the record's actions again where it has some.
    /// \param banks what the clocks have left, in ms for each seat; empty: all that the setting gives
    /// \throws UnplayableMatch where the actions can't be played again
    RoomMatch(MatchRecord record, std::optional<ClockSetting> const& clock, std::vector<std::int64_t> const& banks,
              TimePoint now);

    MatchRecord const& record() const { return record_; }
    MatchRun const& run() const { return run_; }

    /// As RecentPast::from.
    RecentPast::Again again_from(std::int64_t seq) const { return past_.from(seq, record_); }

    /// Carries out an action, or refuses it and changes nothing. The decision number is the caller's to check.
    /// \param action a JSON object, or its text
    /// \param by_bot a built-in bot acts in place of the seat's player
    std::variant<ActionTaken, Illegal> act(Seat seat, codec::JsonValue action, TimePoint now);
    std::variant<ActionTaken, Illegal> act(Seat seat, std::string_view action, TimePoint now, bool by_bot);

    /// What the clocks have left, in ms for each seat; empty without clocks.
    std::vector<std::int64_t> banks() const;
    /// The same, less what the running decisions have taken by now.
    std::vector<std::int64_t> banks_left(TimePoint now) const;
    /// When it is time to store `banks_left`: while a seat uses its bank after 1, 2, 4 … s, at last each minute or
    /// hundredth of what a bank is at first; nothing while none does.
    std::optional<TimePoint> next_bank_save(RoomState const& state) const;
    void mark_banks_stored(TimePoint now) { banks_noted_ = now; }
    /// The next moment when a seat's time is up, of those that no bot decides for, when a timed move is due, or when a
    /// bot may be asked for somebody who has left.
    std::optional<TimePoint> deadline(RoomState const& state) const;
    /// Hands the decisions whose time is up to bots.
    void check_clock(TimePoint now);
    /// Whether time passes for the seats.
    bool has_running_clock() const { return clock_ && !clock_->is_stopped(); }
    /// Where the match has a clock.
    void stop_clock(TimePoint now) {
        if (clock_) clock_->stop(now);
    }
    void restart_clock(TimePoint now) {
        if (clock_) clock_->go_on(now);
    }
    /// A timed move whose time has come; nothing if there is none. It stays due until it is carried out or refused.
    std::optional<TimedMove> due_move(RoomState const& state, TimePoint now) const;
    void refuse_timed(TimedMove const& move) { timed_.remove(move); }
    TimedMoves::Sent sent(Seat seat, std::string_view action) const { return timed_.sent(seat, action); }

    /// The decisions that bots have to make by now and were not asked for yet. At a board of the day one at a time, in
    /// the order of the seats, so that equal actions lead to equal answers: the next once that is answered.
    std::vector<BotTask> new_bot_tasks(RoomState const& state, TimePoint now);
    /// The seat's decision, to be made at random because the bot's answer could not be used; other random numbers each
    /// time. \pre the game waits for the seat
    BotTask random_task(Seat seat);
    /// The seat's decision, as the `hard` bot gets it. \pre the seat may act
    BotTask advice_task(Seat seat) const;
    /// At a board: what a bot was asked and has not answered; null: nothing.
    std::shared_ptr<BotTask const> const& awaited() const { return awaited_; }
    /// A bot has answered what it was asked.
    void bot_answered(Seat seat, std::int64_t decision) {
        if (awaited_ && awaited_->seat == seat && awaited_->decision == decision) awaited_.reset();
    }
    /// A bot has given this decision up: it is asked again.
    void forget_bot_task(Seat seat);
    /// Whether a built-in bot makes the seat's decision.
    bool bot_decides(RoomState const& state, Seat seat) const;
    /// From when on it may. \pre `bot_decides`
    static TimePoint bot_from(RoomState const& state, Seat seat);

    /// Appends the newest update as the observer gets it.
    void append_update(codec::JsonText& out, Observer observer, MatchRun::Form form, TimePoint now) const;
    /// Frees the memory of the newest update's events.
    void forget_events() { run_.forget_events(); }

private:
    ActionTaken record_action(Seat seat, std::string action, TimePoint now, bool by_bot);
    template <class BankOf>
    std::vector<std::int64_t> banks_by(BankOf const& bank_of) const;
    void run_clock(TimePoint now);
    void update_timed(TimePoint now);
    /// From when on the room sends the timed move as things are; nothing where it does not.
    std::optional<TimePoint> applies(RoomState const& state, TimedMove const& move) const;
    /// What the seat's bot is to be asked next; nothing where it has nothing to do, or was asked.
    std::optional<AskedDecision> to_ask(RoomState const& state, Seat seat) const;
    void mark_asked_before(Seat actor);
    BotTask in_turn(BotTask task);
    bool is_board() const { return record_.setup.board.has_value(); }

    MatchRecord record_;
    MatchRun run_;
    RecentPast past_;
    TimePoint began_;
    std::optional<MatchClock> clock_;
    TimedMoves timed_;
    /// When what the banks have left was stored last, besides with each action.
    TimePoint banks_noted_{};
    /// For each seat the decision that its clock handed over to a bot; empty without clocks.
    RareSeatList<std::optional<std::int64_t>> timed_out_;
    /// For each seat what its bot was asked last; empty while no bot was asked.
    RareSeatList<std::optional<AskedDecision>> asked_;
    std::shared_ptr<BotTask const> awaited_;
    /// How many answers of bots could not be used.
    int useless_answers_ = 0;
};

/// The newest match, on or over, and those before it. Goes back to the beginning of a transaction by playing the match
/// again: an action costs no copy.
class RoomMatches {
public:
    /// Nothing where there was no match yet.
    std::optional<RoomMatch> const& newest() const { return newest_; }
    /// \pre there is one
    RoomMatch& change() { return *newest_; }

    /// A match that begins, or one that was stored.
    void begin(MatchRecord record, std::optional<ClockSetting> const& clock, std::vector<std::int64_t> const& banks,
               TimePoint now);
    /// The record of one that is over and in memory; else null.
    MatchRecord const* finished(int number) const;

    void begin_transaction();
    /// \param forget_earlier the store has the finished ones
    void commit(bool forget_earlier);
    void roll_back(std::optional<ClockSetting> const& clock, TimePoint now);

private:
    void count();

    std::optional<RoomMatch> newest_;
    std::vector<MatchRecord> earlier_;
    MatchBytes bytes_;
    // At the beginning of the transaction: the newest match, 0 for none, with its actions and banks.
    int number_ = 0;
    std::size_t actions_ = 0;
    std::vector<std::int64_t> banks_;
};

} // namespace tefuda::server
