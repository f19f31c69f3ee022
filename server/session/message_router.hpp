// What becomes of a client's messages: those to rooms are passed on, others are answered here.
#pragma once

#include "server/rooms/room_registry.hpp"
#include "server/session/client_link.hpp"
#include "server/session/finished_matches.hpp"
#include "server/session/inbox.hpp"
#include "server/session/limits.hpp"
#include "server/session/message_limits.hpp"
#include "server/session/room_finder.hpp"
#include "server/session/sanctions.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace tefuda::server {

/// Handles messages in the order in which they came. Messages to rooms are passed on at once (each room answers its own
/// in order); a message that the server answers itself (`list`, `create`, any that is refused) waits in the inbox until
/// the rooms have answered the messages before it.
///
/// Part of a session; used on its connection's executor, but for `may_join_another_room`.
class MessageRouter {
public:
    using TimePoint = Inbox::TimePoint;

    /// What all sessions share. Outlives whatever they do; one that is only destroyed needs it no more.
    struct Shared {
        Limits const limits;
        RoomRegistry& rooms;
        AddressRate& guesses;
        DayQuota& quota;
        std::shared_ptr<InboxBudget> inboxes;
        Sanctions const& sanctions;
        /// From which new rooms may go on.
        FinishedMatches const& matches;
        /// Stores a report; tells once, on any thread, whether it could. Empty: nobody takes reports.
        std::function<void(std::string const& address, FiledReport const& report,
                           std::function<void(bool stored)> done)>
            file_report{};
        /// Has a player block another one, or no more; tells once, on any thread, why it can't. Empty: nobody can.
        std::function<void(std::shared_ptr<Identity const> const& who, std::string const& address,
                           std::string const& player, bool blocks,
                           std::function<void(std::optional<Rejection> refused)> done)>
            block{};
        /// Tells once, on any thread, whether a player has blocked another one; nothing: that can't be read. Empty:
        /// nobody is a player here.
        std::function<void(std::string const& player, std::string const& other, std::string const& address,
                           std::function<void(std::optional<bool> blocks)> done)>
            has_blocked{};
        /// Makes the room of a player's board of the day (RoomRegistry::create). Empty: nobody is a player here.
        std::function<void(Create const& message, RoomRegistry::Maker const& maker, SeatOwner const& who,
                           RoomRegistry::OnCreated done)>
            create_board{};
    };

    /// \param link, limits of the session
    MessageRouter(ClientLink& link, MessageLimits& limits, Shared const& shared)
        : link_(link), limits_(limits), shared_(shared),
          finder_(shared.rooms, shared.limits.guesses, shared.guesses, link.address()), inbox_(shared.inboxes) {}

    /// \param text the message as it came
    void receive(Decoded&& message, std::string_view text, TimePoint read_at);
    bool is_full() const { return inbox_.is_full(); }
    /// The last message has come: what the client said before is carried out, then it leaves its rooms.
    void close();

    // As Participant.
    void answered(std::size_t bytes);
    void hand_back(MessageId id, ClientMessage message, TimePoint read_at, std::size_t bytes);
    void set_takes_part(std::string const& room, bool takes_part);
    void note_wrong_token() { finder_.note_wrong_token(link_.executor().now()); }
    /// From any thread.
    bool may_join_another_room() const { return finder_.places() < shared_.limits.seats_a_connection; }

private:
    /// Whom an answer is for.
    struct Sender {
        MessageId id;
        TimePoint read_at;
        std::size_t bytes;
    };
    using RoomPtr = std::shared_ptr<RoomActor>;

    void handle_waiting();
    void handle(Decoded&& decoded, Inbox::Message const& message);
    void route(Sender const& sender, ClientMessage&& message, bool is_charged);
    void answer(Sender const& sender, ClientMessage const& message);
    void create_room(Sender const& sender, Create const& message);
    void create_from(Sender const& sender, Create const& message, RoomRegistry::Maker const& maker,
                     RoomRegistry::OnCreated const& done);
    void created(Sender const& sender, bool tries_match, std::variant<Created, Rejection> result);
    void wake_room(Sender const& sender, RoomMessage&& message, RoomFinder::Asleep asleep);
    void pass_on(RoomPtr const& room, Sender const& sender, RoomMessage&& message);
    SeatOwner host_to_ask(RoomActor const& room, RoomMessage const& message) const;
    void deliver(RoomActor& room, Sender const& sender, RoomMessage&& message);
    void block(Sender const& sender, std::string const& player, bool blocks);
    void refuse(Sender const& sender, Rejection rejection);
    void leave_rooms();
    template <class Step>
    void attempt(Sender const& sender, Step const& step);
    template <class Answer, class Ask, class Then>
    void hold_until(Sender const& sender, Ask const& ask, Then then);

    ClientLink& link_;
    MessageLimits& limits_;
    Shared const& shared_;
    RoomFinder finder_;
    Inbox inbox_;
    /// A message is being handled: an answer that it causes at once handles no other.
    bool handling_ = false;
    bool closed_ = false;
};

} // namespace tefuda::server
