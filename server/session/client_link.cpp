#include "server/session/client_link.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/room/rejections.hpp"
#include "server/runtime/answer_once.hpp"
#include "server/runtime/clock.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <algorithm>

namespace tefuda::server {

namespace {

/// For how much advice a client may wait at once.
constexpr int max_advice = 4;

SeatOwner seat_owner_of(std::shared_ptr<Identity const> const& who) {
    return who ? std::make_shared<SeatPlayer const>(SeatPlayer{who->player.id, who->player.kind}) : nullptr;
}

} // namespace

ClientLink::ClientLink(std::shared_ptr<ClientConnection> connection, Shared const& shared)
    : connection_(std::move(connection)), executor_(connection_->executor()), shared_(shared),
      connected_at_(executor_.now()), player_(seat_owner_of(connection_->identity())) {}

void ClientLink::send(std::string_view text) {
    if (executor_.here()) return write(text);
    try {
        dispatch([this, text = std::string(text)] { write(text); });
    } catch (std::exception const&) {
        // There is no memory for the copy.
        dispatch([this] { fail(); });
    }
}

void ClientLink::write(std::string_view text) {
    try {
        connection_->send(text);
    } catch (std::exception const& problem) {
        log_failure("A message could not be sent", problem);
        fail();
    }
}

void ClientLink::fail() noexcept {
    failed_ = true;
    connection_->abort();
    failed();
}

void ClientLink::fail_later(std::exception const& problem) {
    log_failure("A client can't be reached", problem);
    until_there_is_memory([this] { executor_.post([self = shared_from_this(), this] { fail(); }); });
}

void ClientLink::close_as_failed() {
    dispatch([this] { connection_->close(close_code::internal_error, "a room has failed: connect again and resume"); });
}

void ClientLink::close_as_banned(std::string const& because) {
    constexpr std::size_t longest = 120;
    auto end = std::min(longest, because.size());
    // Between two characters.
    while (end < because.size() && (static_cast<unsigned char>(because[end]) & 0xC0) == 0x80) --end;
    dispatch([this, reason = because.substr(0, end)] { connection_->close(close_code::policy_violation, reason); });
}

OrRejection<> ClientLink::may_chat() const {
    auto const met =
        shared_.sanctions.find(SanctionKind::mute, player_ ? std::optional(player_->id) : std::nullopt, address());
    if (!met) return {};
    return Rejection{.code = ErrorCode::muted, .message = met->because, .until = met->until};
}

bool ClientLink::has_blocked(std::string const& id) const {
    auto const& who = connection_->identity();
    return who && who->blocked && who->blocked->contains(id);
}

OrRejection<> ClientLink::take_report() {
    auto const wait = shared_.quota.take(Daily::reports, address(), 1, steady_now());
    if (!wait) return {};
    return Rejection{ErrorCode::rate_limited, "Your address has made too many reports today.",
                     static_cast<int>(wait->count())};
}

void ClientLink::file_report(MessageId id, FiledReport report) {
    auto answer = [this, self = shared_from_this(), id](bool stored) {
        guarded([&] {
            if (!stored) return send(error_reply(id, unavailable(can_not_store)));
            if (id) send(codec::to_json(Ok{id, {}}));
        });
    };
    auto const once = std::make_shared<AnswerOnce<bool>>(executor_, std::move(answer), false);
    if (shared_.file_report) shared_.file_report(address(), report, [once](bool stored) { once->answer(stored); });
}

bool ClientLink::begin_advice() {
    if (++advice_ <= max_advice) return true;
    --advice_;
    return false;
}

} // namespace tefuda::server
