// A match together with the numbers that the protocol counts (`seq`, `decision`) and the update for each observer.
#pragma once

#include "server/match/match_chance.hpp"
#include "server/match/match_record.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace tefuda::server {

/// A match that is played, or played again from its record. Deterministic: the same setup and actions give the same
/// updates, byte for byte. Not thread-safe.
class MatchRun {
public:
    /// Starts the match, or goes on from where it begins: its first update is then ready. Does not apply the record's
    /// own actions.
    /// \param chance_record if not null, gets the random outcomes (see MatchChance::record_to); must outlive this
    /// object
    /// \throws UnplayableMatch where the match can't go on from there
    explicit MatchRun(MatchRecord const& record, ChanceRecord* chance_record = nullptr);
    /// The match as it is now: both go on by themselves. \pre `other` records no outcomes
    MatchRun(MatchRun const& other);
    MatchRun(MatchRun&&) = default;
    MatchRun& operator=(MatchRun&&) = default;
    ~MatchRun() = default;

    /// Applies an action. The caller has checked the decision number.
    /// \param action a JSON object, or its text
    /// \returns why it was refused: then nothing has changed
    std::optional<Illegal> act(Seat seat, codec::JsonValue action);
    std::optional<Illegal> act(Seat seat, std::string_view action);

    /// The number of the newest update. 1 is the start of the match, or the moment from which it goes on.
    std::int64_t seq() const { return seq_; }
    bool over() const { return match_->over(); }
    Seats to_act() const { return match_->to_act(); }
    bool waits_for(Seat seat) const {
        auto const waiting = to_act();
        return std::ranges::find(waiting, seat) != waiting.end();
    }

    /// The seat's decision number; nothing if it may not act.
    std::optional<std::int64_t> decision(Seat seat) const {
        auto const& choices = choices_[seat];
        return choices.legal.empty() ? std::nullopt : std::optional(choices.decision);
    }
    /// The seat's templates, a JSON list; an empty text if it may not act.
    std::string const& legal(Seat seat) const { return choices_[seat].legal; }
    /// The highest decision number of each seat so far, whether or not it may act.
    SeatList<std::int64_t> decisions_reached() const;

    /// As Match::timed_moves.
    std::vector<TimedMove> timed_moves() const { return match_->timed_moves(); }

    std::string view(Observer observer) const;
    /// As Match::bot_view_of.
    std::shared_ptr<BotView const> bot_view_of(Seat seat) const { return match_->bot_view_of(seat); }

    /// The optional parts of an update.
    struct Form {
        bool view = true;
        /// Sends the current state only: without events.
        bool resync = false;
    };

    /// Appends the newest update for this observer, a complete message.
    /// \param deadline_ms if the match has a clock: its field `deadline_ms` (protocol/PROTOCOL.md)
    void append_update(codec::JsonText& out, Observer observer, Form form,
                       std::optional<std::int64_t> deadline_ms = std::nullopt) const;
    std::string update(Observer observer, Form form) const;
    /// Frees the last action's events. Until the next action only updates with `resync` may be appended.
    void forget_events() { match_->forget_events(); }

    /// Number of a test deal's shuffles that were used.
    int replaced_shuffles() const { return chance_.replaced(); }
    /// JSON text; `null` until the match is over.
    std::string result() const;

private:
    struct Choices {
        std::string legal;
        std::int64_t decision = 0;
        std::uint64_t key = 0; ///< Match::decision_key
    };

    void append_events(codec::JsonText& out, Observer observer) const;

    /// Updates the seats' templates. A seat gets a new decision number if it may act and its templates or its
    /// decision's key have changed, or if it has just acted.
    void update_choices(std::optional<Seat> actor);

    /// The path of the replay; empty until the match is over.
    std::string replay_path() const;

    // Members that every action uses come first, to share cache lines.
    std::unique_ptr<Match> match_;
    SeatList<Choices> choices_;
    std::int64_t seq_ = 1;
    std::string room_;
    int number_;
    MatchChance chance_;
    /// Where the match goes on from, until its first own action.
    std::shared_ptr<Continuation const> from_;
};

/// Keeps at most two earlier states of one match. Not thread-safe.
class RecentPast {
public:
    /// Actions from one state that is kept to the next.
    static constexpr std::size_t interval = 64;

    /// To be called after each action that the record has got.
    void note(MatchRun const& run, MatchRecord const& record);

    /// A match that is played again from an earlier state on.
    struct Again {
        MatchRun run;
        MatchActions::Iterator next; ///< the first action that the run has not taken
    };
    /// \returns the match before update `seq + 1`: for one of the newest 64 updates at most 128 actions are left to
    /// play, and never more than the match has
    Again from(std::int64_t seq, MatchRecord const& record) const;

private:
    struct State {
        MatchRun run;
        std::size_t bytes; ///< of the actions that it has taken
    };
    static constexpr std::size_t most = 2;

    /// The newest one last. On the heap: most matches in memory are too short to have any.
    std::vector<State> states_;
};

} // namespace tefuda::server
