// The documents that a GET is answered with, except the web client's files.
#pragma once

#include "server/metrics/metrics.hpp"
#include "server/net/service.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/session/address_rate.hpp"
#include "server/session/match_api.hpp"
#include "server/store/store_reader.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Thread-safe.
class HttpApi {
public:
    /// \param store null where no journal is kept
    /// \param executor where documents of stored rooms are made
    /// \param bots make the analyses of matches
    /// \param can_store false where the journal can store nothing: then the server is not ready
    /// \param hide_gone as MatchApi::HideGone
    HttpApi(
        RoomRegistry& rooms, StoreReader* store, Executor& executor, AddressRate& guesses, Rate requests_an_address,
        BotPool& bots, ServerName name, std::function<bool()> can_store = [] { return true; },
        MatchApi::HideGone hide_gone = {});

    using Reply = std::function<void(HttpReply)>;

    /// As Service::get.
    void get(std::string_view target, std::string const& address, Reply reply);

    enum class Readiness { starting, ready, no_database, stopping };

    /// What `/readyz` answers. While the server starts there are no other documents than its health and its metrics.
    Readiness readiness() const { return readiness_; }
    void set(Readiness readiness) { readiness_ = readiness; }
    /// As RoomRegistry::set_draining: it is not ready meanwhile.
    void set_draining(bool draining) { is_draining_ = draining; }
    /// Changes it where it is `from`.
    void change(Readiness from, Readiness to) { readiness_.compare_exchange_strong(from, to); }

private:
    HttpReply ready_reply() const;
    HttpReply metrics_reply() const;
    void get_room(std::string_view rest, std::string_view query, std::string const& address, Reply reply);
    void get_page(std::string_view path, std::string const& address, Reply const& reply);

    /// Makes the reply from a room's summary.
    using ReplyWith = std::function<HttpReply(RoomSummary const& summary)>;
    void get_summary(RoomActor& room, ReplyWith const& reply_with, Reply const& reply) const;
    void get_stored_summary(std::string const& code, std::string const& address, ReplyWith const& reply_with,
                            Reply const& reply);

    /// A board of the day that is not open is its player's alone.
    HttpReply unless_hidden(RoomState const& state, HttpReply shown) const;

    RoomRegistry& rooms_;
    FinishedMatches const finished_;
    MatchApi matches_;
    StoreReader* const store_;
    Executor& executor_;
    AddressRate& guesses_;
    AddressRate requests_;
    std::function<bool()> const can_store_;
    std::atomic<Readiness> readiness_ = Readiness::starting;
    std::atomic<bool> is_draining_ = false;
    ServerName const name_;
    std::string const games_;
    std::string const async_api_;
};

} // namespace tefuda::server
