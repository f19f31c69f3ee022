// Who one is: players are made, named and deleted here, and get their secrets and codes.
#pragma once

#include "server/people/known_connections.hpp"
#include "server/people/personal_call.hpp"
#include "server/people/player_table.hpp"
#include "server/people/secret_cookies.hpp"
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
    /// \param removed called with a player that is deleted
    Accounts(PlayerTable& players, KnownConnections& connections, AddressRate& guesses, double players_a_day,
             std::function<void(std::string const& id)> removed)
        : players_(players), cookies_(players), connections_(connections), guesses_(guesses),
          made_({players_a_day, players_a_day, players_a_day}), removed_(std::move(removed)) {}

    Asker asker_of(PersonalRequest const& request);
    /// What is asked of `/api/me…`, but for games and the export.
    HttpReply answer(PersonalCall const& call);

private:
    HttpReply answer_as_asked(PersonalCall const& call);
    HttpReply get(PersonalCall const& call);
    HttpReply make(PersonalCall const& call);
    HttpReply rename(PersonalCall const& call);
    HttpReply remove(PersonalCall const& call);
    HttpReply make_code(PersonalCall const& call);
    HttpReply recover(PersonalCall const& call);
    HttpReply revoke(PersonalCall const& call);
    HttpReply refuse_guess(std::string const& address, HttpReply refusal);

    HttpReply tell_secret(unsigned status, Player const& player, std::string const& secret, bool in_answer,
                          PersonalRequest const& request);

    PlayerTable& players_;
    SecretCookies cookies_;
    KnownConnections& connections_;
    AddressRate& guesses_;
    DayQuota made_;
    std::function<void(std::string const& id)> const removed_;
};

} // namespace tefuda::server
