// A client's WebSocket, between its connection and its rooms.
#pragma once

#include "protocol/client_message.hpp"
#include "server/session/client_link.hpp"
#include "server/session/inbox.hpp"
#include "server/session/message_limits.hpp"
#include "server/session/room_finder.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Decodes messages, holds them against the client's rates, and handles them in the order in which they came. Those to
/// rooms are passed on at once (each room answers its own in order); a message that the server answers itself (`list`,
/// `create`, any that is refused) waits in the inbox until the rooms have answered the messages before it. A `ping`
/// waits for nothing.
///
/// Lives on its connection's executor; the functions of Participant may be called from any thread. To be made by
/// std::make_shared.
///
/// Ownership: a connection owns its session until it is closed; rooms own the sessions that take part in them; a
/// session owns its connection and no rooms.
class ClientSession final : public MessageHandler, public ClientLink {
public:
    using TimePoint = MessageHandler::TimePoint;

    ClientSession(std::shared_ptr<ClientConnection> connection, Shared const& shared);

    void received(std::string_view text, TimePoint read_at) override;
    bool is_full() const override { return inbox_.is_full(); }
    void control_frames(int count, TimePoint read_at) override;
    /// What the client said before is carried out, then it leaves its rooms.
    void closed() override;

    void answered(std::size_t bytes) override;
    void hand_back(MessageId id, ClientMessage message, TimePoint read_at, std::size_t bytes) override;
    void set_takes_part(std::string const& room, bool takes_part) override;
    void count_wrong_token() override;
    bool may_join_another_room() const override { return finder_.places() < shared().limits.seats_a_connection; }

private:
    /// Whom an answer is for.
    struct Sender {
        MessageId id;
        TimePoint read_at;
        std::size_t bytes;
    };
    using RoomPtr = std::shared_ptr<RoomActor>;

    template <class Work>
    void in_turn(Work const& work);
    void handle_waiting();
    void handle(Decoded&& decoded, Inbox::Message const& message);
    void route(Sender const& sender, ClientMessage& message, bool is_charged);
    void answer(Sender const& sender, ClientMessage const& message);
    void create_room(Sender const& sender, Create const& message);
    void create_from(Sender const& sender, Create const& message, RoomRegistry::Maker const& maker,
                     RoomRegistry::OnCreated const& done);
    void wake_room(Sender const& sender, RoomMessage&& message, std::optional<Rejection> refused);
    void pass_on(RoomPtr const& room, Sender const& sender, RoomMessage&& message);
    SeatOwner host_to_ask(RoomActor const& room, RoomMessage const& message) const;
    void deliver(RoomActor& room, Sender const& sender, RoomMessage&& message);
    void block(Sender const& sender, std::string const& player, bool blocks);
    void refuse(Sender const& sender, Rejection rejection);
    void leave_rooms();
    void failed() noexcept override {
        if (closed_) leave_rooms();
    }
    template <class Step>
    void attempt(Sender const& sender, Step const& step);
    template <class Answer, class Ask, class Then>
    void hold_until(Sender const& sender, Answer otherwise, Ask const& ask, Then then);

    MessageLimits limits_;
    RoomFinder finder_;
    Inbox inbox_;
    /// A message is being handled: an answer that it causes at once handles no other.
    bool handling_ = false;
    bool closed_ = false;
};

} // namespace tefuda::server
