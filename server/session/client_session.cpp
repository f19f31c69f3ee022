#include "server/session/client_session.hpp"

#include "protocol/client_message.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/room/rejections.hpp"
#include "server/runtime/clock.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

namespace {

/// For how much advice a client may wait at once.
constexpr int max_advice = 4;

bool is_ping(Decoded const& decoded) {
    auto const* message = std::get_if<ClientMessage>(&decoded.message);
    return message && std::holds_alternative<Ping>(*message);
}

SeatOwner seat_owner_of(std::shared_ptr<Identity const> const& who) {
    return who ? std::make_shared<SeatPlayer const>(SeatPlayer{who->player.id, who->player.kind}) : nullptr;
}

} // namespace

ClientSession::ClientSession(std::shared_ptr<ClientConnection> connection, Shared const& shared)
    : link_(std::move(connection), *this), limits_(shared.limits, shared.quota, link_.address()),
      router_(link_, limits_, shared), shared_(shared), connected_at_(link_.executor().now()),
      player_(seat_owner_of(link_.connection().identity())) {}

// Called by the connection.

void ClientSession::received(std::string_view text, TimePoint read_at) {
    auto message = decode_message(text);
    if (!limits_.take(read_at)) {
        auto refusal = limits_.refuse(read_at);
        if (!refusal) return link_.connection().close(close_code::policy_violation, "too many messages");
        message.message = std::move(*refusal);
    }
    if (is_ping(message)) return send(codec::to_json(Pong{std::move(message.id)}));
    router_.receive(std::move(message), text, read_at);
}

/// Nothing answers them but the transport: one too many is only counted.
void ClientSession::control_frames(int count, TimePoint read_at) {
    if (!limits_.take_control_frames(count, read_at))
        link_.connection().close(close_code::policy_violation, "too many messages");
}

// Called by rooms.

void ClientSession::answered(std::size_t bytes) {
    link_.dispatch([this, bytes] { router_.answered(bytes); });
}

void ClientSession::hand_back(MessageId id, ClientMessage message, TimePoint read_at, std::size_t bytes) {
    link_.dispatch([this, id = std::move(id), message = std::move(message), read_at, bytes]() mutable {
        router_.hand_back(std::move(id), std::move(message), read_at, bytes);
    });
}

void ClientSession::close_as_failed() {
    link_.dispatch([this] {
        link_.connection().close(close_code::internal_error, "a room has failed: connect again and resume");
    });
}

void ClientSession::set_takes_part(std::string const& room, bool takes_part) {
    link_.dispatch([this, room, takes_part] { router_.set_takes_part(room, takes_part); });
}

void ClientSession::note_wrong_token() {
    link_.dispatch([this] { router_.note_wrong_token(); });
}

std::optional<Rejection> ClientSession::muted() const {
    auto const met = shared_.sanctions.find(SanctionKind::mute, player_ ? std::optional(player_->id) : std::nullopt,
                                            link_.address());
    if (!met) return std::nullopt;
    return Rejection{.code = ErrorCode::muted, .message = met->because, .until = met->until};
}

bool ClientSession::has_blocked(std::string const& id) const {
    auto const& who = link_.connection().identity();
    return who && who->blocked && who->blocked->has(id);
}

std::optional<Rejection> ClientSession::take_report() {
    auto const wait = shared_.quota.take(Daily::reports, link_.address(), 1, steady_now());
    if (!wait) return std::nullopt;
    return Rejection{ErrorCode::rate_limited, "Your address has made too many reports today.",
                     static_cast<int>(wait->count())};
}

void ClientSession::file_report(MessageId id, FiledReport report) {
    auto answer = [client = link_.client(), id](bool stored) {
        if (!stored) return client->send(error_reply(id, unavailable(can_not_store)));
        if (id) client->send(codec::to_json(Ok{id, {}}));
    };
    shared_.file_report ? shared_.file_report(link_.address(), report, std::move(answer)) : answer(false);
}

void ClientSession::close_as_banned(std::string const& because) {
    constexpr std::size_t longest = 120;
    auto end = std::min(longest, because.size());
    // Between two characters.
    while (end < because.size() && (static_cast<unsigned char>(because[end]) & 0xC0) == 0x80) --end;
    link_.dispatch(
        [this, reason = because.substr(0, end)] { link_.connection().close(close_code::policy_violation, reason); });
}

bool ClientSession::begin_advice() {
    if (++advice_ <= max_advice) return true;
    --advice_;
    return false;
}

} // namespace tefuda::server
