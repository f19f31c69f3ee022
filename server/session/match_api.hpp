// The documents of a room's matches: replays, updates and analyses.
#pragma once

#include "server/journal/store_reader.hpp"
#include "server/net/service.hpp"
#include "server/room/room_registry.hpp"
#include "server/session/address_rate.hpp"
#include "server/session/analyses.hpp"
#include "server/session/match_request.hpp"

#include <functional>
#include <string>

namespace tefuda::server {

/// Of matches that are over, of boards of the day once they are open; of any other it tells nobody more than that it is
/// being played. Thread-safe.
class MatchApi {
public:
    /// \param store null where no journal is kept
    /// \param executor where documents of stored matches are made
    /// \param guesses where a code that turns out right is discounted
    MatchApi(StoreReader* store, Executor& executor, AddressRate& guesses, BotPool& bots, OpenBoards const& open_boards)
        : analyses_(bots), store_(store), executor_(executor), guesses_(guesses), open_boards_(open_boards) {}

    using Reply = std::function<void(HttpReply)>;

    /// Who asks for what.
    struct Asked {
        std::string room;
        MatchRequest request;
        std::string address; ///< as ClientConnection::address
    };
    /// \param room in memory; or it may be in the store alone, and its code was counted as a guess
    void get(Asked const& asked, RoomRegistry::Found const& room, Reply const& reply);

private:
    HttpReply reply_of(MatchRecord const& record, Asked const& asked);
    void get_stored(Asked const& asked, bool is_guess, Reply const& reply);
    void refuse(Asked const& asked, bool is_guess, Reply const& reply);

    Analyses analyses_;
    StoreReader* const store_;
    Executor& executor_;
    AddressRate& guesses_;
    OpenBoards const& open_boards_;
};

} // namespace tefuda::server
