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
    OrRejection<> on(CommandContext& command, Start const& message);
    OrRejection<> on(CommandContext& command, Rematch const& message);
    OrRejection<> on(CommandContext& command, Act const& message);

    /// As Room's functions.
    void bot_moved(CommandContext& command, Seat seat, std::int64_t decision, std::optional<std::string> const& action);
    void let_bots_act(CommandContext& command);
    void check_clock(CommandContext& command);
    /// Somebody has come: where the clock was stopped it goes on.
    void restart_clock(CommandContext& command);

    /// \returns whether a match was begun: every seat is taken and, after a match, everybody asked for the next
    bool begin_if_ready(CommandContext& command);
    /// Asks bots for the decisions that are theirs. Where only bots sit, they play only while somebody watches.
    void ask_bots(CommandContext& command);

private:
    bool is_person_here() const;
    void begin(CommandContext& command);
    void act_for_bot(CommandContext& command, Seat seat, std::int64_t decision, std::string const& action);
    MatchRecord new_record() const;
    void log_begin(CommandContext& command, MatchRecord const& record) const;
    /// The match has taken an action: it is to be stored and sent.
    void acted(CommandContext& command, Actor actor, ActionTaken taken);
    /// Everybody gets the newest update; then the match goes on or ends.
    void go_on(CommandContext& command);
    void end(CommandContext& command);
    void log_end(CommandContext& command) const;
    /// Has what the banks have left stored.
    void save_banks(CommandContext& command);

    RoomData& room_;
};

} // namespace tefuda::server
