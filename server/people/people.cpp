#include "server/people/people.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/player_name.hpp"
#include "server/metrics/failure_log.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/people/new_secrets.hpp"
#include "server/people/personal_replies.hpp"
#include "server/people/running_room.hpp"
#include "server/session/query.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <iterator>
#include <mutex>
#include <utility>

namespace tefuda::server {

namespace {

std::int64_t seconds_now() {
    return std::time(nullptr);
}

/// What is known of a player besides what others see.
struct Kept {
    std::int64_t secrets;
    std::vector<CodeUse> codes;
    std::string seen; ///< YYYY-MM-DD
};
BOOST_DESCRIBE_STRUCT(Kept, (), (secrets, codes, seen))

struct Exported {
    Player player;
    Kept kept;
    std::vector<std::string> rooms; ///< in which the player has a seat
    std::vector<KeptResult> results;
    Nullable<std::string> next; ///< where there are more results: for `after` of /api/players/ID/results
};
BOOST_DESCRIBE_STRUCT(Exported, (), (player, kept, rooms, results, next))

struct Results {
    std::vector<KeptResult> results;
    Nullable<std::string> next;
};
BOOST_DESCRIBE_STRUCT(Results, (), (results, next))

struct Games {
    std::vector<RunningRoom> running;
    std::vector<KeptResult> finished;
    Nullable<std::string> next;
};
BOOST_DESCRIBE_STRUCT(Games, (), (running, finished, next))

/// Waits for the rooms of a player, which answer each on its own event loop.
class RunningRooms {
public:
    using Done = std::function<void(std::vector<RunningRoom>)>;

    RunningRooms(std::size_t count, Done done) : rooms_(count), waiting_(count), done_(std::move(done)) {}

