// The documents that a GET is answered with, except the web client's files.
#pragma once

#include "server/desk/match_api.hpp"
#include "server/metrics/metrics.hpp"
#include "server/net/service.hpp"
#include "server/operate/readiness.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/session/address_rate.hpp"
#include "server/store/store_reader.hpp"

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
    /// \param hide_gone as MatchApi::HideGone
    HttpApi(RoomRegistry& rooms, StoreReader* store, Executor& executor, AddressRate& guesses, Rate requests_an_address,
            BotPool& bots, ServerName name, Readiness const& readiness, MatchApi::HideGone hide_gone = {});

    using Reply = std::function<void(HttpReply)>;

    /// As Service::get.
    void get(std::string_view target, std::string const& address, Reply reply);

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
    Readiness const& readiness_;
    ServerName const name_;
    std::string const games_;
    std::string const async_api_;
};

} // namespace tefuda::server
