#include "server/bots/bot_match.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tefuda::server {

BotMatch::BotMatch(MatchRecord record, SeatList<BotLevel> levels, Seat person)
    : record_(std::move(record)), run_(record_), levels_(std::move(levels)), left_(record_.setup.seats()) {
    for (auto const& action : record_.actions)
        if (run_.act(action.seat, action.action)) throw UnplayableMatch("its actions are against the rules");
    for (auto const seat : all_seats(record_.setup.seats()))
        if (seat != person) order_.push_back(seat);
    order_.push_back(person);
    run_.forget_events();
    if (!run_.over()) timed_ = run_.timed_moves();
}

bool BotMatch::step(search::Budget const& budget) {
    if (run_.over()) return false;
    auto const acted = std::ranges::any_of(order_, [&](Seat seat) { return ask(seat, budget); });
    if (!acted) {
        // Nobody wants to act: so much time passes that the first timed move is due.
        auto first = timed_.end();
        for (auto move = timed_.begin(); move != timed_.end(); ++move)
            if (move->after && (first == timed_.end() || *move->after < *first->after)) first = move;
        if (first == timed_.end()) throw std::runtime_error("no bot acts");
        auto const move = *first;
        if (!act(move.seat, move.action)) throw std::runtime_error("a timed move is against the rules");
    }
    return !run_.over();
}

bool BotMatch::ask(Seat seat, search::Budget const& budget) {
    auto const decision = run_.decision(seat);
    if (!decision) return false;
    auto const asked = AskedDecision{*decision, run_.waits_for(seat)};
    if (left_[seat] == asked) return false;
    BotTask const task{seat,
                       *decision,
                       levels_[seat],
                       asked.must_act,
                       run_.legal(seat),
                       run_.bot_view_of(seat),
                       bot_seed_of(record_, seat, *decision),
                       record_.setup.game->seldom()};
    BotRandom random(task.seed);
    auto const action = choose(task, budget, random);
    auto const is_sent_later = [&](TimedMove const& move) { return move.is(seat, *action); };
    if (action && std::ranges::none_of(timed_, is_sent_later)) return act(seat, *action) || act_at_random(seat);
    left_[seat] = asked;
    return false;
}

/// For a bot whose answer could not be used.
bool BotMatch::act_at_random(Seat seat) {
    if (!run_.waits_for(seat)) return false;
    auto const decision = *run_.decision(seat);
    for (;;) {
        BotTask const task{
            seat, decision, BotLevel::easy, true, run_.legal(seat), nullptr, 0, record_.setup.game->seldom()};
        BotRandom random(bot_seed_of(record_, seat, decision, ++useless_answers_));
        if (auto const action = choose_easy(task, random); action && act(seat, *action)) return true;
    }
}

bool BotMatch::act(Seat seat, std::string_view action) {
    if (run_.act(seat, action)) return false;
    run_.forget_events();
    auto now = run_.over() ? std::vector<TimedMove>() : run_.timed_moves();
    // A bot that left its decision to such a move decides again when the move is gone.
    for (auto const& before : timed_)
        if (std::ranges::none_of(now, [&](TimedMove const& move) { return move.is_same(before); }))
            left_[before.seat].reset();
    timed_ = std::move(now);
    return true;
}

} // namespace tefuda::server
