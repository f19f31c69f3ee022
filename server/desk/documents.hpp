// The documents that a GET is answered with, except the web client's files.
#pragma once

#include "protocol/evening.hpp"
#include "server/desk/match_api.hpp"
#include "server/desk/page_preview.hpp"
#include "server/metrics/metrics.hpp"
#include "server/operate/readiness.hpp"
#include "server/people/people.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/session/address_rate.hpp"
#include "server/store/store_reader.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Thread-safe.
class Documents {
public:
    /// \param finished must outlive this object, like the others
    /// \param store null where no journal is kept
    /// \param executor where documents of stored rooms are made
    /// \param guesses of rooms' codes: those that turn out right are discounted
    /// \param bots make the analyses of matches
    /// \param people as Parts::people
    Documents(RoomRegistry& rooms, FinishedMatches const& finished, StoreReader* store, Executor& executor,
              AddressRate& guesses, AddressRate& requests, BotPool& bots, ServerName name, Readiness const& readiness,
              std::unique_ptr<People> const& people);

    void health(CallPtr const& call);
    void ready(CallPtr const& call);
    void metrics(CallPtr const& call);
    void async_api(CallPtr const& call);
    void open_api(CallPtr const& call);
    void games(CallPtr const& call);
    void rules(CallPtr const& call);
    void rooms(CallPtr const& call);
    // Of one room: the caller has counted a guess.
    void room(CallPtr const& call);
    void evening(CallPtr const& call);
    void replay(CallPtr const& call) { match(MatchApi::What::replay, call); }
    void updates(CallPtr const& call) { match(MatchApi::What::updates, call); }
    void analysis(CallPtr const& call) { match(MatchApi::What::analysis, call); }
    void par(CallPtr const& call) { match(MatchApi::What::par, call); }
    // They count their guess themselves.
    void room_page(CallPtr const& call) { get_page(preview_of_room, call); }
    void replay_page(CallPtr const& call) { get_page(preview_of_replay, call); }
    // Of these everybody may know that they are there.
    void start_page(CallPtr const& call);
    void rules_page(CallPtr const& call);
    void board_page(CallPtr const& call);

private:
    /// Makes the reply from a room's summary.
    using ReplyWith = std::function<HttpReply(RoomSummary const& summary)>;
    using ShowPreview = PagePreview(RoomSummary const& summary, std::string_view language);

    void match(MatchApi::What what, CallPtr const& call);
    void show_evening(EveningSheet sheet, CallPtr const& call);
    void get_page(ShowPreview* preview, CallPtr const& call);
    boost::system::result<std::shared_ptr<RoomActor>, HttpReply> find(CallPtr const& call);
    void get_summary(RoomActor& room, ReplyWith const& reply_with, CallPtr const& call) const;
    void get_stored_summary(ReplyWith const& reply_with, CallPtr const& call);
    /// Reads a room that is in the store alone, without waking it; replies itself where there is none.
    void read_stored(CallPtr const& call, std::function<void(RoomState const& state)> then);
    void show_unless_hidden(RoomState const& state, HttpReply shown, CallPtr const& call) const;

    RoomRegistry& rooms_;
    MatchApi matches_;
    StoreReader* const store_;
    Executor& executor_;
    AddressRate& guesses_;
    AddressRate& requests_;
    Readiness const& readiness_;
    std::unique_ptr<People> const& people_;
    ServerName const name_;
    std::string const& games_;
    std::string const& async_api_;
    std::string const& open_api_;
    std::string const& open_api_of_nobody_;
};

} // namespace tefuda::server
