// A client's WebSocket: decodes its messages, applies its limits, and passes them on to rooms.
#pragma once

#include "protocol/client_message.hpp"
#include "server/metrics/metrics.hpp"
#include "server/net/service.hpp"
#include "server/room/participant.hpp"
#include "server/room/room_registry.hpp"
#include "server/session/address_rate.hpp"
#include "server/session/day_allowance.hpp"
#include "server/session/limits.hpp"
#include "server/session/message_rate.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <atomic>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// Lives on its connection's executor; the functions of Participant may be called from any thread.
///
/// Messages are handled in the order in which they came. Messages to rooms are passed on at once (each room answers its
/// own in order); a message that the server answers itself (`ping`, `list`, `create`, any that is refused) waits until
/// the rooms have answered the messages before it.
///
/// Ownership: a connection owns its session until it is closed; rooms own the sessions that take part in them; a
/// session owns its connection and no rooms.
class ClientSession final : public MessageHandler,
                            public Participant,
                            public std::enable_shared_from_this<ClientSession> {
public:
    /// What all sessions share; outlives them.
    struct Shared {
        Limits const limits;
        RoomRegistry& rooms;
        AddressRate& guesses;
        DayQuota& quota;
    };

    ClientSession(std::shared_ptr<ClientConnection> connection, Shared const& shared);

    void received(std::string_view text, TimePoint read_at) override;
    void control_frames(int count, TimePoint read_at) override;
    void closed() override;

    void send(std::string_view text) override;
    void answered() override;
    void hand_back(MessageId id, ClientMessage message, TimePoint read_at) override;
    void close_as_failed() override;
    void set_takes_part(std::string const& room, bool takes_part) override;
    void note_wrong_token() override;
    bool may_join_another_room() const override;
    std::string const& address() const override { return connection_->address(); }
    bool begin_advice() override;
    void end_advice() override { --advice_; }

    /// How many rooms the session remembers. On the connection's executor.
    std::size_t known_rooms() const { return places_.size(); }

private:
    struct Received {
        Decoded decoded;
        TimePoint read_at;
        std::size_t bytes = 0;
    };

    struct Place {
        std::weak_ptr<RoomActor> room;
        bool takes_part = false;
    };

    /// Whom an answer is for: the message's id, and when it was read.
    struct Sender {
        MessageId id;
        TimePoint read_at;
    };

    void write(std::string_view text);
    bool take_allowance(Received& message);
    void close_for_abuse();
    bool may_handle(Received const& message) const;
    void handle(Received&& message);
    void handle_waiting();
    void route(Received& message);
    void answer(Sender const& sender, ClientMessage const& message);
    void create_room(Sender const& sender, Create const& message);
    void deliver(std::shared_ptr<RoomActor> const& room, Sender const& sender, RoomMessage&& message);
    std::shared_ptr<RoomActor> known_room(std::string const& code) const;
    void remember_room(std::string const& code, std::shared_ptr<RoomActor> const& room);
    bool is_for(std::string const& code) const;
    void wake_room(std::string const& code, Received&& message);
    void refuse(Sender const& sender, Rejection rejection);
    void refuse_guess(Sender const& sender);
    Rejection rate_limited(Limit limit, std::chrono::milliseconds wait) const;
    std::optional<std::chrono::milliseconds> wait_for_guess(TimePoint now);
    std::optional<Rejection> spend(Received const& message);
    void leave_rooms();
    int rooms_made();
    /// Runs it on the connection's executor, at once where the caller is there.
    template <class Run>
    void dispatch(Run run);

    std::shared_ptr<ClientConnection> const connection_;
    Executor& executor_;
    Shared const& shared_;

    MessageRate messages_;
    MessageRate chat_;
    TokenBucket guesses_;

    boost::unordered_flat_map<std::string, Place> places_;
    std::vector<std::weak_ptr<RoomActor>> made_;
    std::atomic<int> parts_ = 0;
    /// How often the client waits for advice.
    std::atomic<int> advice_ = 0;
    DayAllowance actions_today_;
    DayAllowance bytes_today_;

    /// Messages that wait for the answers to earlier ones.
    std::list<Received> waiting_;
    /// How many messages rooms have not answered yet.
    int unanswered_ = 0;
    /// A room is being made or woken: every message waits.
    bool paused_ = false;
    /// A message is being handled: an answer that it causes at once handles no other.
    bool handling_ = false;
    bool closed_ = false;
};

} // namespace tefuda::server
