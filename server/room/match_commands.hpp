// What runs a room's matches: they begin, take actions of clients, bots and clocks, and end.
#pragma once

#include "server/room/room_data.hpp"

#include <optional>
#include <string>

namespace tefuda::server {

/// Refers to a room, which must outlive it.
class MatchCommands {
public:
    explicit MatchCommands(RoomData& room) : room_(room) {}

    // Messages: each answers by itself, or is refused and has changed nothing.
    Refused on(Turn& turn, Start const& message);
    Refused on(Turn& turn, Rematch const& message);
    Refused on(Turn& turn, Act const& message);

    /// As Room's functions.
    void bot_moved(Turn& turn, Seat seat, std::int64_t decision, std::optional<std::string> const& action);
    void let_bots_act(Turn& turn);
    void check_clock(Turn& turn);
    /// Somebody has come: where the clock was stopped it goes on.
    void restart_clock(Turn& turn);

    /// \returns whether a match was begun: every seat is taken and, after a match, everybody asked for the next
    bool begin_if_ready(Turn& turn);
    /// Asks bots for the decisions that are theirs. Where only bots sit, they play only while somebody watches.
    void ask_bots(Turn& turn);

private:
    bool is_person_here() const;
    void begin(Turn& turn);
    void take_bots_action(Turn& turn, Seat seat, std::int64_t decision, std::string const& action);
    MatchRecord new_record() const;
    void note_begin(Turn& turn, MatchRecord const& record) const;
    /// The match has taken an action: it is to be stored and sent.
    void acted(Turn& turn, Actor actor, ActionTaken taken);
    /// Everybody gets the newest update; then the match goes on or ends.
    void go_on(Turn& turn);
    void end(Turn& turn);
    void note_end(Turn& turn) const;
    /// Has what the banks have left stored.
    void note_banks(Turn& turn);

    RoomData& room_;
};

} // namespace tefuda::server
