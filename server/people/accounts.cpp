#include "server/people/accounts.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/http.hpp"
#include "protocol/player_name.hpp"
#include "server/match/given_names.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/metrics/utc.hpp"
#include "server/people/new_secrets.hpp"

#include <utility>

namespace tefuda::server {

namespace {

/// 400 for a name that is none.
HttpReply refused_name(NameFault fault) {
    return {400, "application/json",
            codec::to_json(NameRefusal{std::string(sentence_of(fault)), ErrorDetails{.reason = fault}})};
}

constexpr int link_seconds = 120;

HttpReply player_reply(unsigned status, Player const& player) {
    return {status, "application/json", codec::to_json(player)};
}

} // namespace

/// Tells a new secret, in the answer or in the cookie.
HttpReply Accounts::tell_secret(unsigned status, Player const& player, std::string const& secret, bool in_answer,
                                HttpRequest const& request) {
    if (in_answer)
        return {status, "application/json",
                codec::to_json(PlayerWithSecret{player.id, player.name, player.kind, player.created, secret})};
    auto reply = player_reply(status, player);
    cookies_.set(reply, request, secret);
    return reply;
}

/// Counts a guess. \returns the refusal, or 429 where there were too many
HttpReply Accounts::refuse_guess(std::string const& address, SteadyTime now, HttpReply refusal) {
    auto const wait = guesses_.take(address, now);
    if (!wait) return refusal;
    count_limit(Limit::guesses, address);
    return too_many("Too many wrong guesses: wait a little.", *wait);
}

/// A right secret is looked up before guesses are counted: who is slowed down for others at its address gets in.
boost::system::result<Asker, HttpReply> Accounts::asker_of(HttpRequest const& request, SteadyTime now) {
    Asker asker;
    if (request.bearer) {
        asker.secret = hash_of(*request.bearer);
        asker.player = players_.find_by_secret(asker.secret);
        if (!asker.player) return refuse_guess(request.address, now, failure(401, "This secret is not valid."));
        return asker;
    }
    for (auto& cookie : cookies_.of(request)) {
        auto hash = hash_of(cookie.value);
        asker.player = players_.find_by_secret(hash);
        if (!asker.player) continue;
        asker.secret = std::move(hash);
        asker.cookie = std::move(cookie);
        break;
    }
    return asker;
}

HttpReply Accounts::answer(Call const& call, Answer as) {
    auto reply = (this->*as)(call);
    auto const& by = call.asker.cookie;
    if (by && by->name != cookies_.name(call.request)) cookies_.replace(reply, call.request, *by);
    return reply;
}

HttpReply Accounts::get(Call const& call) {
    if (!call.asker.player) return document("null");
    auto reply = player_reply(200, *call.asker.player);
    if (call.asker.cookie) cookies_.set(reply, call.request, call.asker.cookie->value);
    return reply;
}

HttpReply Accounts::make(Call const& call) {
    auto const body = call.body<NewPlayer>();
    if (!body) return body.error();
    if (auto const fault = body->name ? fault_of_name(*body->name) : std::nullopt) return refused_name(*fault);
    auto const kind = body->kind.value_or(PlayerKind::human);
    if (call.asker.player && kind == PlayerKind::human) return get(call);
    auto const& address = call.request.address;
    auto const& now = call.now;
    if (auto const wait = made_.take(Daily::rooms, address, 1, now.steady))
        return too_many("Your address has made too many players today.", *wait);
    Player const player{new_player_id(), body->name.value_or(new_name()), kind, utc_date(now.second())};
    auto const secret = new_secret();
    try {
        players_.create(player, hash_of(secret), now.seconds());
    } catch (...) {
        made_.give_back(Daily::rooms, address, 1, now.steady);
        throw;
    }
    return tell_secret(201, player, secret, body->secret == true || kind == PlayerKind::bot, call.request);
}

HttpReply Accounts::rename(Call const& call) {
    auto const body = call.body<RenamedPlayer>();
    if (!body) return body.error();
    auto player = *call.asker.player;
    player.name = body->name;
    if (auto const fault = fault_of_name(player.name)) return refused_name(*fault);
    if (auto const given = given_names().find(player.id); given && given->name != player.name)
        return {403, "application/json",
                codec::to_json(SanctionRefusal{
                    "renamed",
                    "The operator of this server has given you this name: you can't choose another one now.",
                    {given->until ? Nullable<std::string>(*given->until) : Nullable<std::string>()}})};
    players_.rename(player.id, player.name);
    return player_reply(200, player);
}

HttpReply Accounts::remove(Call const& call) {
    auto const body = call.body<NoFields>();
    if (!body) return body.error();
    auto const& id = call.asker.player->id;
    remove_(id, call.now);
    connections_.close_player(id);
    HttpReply reply{.status = 204};
    if (call.asker.cookie) SecretCookies::end(reply, call.request, call.asker.cookie->name);
    return reply;
}

HttpReply Accounts::make_code(Call const& call) {
    auto const body = call.body<CodeOrder>();
    if (!body) return body.error();
    auto const use = body->for_;
    auto const expires = use == CodeUse::link ? Nullable<int>(link_seconds) : Nullable<int>();
    auto const code = new_code();
    players_.set_code(call.asker.player->id, use, hash_of(plain_code(code)),
                      expires ? call.now.seconds() + *expires : 0);
    return {201, "application/json", codec::to_json(PlayerCode{code, expires})};
}

HttpReply Accounts::recover(Call const& call) {
    auto const body = call.body<Recovery>();
    if (!body) return body.error();
    auto const secret = new_secret();
    auto const found = players_.recover(hash_of(plain_code(body->code)), hash_of(secret), call.now.seconds());
    if (std::holds_alternative<PlayerTable::NoSuchCode>(found))
        return refuse_guess(call.request.address, call.now.steady, failure(403, "This code is not valid."));
    auto const* player = std::get_if<Player>(&found);
    if (!player) return failure(429, "This player is signed in on 1,000 devices: sign out everywhere on one of them.");
    return tell_secret(200, *player, secret, body->secret == true, call.request);
}

HttpReply Accounts::revoke(Call const& call) {
    auto const body = call.body<NoFields>();
    if (!body) return body.error();
    auto const& id = call.asker.player->id;
    players_.revoke(id, call.asker.secret);
    connections_.close_if([&](Identity const& who) { return who.player.id == id && who.secret != call.asker.secret; });
    return {.status = 204};
}

} // namespace tefuda::server
