// A match with its numbers: what is counted on the wire (seq, decisions), and the update that each observer gets.
#pragma once

#include "server/match/match_chance.hpp"
#include "server/match/match_record.hpp"

#include <optional>

namespace tefuda::server {

/// A match being played, or played again: the same record gives the same updates, byte for byte.
class MatchRun {
public:
    /// Begins a match; its first update is there at once. The record's actions are not played.
    /// \param chance_record where to write the outcomes of chance, if anywhere (see MatchChance::record_to)
    explicit MatchRun(MatchRecord const& record, codec::JsonText* chance_record = nullptr);

    /// Carries out an action (the decision number is the caller's to check), or refuses it and changes nothing.
    /// \param action a JSON object, or its text
    std::optional<Illegal> act(Seat seat, codec::JsonValue action);
    std::optional<Illegal> act(Seat seat, std::string_view action);

    /// Has what the next action or its update needs come from memory, while the caller does something else.
    void fetch() const;
    /// And then the texts that are written into an update: this reads what `fetch` has had come.
    void fetch_texts() const;

    /// The number of the newest update; 1 is the deal.
    std::int64_t seq() const { return seq_; }
    bool over() const { return match_->over(); }
    Seats to_act() const { return match_->to_act(); }

    /// The seat's decision number; nothing while it may not act.
    std::optional<std::int64_t> decision(Seat seat) const {
        auto const& choices = choices_[seat];
        return choices.legal.empty() ? std::nullopt : std::optional(choices.decision);
    }
    /// The seat's templates, a JSON list; empty text while it may not act.
    std::string const& legal(Seat seat) const { return choices_[seat].legal; }
    /// The decision numbers that the seats have reached.
    SeatList<std::int64_t> decisions_reached() const;

    std::string view(Observer observer) const;
    /// As Match::bot_view_of.
    std::shared_ptr<BotView const> bot_view_of(Seat seat) const { return match_->bot_view_of(seat); }

    /// Which parts an update has.
    struct Form {
        bool view = true;
        /// Repeats no earlier update: without events.
        bool resync = false;
    };

    /// Appends the newest update as this observer gets it, a whole message.
    /// \param deadline_ms with a clock (protocol/PROTOCOL.md)
    void append_update(codec::JsonText& out, Observer observer, Form form,
                       std::optional<std::int64_t> deadline_ms = std::nullopt) const;
    std::string update(Observer observer, Form form) const;
    /// Until the next action every update is to be a resync: frees what the others need.
    void forget_events() { match_->forget_events(); }

    /// How many shuffles of a test deal were used.
    int replaced_shuffles() const { return chance_.replaced(); }
    /// JSON text; `null` until the match is over.
    std::string result() const;

private:
    struct Choices {
        std::string legal;
        std::int64_t decision = 0;
    };

    void renew_choices(std::optional<Seat> actor);

    /// Where the replay is found; empty until the match is over.
    std::string replay_path() const;

    // What each action needs stands together.
    std::unique_ptr<Match> match_;
    SeatList<Choices> choices_;
    std::int64_t seq_ = 1;
    std::string room_;
    int number_;
    MatchChance chance_;
};

} // namespace tefuda::server
