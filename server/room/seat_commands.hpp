// Who comes to a room's seats and who leaves them.
#pragma once

#include "server/room/match_commands.hpp"
#include "server/room/room_data.hpp"

namespace tefuda::server {

/// Refers to a room, which must outlive it.
class SeatCommands {
public:
    explicit SeatCommands(RoomData& room) : room_(room), matches_(room) {}

    // Messages: each answers by itself, or is refused and has changed nothing.
    OrRejection<> on(CommandContext& command, Join const& message);
    OrRejection<> on(CommandContext& command, Resume const& message);
    OrRejection<> on(CommandContext& command, Leave const& message);
    OrRejection<> on(CommandContext& command, Move const& message);
    OrRejection<> on(CommandContext& command, Fill const& message);
    OrRejection<> on(CommandContext& command, Kick const& message);
    /// Whoever sits there is sent away. \param command from nobody where the operator does it
    OrRejection<> kick(CommandContext& command, codec::WholeNumber const& seat);

    /// As Room::remove_player.
    void remove_player(CommandContext& command, std::string const& id);

private:
    OrRejection<> join_as_spectator(CommandContext& command, Join const& message);
    void take_seat(CommandContext& command, Seat seat, Join const& message);
    /// The name, with a number where somebody in the room has one that looks the same.
    std::string name_in_room(std::string const& name);
    void give_up(CommandContext& command, Seat seat);
    static void give_up_board(RoomContents& contents, Seat seat, TimePoint now);
    /// Tells a connection, if there is one, that its seat is no longer its own.
    void replace(CommandContext& command, ParticipantPtr const& client) const;
    /// Whether not only the host may kick the seat.
    bool may_all_kick(Seat seat, TimePoint now) const;
    /// Whether the client may take part in one room more.
    OrRejection<> check_rooms_limit(CommandContext const& command) const;
    /// To a client that has just come: what was said before, and who has asked for a rematch.
    void send_missed_extras(CommandContext& command) const;

    RoomData& room_;
    MatchCommands matches_;
};

} // namespace tefuda::server
