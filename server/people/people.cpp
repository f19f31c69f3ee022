#include "server/people/people.hpp"

#include "protocol/codec/encode.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/people/personal_replies.hpp"
#include "server/room/rejections.hpp"
#include "server/runtime/clock.hpp"
#include "server/runtime/failure_log.hpp"

#include <chrono>
#include <memory>
#include <utility>

namespace tefuda::server {

People::People(Tables tables, RoomRegistry& rooms, Executor& executor, AddressRate& guesses, Settings const& settings)
    : requests_(settings.requests_an_address), settings_(settings), rooms_(rooms), executor_(executor),
      tables_(std::move(tables)), players_(*tables_.players), results_(*tables_.results, players_, rooms.open_boards()),
      documents_(players_, results_, rooms, tables_.store, settings.boards_of),
      accounts_(players_, connections_, guesses, settings.players_a_day, [this](std::string const& id) { forget(id); }),
      blocked_([this](std::string const& id) { return players_.blocked_by(id); }),
      thread_("players", std::chrono::seconds(1), [this] { tick(); }) {}

/// Works on the thread. Replies also where that can't be done; else the work does.
void People::post(std::string const& address, Reply const& reply, std::function<void()> work) {
    auto task = [reply, work = std::move(work)] {
        try {
            work();
        } catch (std::exception const& problem) {
            log_failure("Players can't be read or written", problem);
            reply(busy());
        }
    };
    if (!is_started_ || !thread_.post(address, std::move(task))) reply(busy());
}

void People::handle(PersonalRequest request, Reply reply) {
    if (request.is_foreign) return reply(failure(403, "Pages of another origin may not ask this."));
    if (auto const wait = requests_.take(request.address, steady_now())) {
        note_limit(Limit::requests, request.address);
        return reply(too_many("Too many requests: wait a little.", *wait));
    }
    auto const has_body = request.has_long_body || !request.body.empty();
    if (has_body && !is_json(request.content_type)) return reply(failure(403, "A body is application/json here."));
    auto const address = request.address;
    post(address, reply, [this, request = std::move(request), reply] { answer(request, reply); });
}

void People::identify(PersonalRequest request, Reply reply) {
    auto const address = request.address;
    post(address, reply, [this, request = std::move(request), reply] {
        auto asker = accounts_.asker_of(request);
        if (asker.refused) return reply(std::move(*asker.refused));
        HttpReply known;
        if (asker.player) {
            auto blocked = blocked_.of(asker.player->id);
            known.identity =
                std::make_shared<Identity const>(Identity{std::move(*asker.player), asker.secret, std::move(blocked)});
        }
        reply(std::move(known));
    });
}

void People::get_player(std::string_view path, std::string_view query, std::string const& address, Reply reply) {
    if (auto const wait = requests_.take(address, steady_now())) {
        note_limit(Limit::requests, address);
        return reply(too_many("Too many requests: wait a little.", *wait));
    }
    constexpr std::string_view results_of = "/results";
    auto const wants_results = path.ends_with(results_of);
    if (wants_results) path.remove_suffix(results_of.size());
    post(address, reply, [this, reply, id = std::string(path), query = std::string(query), wants_results] {
        reply(wants_results ? documents_.results(id, query) : documents_.profile(id));
    });
}

void People::hide_gone(HttpReply replay, std::string const& address, Reply const& reply) {
    if (replay.status != 200 || replay.body.find("\"players\":[") == std::string::npos) return reply(std::move(replay));
    post(address, reply, [this, reply, replay = std::move(replay)] { reply(documents_.without_gone(replay)); });
}

void People::by_day(std::function<void(std::optional<std::vector<ResultTable::Day>>)> const& reply) {
    post({}, [reply](HttpReply const&) { reply({}); }, [this, reply] { reply(results_.by_day()); });
}

void People::exists(std::string const& id, std::function<void(std::optional<bool>)> const& reply) {
    post(
        {}, [reply](HttpReply const&) { reply({}); },
        [this, id, reply] { reply(std::optional(players_.find(id).has_value())); });
}

void People::rename(std::string const& id, std::string const& name, std::function<void(bool)> const& reply) {
    post(
        {}, [reply](HttpReply const&) { reply(false); },
        [this, id, name, reply] {
            players_.rename(id, name);
            reply(true);
        });
}

void People::opened(std::shared_ptr<ClientConnection> const& connection) {
    if (!connection->identity()) return;
    connections_.add(connection);
    // It may have ended after it was looked at and before it was known here.
    auto const check = [this, who = connection->identity()] {
        if (!players_.are_valid({who->secret}).front())
            return connections_.close_if([&](Identity const& one) { return one.secret == who->secret; });
        players_.note_seen({who->player.id}, seconds_now());
    };
    if (!thread_.post(connection->address(), check))
        connection->close(close_code::try_again_later, "the server is busy");
}

void People::block(std::shared_ptr<Identity const> const& who, std::string const& address, std::string const& other,
                   bool blocks, std::function<void(std::optional<Rejection>)> const& reply) {
    auto const fail = [reply](HttpReply const&) { reply(unavailable(can_not_now)); };
    post(address, fail, [this, who, other, blocks, reply] {
        constexpr std::size_t most = 1000;
        if (!players_.find(other))
            return reply(refused(ErrorCode::bad_message, "\"player\": there is no such player."));
        auto const all = blocked_.of(who->player.id);
        if (blocks && all->size() >= most)
            return reply(refused(ErrorCode::bad_message, "You have blocked a thousand players."));
        players_.set_blocked(who->player.id, other, blocks);
        all->set(other, blocks);
        reply({});
    });
}

void People::has_blocked(std::string const& id, std::string const& other, std::string const& address,
                         std::function<void(std::optional<bool>)> const& reply) {
    post(
        address, [reply](HttpReply const&) { reply({}); },
        [this, id, other, reply] { reply(players_.has_blocked(id, other)); });
}

// On the thread.

void People::answer(PersonalRequest const& request, Reply const& reply) {
    auto asker = accounts_.asker_of(request);
    if (asker.refused) return reply(std::move(*asker.refused));
    // One's own data stays one's own: whoever is banned may read and delete it.
    auto const changes = request.method != "GET" && request.method != "HEAD" && request.method != "DELETE";
    if (changes && settings_.refusal) {
        auto const id = asker.player ? std::optional(asker.player->id) : std::nullopt;
        if (auto refused = settings_.refusal(id, request.address)) return reply(std::move(*refused));
    }
    PersonalCall const call{request, asker};
    auto const path = std::string_view(request.target).substr(0, request.target.find('?'));
    auto const reads = request.method == "GET" || request.method == "HEAD";
    if (path == "/api/me/games" && asker.player && reads) return documents_.games(call, reply);
    if (path == "/api/me/export" && asker.player && reads)
        return documents_.export_all(call, reply, [this, reply, address = request.address](std::function<void()> work) {
            post(address, reply, std::move(work));
        });
    auto answered = accounts_.answer(call);
    auto const is_gone = request.method == "DELETE" && answered.status == 204;
    auto const is_renamed =
        request.method == "PATCH" && answered.status == 200 && answered.body != codec::to_json(*asker.player);
    if (settings_.forget_names && (is_gone || is_renamed)) settings_.forget_names();
    reply(std::move(answered));
}

/// There is no such player any more.
void People::forget(std::string const& id) {
    leave_rooms(id);
    if (settings_.removed) settings_.removed(id);
}

/// A room that sleeps, or runs on another server, is woken here.
void People::leave_rooms(std::string const& id) {
    auto const leave = [id](RoomRegistry::Woken const& woken) {
        if (auto const* room = std::get_if<std::shared_ptr<RoomActor>>(&woken)) (*room)->remove_player(id);
    };
    for (auto const over : {false, true}) {
        std::optional<std::string> after;
        for (auto codes = results_.rooms(id, over); !codes.empty(); codes = results_.rooms(id, over, after)) {
            for (auto const& code : codes) rooms_.wake(code, {{}, true}, executor_, leave);
            after = codes.back();
        }
    }
}

/// Other servers may have ended secrets and changed whom somebody has blocked; and each hour, who is here was seen.
void People::tick() {
    if (!is_started_) return;
    auto const now = steady_now();
    auto const is_hour = !last_hour_ || now - *last_hour_ >= std::chrono::hours(1);
    if (!settings_.is_shared && !is_hour) return;
    constexpr std::size_t lists_a_second = 100;
    if (settings_.is_shared) blocked_.read_again(lists_a_second);
    auto const here = connections_.all();
    std::vector<std::string> secrets;
    for (auto const& who : here) secrets.push_back(who->secret);
    auto const valid = players_.are_valid(secrets);
    for (std::size_t i = 0; i < here.size(); ++i)
        if (!valid[i]) connections_.close_if([&](Identity const& who) { return who.secret == secrets[i]; });
    if (!is_hour) return;
    last_hour_ = now;
    std::vector<std::string> ids;
    for (auto const& who : here) ids.push_back(who->player.id);
    players_.note_seen(ids, seconds_now());
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
                forget(place.id);
            }
        if (unseen.empty()) break;
        unused_from_ = unseen.back();
    }
    unused_from_ = {};
}

} // namespace tefuda::server
