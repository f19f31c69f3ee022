#include "server/people/accounts.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/player_name.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/metrics/utc.hpp"
#include "server/people/new_secrets.hpp"
#include "server/people/personal_replies.hpp"
#include "server/runtime/clock.hpp"

#include <array>
#include <utility>

namespace tefuda::server {

namespace {

struct Code {
    std::string code;
    Nullable<int> expires_s;
};
BOOST_DESCRIBE_STRUCT(Code, (), (code, expires_s))

constexpr int link_seconds = 120;

HttpReply who_are_you() {
    return failure(401, "Who are you? This needs a secret.");
}

HttpReply player_reply(unsigned status, Player const& player) {
    return {status, "application/json", codec::to_json(player)};
}

} // namespace

/// Tells a new secret, in the answer or in the cookie.
HttpReply Accounts::tell_secret(unsigned status, Player const& player, std::string const& secret, bool in_answer,
                                PersonalRequest const& request) {
    if (in_answer)
        return {status, "application/json",
                codec::to_json(PlayerWithSecret{player.id, player.name, player.kind, player.created, secret})};
    auto reply = player_reply(status, player);
    cookies_.set(reply, request, secret);
    return reply;
}

/// Counts a guess. \returns the refusal, or 429 where there were too many
HttpReply Accounts::refuse_guess(std::string const& address, HttpReply refusal) {
    auto const wait = guesses_.take(address, steady_now());
    if (!wait) return refusal;
    note_limit(Limit::guesses, address);
    return too_many("Too many wrong guesses: wait a little.", *wait);
}

/// A right secret is looked up before guesses are counted: who is slowed down for others at its address gets in.
Asker Accounts::asker_of(PersonalRequest const& request) {
    Asker asker;
    if (request.bearer) {
        asker.secret = hash_of(*request.bearer);
        asker.player = players_.find_by_secret(asker.secret);
        if (!asker.player) asker.refused = refuse_guess(request.address, failure(401, "This secret is not valid."));
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

HttpReply Accounts::answer(PersonalCall const& call) {
    auto reply = answer_as_asked(call);
    auto const& by = call.asker.cookie;
    if (by && by->name != cookies_.name(call.request)) cookies_.replace(reply, call.request, *by);
    return reply;
}

HttpReply Accounts::answer_as_asked(PersonalCall const& call) {
    struct Route {
        std::string_view method, path;
        bool for_somebody;
        HttpReply (Accounts::*answer)(PersonalCall const&);
    };
    static constexpr std::array<Route, 6> routes{{
        {"POST", "/api/me", false, &Accounts::make},
        {"PATCH", "/api/me", true, &Accounts::rename},
        {"DELETE", "/api/me", true, &Accounts::remove},
        {"POST", "/api/me/code", true, &Accounts::make_code},
        {"POST", "/api/me/recover", false, &Accounts::recover},
        {"POST", "/api/me/revoke", true, &Accounts::revoke},
    }};
    std::string_view const target = call.request.target;
    auto const path = target.substr(0, target.find('?'));
    auto const reads = call.request.method == "GET" || call.request.method == "HEAD";
    if (path == "/api/me" && reads) return get(call);
    auto const is_document = path == "/api/me/games" || path == "/api/me/export";
    if (is_document && reads && !call.asker.player) return who_are_you();
    auto is_known = path == "/api/me" || is_document;
    for (auto const& each : routes) {
        if (each.path != path) continue;
        is_known = true;
        if (each.method != call.request.method) continue;
        if (each.for_somebody && !call.asker.player) return who_are_you();
        return (this->*each.answer)(call);
    }
    return is_known ? failure(405, "This can't be done here.") : not_found();
}

HttpReply Accounts::get(PersonalCall const& call) {
    if (!call.asker.player) return document("null");
    auto reply = player_reply(200, *call.asker.player);
    if (call.asker.cookie) cookies_.set(reply, call.request, call.asker.cookie->value);
    return reply;
}

HttpReply Accounts::make(PersonalCall const& call) {
    auto const parsed = body_of<NewPlayer>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto const& body = std::get<NewPlayer>(parsed);
    if (auto const fault = body.name ? fault_of_name(*body.name) : std::nullopt) return refused_name(*fault);
    auto const kind = body.kind.value_or(PlayerKind::human);
    if (call.asker.player && kind == PlayerKind::human) return get(call);
    auto const& address = call.request.address;
    auto const now = steady_now();
    if (auto const wait = made_.take(Daily::rooms, address, 1, now))
        return too_many("Your address has made too many players today.", *wait);
    Player const player{new_player_id(), body.name.value_or(new_name()), kind, utc_date(this_second())};
    auto const secret = new_secret();
    try {
        players_.create(player, hash_of(secret), seconds_now());
    } catch (...) {
        made_.give_back(Daily::rooms, address, 1, now);
        throw;
    }
    return tell_secret(201, player, secret, body.secret == true || kind == PlayerKind::bot, call.request);
}

HttpReply Accounts::rename(PersonalCall const& call) {
    auto const parsed = body_of<RenamedPlayer>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto player = *call.asker.player;
    player.name = std::get<RenamedPlayer>(parsed).name;
    if (auto const fault = fault_of_name(player.name)) return refused_name(*fault);
    players_.rename(player.id, player.name);
    return player_reply(200, player);
}

HttpReply Accounts::remove(PersonalCall const& call) {
    auto const parsed = body_of<NoFields>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto const& id = call.asker.player->id;
    players_.remove(id);
    connections_.close_player(id);
    removed_(id);
    HttpReply reply{.status = 204};
    if (call.asker.cookie) SecretCookies::end(reply, call.request, call.asker.cookie->name);
    return reply;
}

HttpReply Accounts::make_code(PersonalCall const& call) {
    auto const parsed = body_of<CodeOrder>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto const use = std::get<CodeOrder>(parsed).for_;
    auto const expires = use == CodeUse::link ? Nullable<int>(link_seconds) : Nullable<int>();
    auto const code = new_code();
    players_.set_code(call.asker.player->id, use, hash_of(plain_code(code)), expires ? seconds_now() + *expires : 0);
    return {201, "application/json", codec::to_json(Code{code, expires})};
}

HttpReply Accounts::recover(PersonalCall const& call) {
    auto const parsed = body_of<Recovery>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto const& body = std::get<Recovery>(parsed);
    auto const secret = new_secret();
    auto const found = players_.recover(hash_of(plain_code(body.code)), hash_of(secret), seconds_now());
    if (std::holds_alternative<PlayerTable::NoSuchCode>(found))
        return refuse_guess(call.request.address, failure(403, "This code is not valid."));
    auto const* player = std::get_if<Player>(&found);
    if (!player) return failure(429, "This player is signed in on 1,000 devices: sign out everywhere on one of them.");
    return tell_secret(200, *player, secret, body.secret == true, call.request);
}

HttpReply Accounts::revoke(PersonalCall const& call) {
    auto const parsed = body_of<NoFields>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto const& id = call.asker.player->id;
    players_.revoke(id, call.asker.secret);
    connections_.close_if([&](Identity const& who) { return who.player.id == id && who.secret != call.asker.secret; });
    return {.status = 204};
}

} // namespace tefuda::server
