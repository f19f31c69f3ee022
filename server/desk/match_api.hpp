// The documents of a room's matches: replays, updates and analyses.
#pragma once

#include "server/desk/analyses.hpp"
#include "server/desk/match_request.hpp"
#include "server/net/service.hpp"
#include "server/session/address_rate.hpp"
#include "server/session/finished_matches.hpp"

#include <functional>
#include <string>
#include <utility>

namespace tefuda::server {

/// Of matches that are over, of boards of the day once they are open; of any other it tells nobody more than that it is
/// being played. Thread-safe.
class MatchApi {
public:
    using Reply = std::function<void(HttpReply)>;
    /// Passes a replay on, without players that there are no more. \param address who asks
    using HideGone = std::function<void(HttpReply replay, std::string const& address, Reply const& reply)>;

    /// \param guesses where a code that turns out right is discounted
    /// \param hide_gone what every replay passes through; nothing: nobody goes
    MatchApi(FinishedMatches const& matches, AddressRate& guesses, BotPool& bots, OpenBoards const& open_boards,
             HideGone hide_gone)
        : analyses_(bots), matches_(matches), guesses_(guesses), open_boards_(open_boards),
          hide_gone_(std::move(hide_gone)) {}

    /// Who asks for what.
    struct Asked {
        std::string room;
        MatchRequest request;
        std::string address; ///< as ClientConnection::address
    };
    /// \param is_guess the code was counted as a guess, and may be wrong
    void get(Asked const& asked, bool is_guess, Reply const& reply);

private:
    HttpReply reply_of(MatchRecord const& record, Asked const& asked);

    Analyses analyses_;
    FinishedMatches const& matches_;
    AddressRate& guesses_;
    OpenBoards const& open_boards_;
    HideGone const hide_gone_;
};

} // namespace tefuda::server
