#include "server/daily/puzzles.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/puzzle.hpp"
#include "server/daily/fits.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/people/personal_replies.hpp"
#include "server/runtime/clock.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/session/query.hpp"
#include "server/store/store.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

namespace {

constexpr std::string_view puzzles_root = "/api/puzzles";

HttpReply no_puzzle() {
    return failure(404, "There is no such puzzle.");
}

/// Whether this has the form of a puzzle's id: nothing else is looked up in the store.
bool is_id(std::string_view text) {
    constexpr std::size_t digits = 16;
    return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

Puzzles::Puzzles(std::shared_ptr<Sql> sql, BotPool& bots, Settings const& settings)
    : requests_(settings.requests_an_address), table_(std::make_shared<PuzzleTable>(std::move(sql))),
      finder_(bots, table_, settings.now), thread_("puzzles") {}

void Puzzles::note_match_ended(Room const& room, MatchRecord const& match) {
    if (is_started_ && room.state().setting.is_public) finder_.add(match, steady_now());
}

void Puzzles::post(std::string const& address, Reply const& reply, std::function<HttpReply()> answer) {
    auto task = [reply, answer = std::move(answer)] {
        try {
            reply(answer());
        } catch (std::exception const& problem) {
            log_failure("Puzzles can't be read", problem);
            reply(busy());
        }
    };
    if (!is_started_ || !thread_.post(address, std::move(task))) reply(busy());
}

void Puzzles::handle(PersonalRequest const& request, Reply reply) {
    if (auto const wait = requests_.take(request.address, steady_now())) {
        note_limit(Limit::requests, request.address);
        return reply(too_many("Too many requests: wait a little.", *wait));
    }
    std::string_view const target = request.target;
    auto const path = target.substr(0, target.find('?'));
    auto const query = target.substr(std::min(target.size(), path.size() + 1));
    auto const reads = request.method == "GET" || request.method == "HEAD";
    if (path == puzzles_root) {
        if (!reads) return reply(failure(405, "This can't be done here."));
        auto const* game = find_game(parameter(query, "game").value_or(""));
        if (!game) return reply(failure(404, "There is no such game here."));
        return post(request.address, reply, [this, id = std::string(game->id())] { return list(id); });
    }
    std::string const id(path.substr(std::min(path.size(), puzzles_root.size() + 1)));
    if (!is_id(id)) return reply(no_puzzle());
    if (reads) return post(request.address, reply, [this, id] { return show(id); });
    if (request.method != "POST") return reply(failure(405, "This can't be done here."));
    if (!is_json(request.content_type)) return reply(failure(403, "A body is application/json here."));
    auto attempt = body_of<PuzzleAttempt>(request);
    if (auto* wrong = std::get_if<HttpReply>(&attempt)) return reply(std::move(*wrong));
    auto action = std::move(std::get<PuzzleAttempt>(attempt).action.text);
    post(request.address, reply, [this, id, action = std::move(action)] { return judge(id, action); });
}

// On the thread.

HttpReply Puzzles::list(std::string const& game) {
    return document(codec::to_json(PuzzleList{game, table_->ids(game)}));
}

HttpReply Puzzles::show(std::string const& id) {
    auto const puzzle = table_->find(id);
    if (!puzzle) return no_puzzle();
    return document(codec::to_json(Puzzle{.id = id,
                                          .game = puzzle->game,
                                          .options = {puzzle->options},
                                          .seats = puzzle->seats,
                                          .seat = Seat(puzzle->seat),
                                          .view = {puzzle->view},
                                          .legal = {puzzle->legal}}));
}

HttpReply Puzzles::judge(std::string const& id, std::string const& action) {
    auto const puzzle = table_->find(id);
    auto const* game = puzzle ? find_game(puzzle->game) : nullptr;
    if (!game) return no_puzzle();
    // The game's bots know nothing of other actions.
    auto const tried = fits(puzzle->legal, action) ? game->move_key(action) : std::nullopt;
    if (!tried) return failure(400, "Bad body: this action is not allowed there.");
    auto compared = codec::Decoder().read_text<std::vector<ValuedAction>>(puzzle->compared);
    if (!compared || compared->empty()) throw StoreFailure("A puzzle in the store can't be read.");
    auto const found =
        std::ranges::find_if(*compared, [&](auto const& one) { return game->move_key(one.action.text) == tried; });
    auto const value = found == compared->end() ? Nullable<double>() : Nullable<double>(found->value);
    auto const is_best = found == compared->begin();
    auto best = compared->front();
    compared->erase(compared->begin());
    return document(codec::to_json(PuzzleSolution{.right = is_best,
                                                  .value = value,
                                                  .best = std::move(best),
                                                  .others = std::move(*compared),
                                                  .room = puzzle->room,
                                                  .match = puzzle->match,
                                                  .actions = puzzle->actions}));
}

} // namespace tefuda::server
