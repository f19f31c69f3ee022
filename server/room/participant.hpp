// A client as a room sees it.
#pragma once

#include "protocol/client_message.hpp"
#include "protocol/server_message.hpp"
#include "server/match/seat_owner.hpp"
#include "server/room/rejections.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// What somebody in a room tells the operator.
struct FiledReport {
    struct Person {
        Nullable<Seat> seat; ///< null for a spectator
        std::string name;
        Nullable<std::string> player;  ///< its id
        Nullable<std::string> address; ///< null where it is not connected
    };
    std::string room;
    std::string game;
    int match = 1; ///< that is on, else the next one
    Person by;
    Nullable<Person> of; ///< null where no seat was named
    std::string text;
    std::vector<ChatLine> chat;        ///< the last lines, the oldest first
    std::optional<std::string> call{}; ///< as in RoomInfo
};
BOOST_DESCRIBE_STRUCT(FiledReport::Person, (), (seat, name, player, address))
BOOST_DESCRIBE_STRUCT(FiledReport, (), (room, game, match, by, of, text, chat, call))

/// A connected client that writes to rooms, sits in them or watches. All functions may be called from any thread.
class Participant : public std::enable_shared_from_this<Participant> {
public:
    virtual ~Participant() = default;

    /// Sends a message, whole JSON text. Where that fails the client's connection is closed, and the caller goes on.
    virtual void send(std::string_view text) = 0;

    /// The room has answered one of the client's messages, or dropped it: called once for each message.
    /// \param bytes its length, as RoomActor::deliver was told
    virtual void answered(std::size_t bytes) = 0;

    /// The room was lost to another server before it carried out this message: it is to be routed again. Instead of
    /// `answered`.
    virtual void hand_back(MessageId id, ClientMessage message, std::chrono::steady_clock::time_point read_at,
                           std::size_t bytes) = 0;

    /// Closes the client's connection, because a room that it is in has failed here: it may connect again and resume.
    virtual void close_as_failed() = 0;

    /// Whether the client has a seat in this room or watches it.
    virtual void set_takes_part(std::string const& room, bool takes_part) = 0;

    /// The client tried a token that opens no seat.
    virtual void count_wrong_token() = 0;

    /// Whether the client's limit allows it to take part in one room more.
    virtual bool may_join_another_room() const = 0;

    /// The address that limits count by.
    virtual std::string const& address() const = 0;

    /// When its connection was opened.
    virtual std::chrono::steady_clock::time_point connected_at() const { return {}; }

    /// Who the client is; null: nobody.
    virtual SeatOwner player() const { return nullptr; }

    /// Whether the client may chat.
    virtual OrRejection<> may_chat() const { return {}; }

    /// Whether nothing that this player says is to reach the client. \param id of the player
    virtual bool has_blocked([[maybe_unused]] std::string const& id) const { return false; }

    /// Counts a report, or says why it may not be made.
    virtual OrRejection<> take_report() { return {}; }
    /// Has the report stored, then answers the message.
    virtual void file_report([[maybe_unused]] MessageId id, [[maybe_unused]] FiledReport report) {}

    /// Whether the client may wait for one advice more; then it does until `end_advice`.
    virtual bool begin_advice() = 0;
    virtual void end_advice() = 0;
};

using ParticipantPtr = std::shared_ptr<Participant>;

} // namespace tefuda::server
