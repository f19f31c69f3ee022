#include "server/daily/puzzles.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/puzzle.hpp"
#include "server/daily/fits.hpp"
#include "server/store/store.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tefuda::server {

namespace {

HttpReply no_puzzle() {
    return failure(404, "There is no such puzzle.");
}

/// Whether this has the form of a puzzle's id: nothing else is looked up in the store.
bool is_id(std::string_view text) {
    constexpr std::size_t digits = 16;
    return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

Puzzles::Puzzles(std::shared_ptr<Sql> sql, BotPool& bots)
    : table_(std::make_shared<PuzzleTable>(std::move(sql))), finder_(bots, table_), thread_("puzzles") {}

void Puzzles::note_match_ended(Room const& room, MatchRecord const& match, Moment const& now) {
    if (room.state().setting.is_public) finder_.add(match, now);
}

void Puzzles::list(CallPtr const& call) {
    auto const* game = find_game(call->query("game").value_or(""));
    if (!game) return call->reply(failure(404, "There is no such game here."));
    reply_by(thread_, call, [this, id = std::string(game->id())] { return list_of(id); });
}

void Puzzles::show(CallPtr const& call) {
    auto const& id = call->parameter("puzzle");
    if (!is_id(id)) return call->reply(no_puzzle());
    reply_by(thread_, call, [this, id] { return shown(id); });
}

void Puzzles::judge(CallPtr const& call) {
    auto const& id = call->parameter("puzzle");
    if (!is_id(id)) return call->reply(no_puzzle());
    auto attempt = call->body<PuzzleAttempt>();
    if (!attempt) return call->reply(attempt.error());
    reply_by(thread_, call, [this, id, action = std::move(attempt->action.text)] { return judged(id, action); });
}

// On the thread.

std::optional<StoredPuzzle> Puzzles::find(std::string const& id) {
    auto const* shipped = shipped_.find(id);
    return shipped ? std::optional(*shipped) : table_->find(id);
}

HttpReply Puzzles::list_of(std::string const& game) {
    auto ids = table_->ids(game);
    std::ranges::move(shipped_.ids(game), std::back_inserter(ids));
    return document(codec::to_json(PuzzleList{game, std::move(ids)}));
}

HttpReply Puzzles::shown(std::string const& id) {
    auto const puzzle = find(id);
    if (!puzzle) return no_puzzle();
    return document(codec::to_json(Puzzle{.id = id,
                                          .game = puzzle->game,
                                          .options = {puzzle->options},
                                          .seats = puzzle->seats,
                                          .seat = Seat(puzzle->seat),
                                          .view = {puzzle->view},
                                          .legal = {puzzle->legal}}));
}

HttpReply Puzzles::judged(std::string const& id, std::string const& action) {
    auto const puzzle = find(id);
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