    void set(std::size_t place, std::optional<RunningRoom> room) {
        std::vector<RunningRoom> all;
        {
            std::lock_guard const lock(mutex_);
            rooms_[place] = std::move(room);
            if (--waiting_ > 0) return;
            for (auto& each : rooms_)
                if (each) all.push_back(std::move(*each));
        }
        done_(std::move(all));
    }

private:
    std::mutex mutex_;
    std::vector<std::optional<RunningRoom>> rooms_;
    std::size_t waiting_;
    Done const done_;
};

struct Code {
    std::string code;
    Nullable<int> expires_s;
};
BOOST_DESCRIBE_STRUCT(Code, (), (code, expires_s))

constexpr int link_seconds = 120;

HttpReply player_reply(unsigned status, Player const& player) {
    return {status, "application/json", codec::to_json(player)};
}

/// Tells a new secret, in the answer or in the cookie.
HttpReply tell_secret(unsigned status, Player const& player, std::string const& secret, bool in_answer,
                      PersonalRequest const& request) {
    if (in_answer)
        return {status, "application/json",
                codec::to_json(PlayerWithSecret{player.id, player.name, player.kind, player.created, secret})};
    auto reply = player_reply(status, player);
    set_cookie(reply, request, secret);
    return reply;
}

bool is_json(std::string_view type) {
    return type.substr(0, type.find_first_of("; ")) == "application/json";
}

HttpReply busy() {
    return failure(503, "The server can't do this now: try again later.");
}

std::string date_of(std::int64_t seconds) {
    auto const time = static_cast<std::time_t>(seconds);
    std::tm parts{};
    gmtime_r(&time, &parts);
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
    return text.data();
}

} // namespace

People::People(Tables tables, RoomRegistry& rooms, Executor& executor, AddressRate& guesses, Settings const& settings)
    : guesses_(guesses), requests_(settings.requests_an_address),
      made_({settings.players_a_day, settings.players_a_day, settings.players_a_day}), is_shared_(settings.is_shared),
      rooms_(rooms), executor_(executor), tables_(std::move(tables)), players_(*tables_.players),
      results_(tables_.results ? *tables_.results : *tables_.players, players_),
      thread_(std::chrono::seconds(1), [this] { tick(); }) {
    if (!tables_.store) results_.make_tables();
}

/// Works on the thread, and answers from there.
void People::post(Reply const& reply, std::function<HttpReply()> work) {
    auto task = [reply, work = std::move(work)] {
        try {
            reply(work());
        } catch (std::exception const& problem) {
            log_failure("Players can't be read or written", problem);
            reply(busy());
        }
    };
    if (!is_started_ || !thread_.post(std::move(task))) reply(busy());
}

void People::handle(PersonalRequest request, Reply reply) {
    if (request.is_foreign) return reply(failure(403, "Pages of another origin may not ask this."));
    if (auto const wait = requests_.take(request.address, Executor::Clock::now())) {
        note_limit(Limit::requests, request.address);
        return reply(too_many("Too many requests: wait a little.", *wait));
    }
    auto const has_body = request.has_long_body || !request.body.empty();
    if (has_body && !is_json(request.content_type)) return reply(failure(403, "A body is application/json here."));
    auto task = [this, request = std::move(request), reply] {
        try {
            answer(request, reply);
        } catch (std::exception const& problem) {
            log_failure("Players can't be read or written", problem);
            reply(busy());
        }
    };
    if (!is_started_ || !thread_.post(std::move(task))) reply(busy());
}

void People::identify(PersonalRequest request, Reply reply) {
    post(reply, [this, request = std::move(request)] {
        auto asker = asker_of(request);
        if (asker.refused) return std::move(*asker.refused);
        HttpReply known;
        if (asker.player)
            known.identity = std::make_shared<Identity const>(Identity{std::move(*asker.player), asker.secret});
        return known;
    });
}

void People::get_player(std::string_view path, std::string_view query, std::string const& address, Reply reply) {
    if (auto const wait = requests_.take(address, Executor::Clock::now())) {
        note_limit(Limit::requests, address);
        return reply(too_many("Too many requests: wait a little.", *wait));
    }
    constexpr std::string_view results_of = "/results";
    auto const wants_results = path.ends_with(results_of);
    if (wants_results) path.remove_suffix(results_of.size());
    post(reply, [this, id = std::string(path), query = std::string(query), wants_results] {
        return wants_results ? results(id, query) : profile(id);
    });
}

void People::hide_gone(HttpReply replay, Reply const& reply) {
    if (replay.status != 200 || replay.body.find("\"players\":[") == std::string::npos) return reply(std::move(replay));
    post(reply, [this, replay = std::move(replay)] {
        auto shown = nlohmann::ordered_json::parse(replay.body);
        if (!shown.contains("players")) return replay;
        auto is_changed = false;
        for (std::size_t seat = 0; seat < shown["players"].size(); ++seat) {
            auto& player = shown["players"][seat];
            if (player.is_null() || players_.find(player["id"])) continue;
            player = nullptr;
            shown["names"][seat] = "\u2013";
            is_changed = true;
        }
        auto answer = replay;
        if (is_changed) answer.body = shown.dump();
        return answer;
    });
}

void People::keep(std::string const& room, Change const& change) {
    static_cast<void>(thread_.post([this, room, change] { results_.keep(room, change); }));
}

void People::opened(std::shared_ptr<ClientConnection> const& connection) {
    if (!connection->identity()) return;
    connections_.add(connection);
    // It may have ended after it was looked at and before it was known here.
    auto const check = [this, who = connection->identity()] {
        if (!players_.are_valid({who->secret}).front())
            return connections_.close_if([&](Identity const& one) { return one.secret == who->secret; });
        players_.note_seen(who->player.id, seconds_now());
    };
    if (!thread_.post(check)) connection->close(close_code::try_again_later, "the server is busy");
}

// On the thread.

/// Counts a guess. \returns the refusal, or 429 where there were too many
HttpReply People::refuse_guess(std::string const& address, HttpReply refusal) {
    auto const wait = guesses_.take(address, Executor::Clock::now());
    if (!wait) return refusal;
    note_limit(Limit::guesses, address);
    return too_many("Too many wrong guesses: wait a little.", *wait);
}

/// A right secret is looked up before guesses are counted: who is slowed down for others at its address gets in.
People::Asker People::asker_of(PersonalRequest const& request) {
    Asker asker;
    auto const& given = request.bearer ? request.bearer : request.cookie;
    if (!given) return asker;
    asker.secret = hash_of(*given);
    asker.player = players_.find_by_secret(asker.secret);
    asker.by_cookie = !request.bearer;
    if (asker.player) return asker;
    if (request.bearer)
        asker.refused = refuse_guess(request.address, failure(401, "This secret is not valid."));
    else
        asker.has_wrong_cookie = true;
    return asker;
}

void People::answer(PersonalRequest const& request, Reply const& reply) {
    auto asker = asker_of(request);
    if (asker.refused) return reply(std::move(*asker.refused));
    auto const path = std::string_view(request.target).substr(0, request.target.find('?'));
    if (path == "/api/me/games" && asker.player && (request.method == "GET" || request.method == "HEAD"))
        return games({request, asker}, reply);
    auto answered = route({request, asker});
    if (asker.has_wrong_cookie && answered.fields.empty()) set_cookie(answered, request, {});
    reply(std::move(answered));
}

void People::games(Call const& call, Reply const& reply) {
    std::string_view const target = call.request.target;
    auto const query = target.substr(std::min(target.size(), target.find('?')));
    auto const& id = call.asker.player->id;
    auto page = results_.results(id, parameter(query.substr(std::min<std::size_t>(query.size(), 1)), "after"));
    if (!page) return reply(failure(400, "\"after\" is the \"next\" of an answer."));
    auto const codes = results_.rooms(id, false);
    auto done = [reply, page = std::move(*page)](std::vector<RunningRoom> running) {
        reply(document(codec::to_json(Games{std::move(running), page.results, page.next})));
    };
    if (codes.empty()) return done({});
    auto const all = std::make_shared<RunningRooms>(codes.size(), std::move(done));
    for (std::size_t place = 0; place < codes.size(); ++place) {
        if (auto const room = rooms_.find(codes[place])) {
            room->read([all, place, id](Room const& it) { all->set(place, running_room(it, id)); });
            continue;
        }
        auto stored = tables_.store ? tables_.store->read_room(codes[place]) : std::nullopt;
        all->set(place, stored ? running_room(std::move(*stored), id) : std::nullopt);
    }
}

HttpReply People::profile(std::string const& id) {
    auto const player = players_.find(id);
    if (!player) return failure(404, "There is no such player.");
    codec::JsonText text;
    text += '{';
    codec::FieldWriter fields(text);
    fields.members(*player);
    auto& games = fields.start("games") += '{';
    codec::FieldWriter by_game(games);
    for (auto const& [game, played, won] : results_.tallies(id)) {
        auto& one = by_game.start(game) += '{';
        codec::FieldWriter counts(one);
        counts.field("played", played);
        counts.field("won", won);
        one += '}';
    }
    text += "}}";
    return document(text.str());
}

HttpReply People::results(std::string const& id, std::string_view query) {
    if (!players_.find(id)) return failure(404, "There is no such player.");
    auto page = results_.results(id, parameter(query, "after"), parameter(query, "game").value_or(""));
    if (!page) return failure(400, "\"after\" is the \"next\" of an answer.");
    return document(codec::to_json(Results{std::move(page->results), page->next}));
}

HttpReply People::route(Call const& call) {
    struct Route {
        std::string_view method, path;
        bool for_somebody;
        HttpReply (People::*answer)(Call const&);
    };
    static constexpr std::array<Route, 10> routes{{
        {"POST", "/api/me", false, &People::make},
        {"PATCH", "/api/me", true, &People::rename},
        {"DELETE", "/api/me", true, &People::remove},
        {"POST", "/api/me/code", true, &People::make_code},
        {"POST", "/api/me/recover", false, &People::recover},
        {"POST", "/api/me/revoke", true, &People::revoke},
        {"GET", "/api/me/export", true, &People::export_all},
        {"HEAD", "/api/me/export", true, &People::export_all},
        // For somebody they are answered elsewhere: here it is nobody.
        {"GET", "/api/me/games", true, &People::export_all},
        {"HEAD", "/api/me/games", true, &People::export_all},
    }};
    std::string_view const target = call.request.target;
    auto const path = target.substr(0, target.find('?'));
    if (path == "/api/me" && (call.request.method == "GET" || call.request.method == "HEAD")) return get(call);
    auto is_known = path == "/api/me";
    for (auto const& each : routes) {
        if (each.path != path) continue;
        is_known = true;
        if (each.method != call.request.method) continue;
        if (each.for_somebody && !call.asker.player) return failure(401, "Who are you? This needs a secret.");
        return (this->*each.answer)(call);
    }
    return is_known ? failure(405, "This can't be done here.") : not_found();
}

HttpReply People::get(Call const& call) const {
    if (!call.asker.player) return document("null");
    auto reply = player_reply(200, *call.asker.player);
    if (call.asker.by_cookie) set_cookie(reply, call.request, *call.request.cookie);
    return reply;
}

HttpReply People::make(Call const& call) {
    auto const parsed = body_of<NewPlayer>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto const& body = std::get<NewPlayer>(parsed);
    if (auto const fault = body.name ? fault_of_name(*body.name) : std::nullopt) return failure(400, *fault);
    auto const kind = body.kind.value_or(PlayerKind::human);
    if (call.asker.player && kind == PlayerKind::human) return get(call);
    auto const& address = call.request.address;
    auto const now = Executor::Clock::now();
    if (auto const wait = made_.take(Daily::rooms, address, 1, now))
        return too_many("Your address has made too many players today.", *wait);
    Player const player{new_player_id(), body.name.value_or(new_name()), kind, today()};
    auto const secret = new_secret();
    try {
        players_.create(player, hash_of(secret), seconds_now());
    } catch (...) {
        made_.give_back(Daily::rooms, address, 1, now);
        throw;
    }
    return tell_secret(201, player, secret, body.secret == true || kind == PlayerKind::bot, call.request);
}

HttpReply People::rename(Call const& call) {
    auto const parsed = body_of<RenamedPlayer>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto player = *call.asker.player;
    player.name = std::get<RenamedPlayer>(parsed).name;
    if (auto const fault = fault_of_name(player.name)) return failure(400, *fault);
    players_.rename(player.id, player.name);
    return player_reply(200, player);
}

HttpReply People::remove(Call const& call) {
    auto const parsed = body_of<NoFields>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto const& id = call.asker.player->id;
    players_.remove(id);
    connections_.close_player(id);
    leave_rooms(id);
    HttpReply reply{.status = 204};
    if (call.request.cookie) set_cookie(reply, call.request, {});
    return reply;
}

/// A room that sleeps, or runs on another server, is woken here.
void People::leave_rooms(std::string const& id) {
    for (auto const over : {false, true})
        for (auto const& code : results_.rooms(id, over))
            rooms_.wake(code, {{}, true}, executor_, [id](RoomRegistry::Woken const& woken) {
                if (auto const* room = std::get_if<std::shared_ptr<RoomActor>>(&woken)) (*room)->remove_player(id);
            });
}

HttpReply People::make_code(Call const& call) {
    auto const parsed = body_of<CodeOrder>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto const use = std::get<CodeOrder>(parsed).for_;
    auto const expires = use == CodeUse::link ? Nullable<int>(link_seconds) : Nullable<int>();
    auto const code = new_code();
    players_.set_code(call.asker.player->id, use, hash_of(plain_code(code)), expires ? seconds_now() + *expires : 0);
    return {201, "application/json", codec::to_json(Code{code, expires})};
}

HttpReply People::recover(Call const& call) {
    auto const parsed = body_of<Recovery>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto const& body = std::get<Recovery>(parsed);
    auto const secret = new_secret();
    auto const player = players_.redeem(hash_of(plain_code(body.code)), hash_of(secret), seconds_now());
    if (!player) return refuse_guess(call.request.address, failure(403, "This code is not valid."));
    return tell_secret(200, *player, secret, body.secret == true, call.request);
}

HttpReply People::revoke(Call const& call) {
    auto const parsed = body_of<NoFields>(call.request);
    if (auto const* wrong = std::get_if<HttpReply>(&parsed)) return *wrong;
    auto const& id = call.asker.player->id;
    players_.revoke(id, call.asker.secret);
    connections_.close_if(
        [&](Identity const& who) { return who.player.id == id && who.secret != call.asker.secret; });
    return {.status = 204};
}

HttpReply People::export_all(Call const& call) {
    auto const& player = *call.asker.player;
    auto const kept = players_.kept(player.id);
    Exported all{player, {kept.secrets, kept.codes, date_of(kept.seen)}, {}, {}, {}};
    for (auto const over : {false, true})
        for (auto& code : results_.rooms(player.id, over)) all.rooms.push_back(std::move(code));
    constexpr std::size_t most = 10'000;
    std::optional<std::string> after;
    do {
        auto page = results_.results(player.id, after);
        if (!page) break;
        std::ranges::move(page->results, std::back_inserter(all.results));
        all.next = page->next;
        after = page->next ? std::optional(*page->next) : std::nullopt;
    } while (after && all.results.size() < most);
    return document(codec::to_json(all));
}

/// Other servers may have ended secrets; and each hour, who is here was seen.
void People::tick() {
    if (!is_started_) return;
    auto const now = std::chrono::steady_clock::now();
    auto const is_hour = now - last_hour_ >= std::chrono::hours(1);
    if (!is_shared_ && !is_hour) return;
    auto const here = connections_.all();
    std::vector<std::string> secrets;
    for (auto const& who : here) secrets.push_back(who->secret);
    auto const valid = players_.are_valid(secrets);
    for (std::size_t i = 0; i < here.size(); ++i)
        if (!valid[i]) connections_.close_if([&](Identity const& who) { return who.secret == secrets[i]; });
    if (!is_hour) return;
    last_hour_ = now;
    for (auto const& who : here) players_.note_seen(who->player.id, seconds_now());
    delete_unused();
}

/// Players without a result who were not here for long.
void People::delete_unused() {
    constexpr std::int64_t longest = 90LL * 86'400;
    for (;;) {
        auto const unseen = players_.unseen_since(seconds_now() - longest, unused_from_);
        for (auto const& place : unseen)
            if (!results_.has_results(place.id)) {
                players_.remove(place.id);
                leave_rooms(place.id);
            }
        if (unseen.empty()) break;
        unused_from_ = unseen.back();
    }
    unused_from_ = {};
}

} // namespace tefuda::server
