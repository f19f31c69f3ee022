// Who one is: players are made, named and deleted here, and get their secrets and codes.
#pragma once

#include "server/people/call.hpp"
#include "server/people/known_connections.hpp"
#include "server/people/player_table.hpp"
#include "server/people/secret_cookies.hpp"
#include "server/runtime/time.hpp"
#include "server/session/address_rate.hpp"
#include "server/session/day_quota.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace tefuda::server {

/// For the thread of the players.
class Accounts {
public:
    /// \param guesses wrong secrets and codes of each address
    /// \param players_a_day that an address makes
    /// \param remove deletes a player
    Accounts(PlayerTable& players, KnownConnections& connections, AddressRate& guesses, double players_a_day,
             std::function<void(std::string const& id, Moment const& now)> remove)
        : players_(players), cookies_(players), connections_(connections), guesses_(guesses),
          made_({players_a_day, players_a_day, players_a_day}), remove_(std::move(remove)) {}

    /// 401, or 429, for a wrong bearer.
    boost::system::result<Asker, HttpReply> asker_of(HttpRequest const& request, SteadyTime now);
    /// One of the answers below.
    using Answer = HttpReply (Accounts::*)(Call const& call);
    HttpReply answer(Call const& call, Answer as);

    HttpReply get(Call const& call);
    HttpReply make(Call const& call);
    HttpReply recover(Call const& call);
    // \pre somebody asks
    HttpReply rename(Call const& call);
    HttpReply remove(Call const& call);
    HttpReply make_code(Call const& call);
    HttpReply revoke(Call const& call);

private:
    HttpReply refuse_guess(std::string const& address, SteadyTime now, HttpReply refusal);

    HttpReply tell_secret(unsigned status, Player const& player, std::string const& secret, bool in_answer,
                          HttpRequest const& request);

    PlayerTable& players_;
    SecretCookies cookies_;
    KnownConnections& connections_;
    AddressRate& guesses_;
    DayQuota made_;
    std::function<void(std::string const& id, Moment const& now)> const remove_;
};

} // namespace tefuda::server
