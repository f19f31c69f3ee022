// A client's WebSocket, between its connection and its rooms.
#pragma once

#include "server/net/service.hpp"
#include "server/room/participant.hpp"
#include "server/session/client_link.hpp"
#include "server/session/message_limits.hpp"
#include "server/session/message_router.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Decodes messages, holds them against the client's rates, and answers a `ping`, which waits for nothing; all others
/// are for the router.
///
/// Lives on its connection's executor; the functions of Participant may be called from any thread. To be made by
/// std::make_shared.
///
/// Ownership: a connection owns its session until it is closed; rooms own the sessions that take part in them; a
/// session owns its connection and no rooms.
class ClientSession final : public MessageHandler, public Participant {
public:
    using Shared = MessageRouter::Shared;

    ClientSession(std::shared_ptr<ClientConnection> connection, Shared const& shared);

    void received(std::string_view text, TimePoint read_at) override;
    bool is_full() const override { return router_.is_full(); }
    void control_frames(int count, TimePoint read_at) override;
    void closed() override { router_.close(); }

    void send(std::string_view text) override { link_.send(text); }
    void answered(std::size_t bytes) override;
    void hand_back(MessageId id, ClientMessage message, TimePoint read_at, std::size_t bytes) override;
    void close_as_failed() override;
    void set_takes_part(std::string const& room, bool takes_part) override;
    void note_wrong_token() override;
    bool may_join_another_room() const override { return router_.may_join_another_room(); }
    std::string const& address() const override { return link_.address(); }
    TimePoint connected_at() const override { return connected_at_; }
    SeatOwner player() const override { return player_; }
    std::optional<Rejection> muted() const override;
    bool has_blocked(std::string const& id) const override;
    std::optional<Rejection> take_report() override;
    void file_report(MessageId id, FiledReport report) override;
    /// The operator has banned the client. \param because at most 120 bytes of it are told
    void close_as_banned(std::string const& because);
    bool begin_advice() override;
    void end_advice() override { --advice_; }

private:
    ClientLink link_;
    MessageLimits limits_;
    MessageRouter router_;
    Shared const& shared_;
    TimePoint const connected_at_;
    SeatOwner const player_;
    /// How often the client waits for advice.
    std::atomic<int> advice_ = 0;
};

} // namespace tefuda::server
