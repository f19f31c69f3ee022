#include "server/people/people.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/codec/text.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/room/rejections.hpp"
#include "server/runtime/failure_log.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <utility>

namespace tefuda::server {

People::People(Tables tables, RoomRegistry& rooms, Executor& executor, AddressRate& guesses,
               Environment const& environment)
    : environment_(environment), rooms_(rooms), executor_(executor), tables_(std::move(tables)),
      players_(*tables_.players), results_(*tables_.results, rooms.open_boards()),
      circle_(*tables_.players, *tables_.results, players_, rooms.open_boards()),
      documents_(players_, results_, rooms, environment.boards_of),
      accounts_(players_, connections_, guesses, environment.players_a_day,
                [this](std::string const& id, Moment const& now) { remove(id, now); }),
      deletions_(
          *tables_.players,
          {.of_player = [this](auto const& id, auto const& after) { return results_.rooms(id, after); },
           .leave = [this](auto const& code, auto const& id, bool from_others,
                           auto const& told) { leave_room(code, id, from_others, told); },
           .leave_here =
               [this](auto const& code, auto const& id) {
                   if (auto const room = rooms_.find(code)) room->remove_player(id, {});
               },
           .forget = [this](auto const& id, auto now) { return !environment_.forget || environment_.forget(id, now); },
           .write_anew =
               [this] {
                   if (environment_.forget_names) environment_.forget_names();
               }},
          tables_.deletions),
      blocked_([this](std::string const& id) { return players_.blocked_by(id); }),
      thread_("players", std::chrono::seconds(1), [this](Moment const& now) { tick(now); }) {}

void People::load(Moment const& now) {
    deletions_.load(now.seconds());
}

void People::find_asker(CallPtr const& call, std::function<void(Asker)> then) {
    auto work = [this, call, then = std::move(then)] {
        auto asker = accounts_.asker_of(call->request, call->now.steady);
        asker ? then(std::move(*asker)) : call->reply(std::move(asker).error());
    };
    thread_.post(call->address(), std::move(work), or_busy(call->reply));
}

void People::identify(HttpRequest const& request, SteadyTime now, std::function<void(Identified)> const& reply) {
    auto work = [this, request, now, reply] {
        auto asker = accounts_.asker_of(request, now);
        if (!asker) return reply(std::move(asker).error());
        if (!asker->player) return reply(nullptr);
        auto blocked = blocked_.of(asker->player->id);
        reply(std::make_shared<Identity const>(Identity{std::move(*asker->player), asker->secret, std::move(blocked)}));
    };
    // Before all other questions: nobody who connects waits for somebody's long one.
    thread_.post_first(request.address, std::move(work), or_busy(reply));
}

void People::profile(CallPtr const& call) {
    reply_by(thread_, call, [this, call] { return documents_.profile(*call); });
}

void People::results(CallPtr const& call) {
    reply_by(thread_, call, [this, call] { return documents_.results(*call); });
}

void People::by_day(std::function<void(std::optional<std::vector<ResultTable::Day>>)> const& reply) {
    thread_.post({}, [this, reply] { reply(results_.by_day()); }, [reply] { reply({}); });
}

void People::by_week(std::function<void(std::optional<std::vector<ResultTable::Week>>)> const& reply) {
    thread_.post({}, [this, reply] { reply(results_.by_week()); }, [reply] { reply({}); });
}

void People::exists(std::string const& id, std::function<void(std::optional<bool>)> const& reply) {
    thread_.post(
        {}, [this, id, reply] { reply(std::optional(players_.find(id).has_value())); }, [reply] { reply({}); });
}

void People::rename(std::string const& id, std::string const& name, std::function<void(bool)> const& reply) {
    auto work = [this, id, name, reply] {
        players_.rename(id, name);
        reply(true);
    };
    thread_.post({}, std::move(work), [reply] { reply(false); });
}

void People::show_names_of(std::vector<std::string> const& ids) {
    auto work = [this, ids] {
        if (environment_.forget_names) environment_.forget_names();
        for (auto const& id : ids)
            for (auto codes = results_.rooms(id, {}); !codes.empty(); codes = results_.rooms(id, codes.back()))
                for (auto const& code : codes)
                    if (auto const room = rooms_.find(code)) room->show_names();
    };
    // Where too much waits, rooms show the name with their next change.
    thread_.post({}, std::move(work), [] {});
}

void People::opened(std::shared_ptr<ClientConnection> const& connection, Moment const& now) {
    if (!connection->identity()) return;
    connections_.add(connection);
    // It may have ended after it was looked at and before it was known here.
    auto const check = [this, now, who = connection->identity()] {
        if (!players_.are_valid({who->secret}).front())
            return connections_.close_if([&](Identity const& one) { return one.secret == who->secret; });
        players_.note_seen({who->player.id}, now.seconds());
    };
    if (!thread_.post(connection->address(), check))
        connection->close(close_code::try_again_later, "the server is busy");
}

void People::block(std::shared_ptr<Identity const> const& who, std::string const& address, std::string const& other,
                   bool blocks, std::function<void(OrRejection<>)> const& reply) {
    auto work = [this, who, other, blocks, reply] {
        constexpr std::size_t most = 1000;
        if (!players_.find(other))
            return reply(refused(ErrorCode::bad_message, "\"player\": there is no such player."));
        auto const all = blocked_.of(who->player.id);
        if (blocks && all->size() >= most)
            return reply(refused(ErrorCode::bad_message, "You have blocked a thousand players."));
        players_.set_blocked(who->player.id, other, blocks);
        blocks ? all->add(other) : all->remove(other);
        reply({});
    };
    thread_.post(address, std::move(work), [reply] { reply(unavailable(can_not_now)); });
}

void People::has_blocked(std::string const& id, std::string const& other, std::string const& address,
                         std::function<void(std::optional<bool>)> const& reply) {
    thread_.post(address, [this, id, other, reply] { reply(players_.has_blocked(id, other)); }, [reply] { reply({}); });
}

// On the thread.

void People::answer(Call const& call, Accounts::Answer as) {
    auto answered = accounts_.answer(call, as);
    auto const is_renamed =
        call.request.method == "PATCH" && answered.status == 200 && answered.body != codec::to_json(*call.asker.player);
    if (environment_.forget_names && is_renamed) environment_.forget_names();
    call.reply(std::move(answered));
}

void People::games(CallPtr const& call) {
    if (take_turn(*call)) documents_.games(*call);
}

void People::circle(CallPtr const& call) {
    if (!take_turn(*call)) return;
    auto const today = std::chrono::floor<std::chrono::days>(call->now.wall);
    call->reply(document(codec::to_json(circle_.of(call->asker.player->id, today))));
}

/// Replies itself where the player has asked too often.
bool People::take_turn(Call const& call) {
    auto const wait = games_.take(call.asker.player->id, call.now.steady);
    if (!wait) return true;
    count_limit(Limit::requests, call.address());
    call.reply(too_many("Too many requests: wait a little.", *wait));
    return false;
}

/// Page by page, each in the turn of who asks.
void People::export_all(CallPtr const& call) {
    constexpr std::chrono::seconds wait(10);
    auto const& player = *call->asker.player;
    auto const& address = call->address();
    auto turn = export_turns_.take(player.id, address);
    if (!turn) {
        count_limit(Limit::requests, address);
        return call->reply(too_many("This is being made for you or for many others: wait a little.", wait));
    }
    HttpReply reply;
    reply.stream = begin_export(player, address, call->now, turn);
    call->reply(std::move(reply));
}

std::shared_ptr<HttpBody> People::begin_export(Player const& player, std::string const& address, Moment const& now,
                                               std::shared_ptr<void> const& turn) {
    auto lists = documents_.export_lists(player.id);
    if (environment_.export_elsewhere)
        std::ranges::move(environment_.export_elsewhere(player.id, now), std::back_inserter(lists));
    auto const in_turn = [this, address](std::function<void()> work, std::function<void()> const& refused) {
        if (!thread_.post(address, std::move(work))) refused();
    };
    return std::make_shared<PlayerExport>(documents_.export_head(player), std::move(lists), in_turn, turn);
}

void People::search(std::string const& who, std::function<void(std::optional<std::vector<Found>>)> const& reply) {
    auto work = [this, who, reply] {
        auto ids = results_.players_of(codec::typed_code(who));
        ids.push_back(who);
        auto players = players_.find_all(ids);
        if (players.empty()) players = players_.find_by_name(who, most_found);
        std::vector<Found> found;
        for (auto& [player, seen] : players) {
            auto const results = results_.count(player.id);
            found.push_back({std::move(player), seen, results});
        }
        reply(std::move(found));
    };
    thread_.post({}, std::move(work), [reply] { reply({}); });
}

void People::export_of(std::string const& id, Moment const& now,
                       std::function<void(std::shared_ptr<HttpBody>)> const& reply) {
    auto work = [this, id, now, reply] {
        auto const player = players_.find(id);
        reply(player ? begin_export(*player, {}, now, nullptr) : nullptr);
    };
    thread_.post({}, std::move(work), [reply] { reply(nullptr); });
}

void People::delete_player(std::string const& id, Moment const& now, std::function<void(bool)> const& reply) {
    auto work = [this, id, now, reply] {
        remove(id, now);
        connections_.close_player(id);
        reply(true);
    };
    thread_.post({}, std::move(work), [reply] { reply(false); });
}

void People::remove(std::string const& id, Moment const& now) {
    deletions_.remove(id, now.seconds());
    go_on_with_deletions(now);
}

/// What can't be done now is done by a later tick.
void People::go_on_with_deletions(Moment const& now) {
    try {
        deletions_.tick(now.seconds());
    } catch (std::exception const& problem) {
        log_failure("Seats of deleted players can't be left now", problem);
    }
}

/// A room that sleeps is woken here, and sleeps again afterwards.
void People::leave_room(std::string const& code, std::string const& id, bool from_others, Deletions::Told const& told) {
    using enum Deletions::Outcome;
    auto const was_here = rooms_.find(code) != nullptr;
    rooms_.wake(code, {{}, from_others}, executor_, [id, was_here, told](RoomRegistry::Woken const& woken) {
        if (!woken) return told(woken.error().code == ErrorCode::no_such_room ? no_room : refused);
        // A room may not hold itself by what it is to tell.
        (*woken)->remove_player(id, [weak = std::weak_ptr(*woken), was_here, told](bool stored) {
            told(stored ? left : refused);
            auto const room = weak.lock();
            if (was_here || !room || room->standing().now() != Standing::at_rest) return;
            room->executor().post([room] { room->evict([] {}); });
        });
    });
}

/// Other servers may have ended secrets and changed whom somebody has blocked; and each hour, who is here was seen.
void People::tick(Moment const& now) {
    go_on_with_deletions(now);
    auto const is_hour = !last_hour_ || now.steady - *last_hour_ >= std::chrono::hours(1);
    if (!environment_.is_shared && !is_hour) return;
    constexpr std::size_t lists_a_second = 100;
    if (environment_.is_shared) blocked_.read_again(lists_a_second);
    auto const here = connections_.all();
    std::vector<std::string> secrets;
    for (auto const& who : here) secrets.push_back(who->secret);
    auto const valid = players_.are_valid(secrets);
    for (std::size_t i = 0; i < here.size(); ++i)
        if (!valid[i]) connections_.close_if([&](Identity const& who) { return who.secret == secrets[i]; });
    if (!is_hour) return;
    last_hour_ = now.steady;
    std::vector<std::string> ids;
    for (auto const& who : here) ids.push_back(who->player.id);
    players_.note_seen(ids, now.seconds());
    delete_unused(now);
}

/// Players without a result who were not here for long.
void People::delete_unused(Moment const& now) {
    constexpr std::int64_t longest = 90LL * 86'400;
    for (;;) {
        auto const unseen = players_.unseen_since(now.seconds() - longest, unused_from_);
        for (auto const& place : unseen)
            if (!results_.has_results(place.id)) remove(place.id, now);
        if (unseen.empty()) break;
        unused_from_ = unseen.back();
    }
    unused_from_ = {};
}

} // namespace tefuda::server
