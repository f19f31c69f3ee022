// The documents of a room's matches: replays, updates and analyses.
#pragma once

#include "server/desk/analyses.hpp"
#include "server/people/people.hpp"
#include "server/session/address_rate.hpp"
#include "server/session/finished_matches.hpp"

#include <cstdint>

namespace tefuda::server {

/// 503. Logs the reason, which the client is not told.
HttpReply unreadable(std::string const& room, std::string const& reason);

/// Of matches that are over, of boards of the day once they are open; of any other it tells nobody more than that it is
/// being played. Thread-safe.
class MatchApi {
public:
    enum class What : std::uint8_t { replay, updates, analysis, par };

    /// \param guesses where a code that turns out right is discounted
    MatchApi(FinishedMatches const& matches, AddressRate& guesses, BotPool& bots, OpenBoards const& open_boards)
        : analyses_(bots), matches_(matches), guesses_(guesses), open_boards_(open_boards) {}

    /// Of the match that the path of the call names. \param is_guess the code was counted as a guess, and may be wrong
    void get(What what, bool is_guess, CallPtr const& call);

private:
    HttpReply reply_of(MatchRecord const& record, What what, Call const& call);

    Analyses analyses_;
    FinishedMatches const& matches_;
    AddressRate& guesses_;
    OpenBoards const& open_boards_;
};

} // namespace tefuda::server
