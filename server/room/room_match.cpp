#include "server/room/room_match.hpp"

#include "server/room/board_rules.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace tefuda::server {

using std::chrono::milliseconds;

RoomMatch::RoomMatch(MatchRecord record, std::optional<ClockSetting> const& clock,
                     std::vector<std::int64_t> const& banks, TimePoint now)
    : record_(std::move(record)), run_(record_), began_(now - milliseconds(record_.actions.last_ms())) {
    auto const actions = std::exchange(record_.actions, {});
    for (auto const& action : actions) {
        if (is_board()) mark_asked_before(action.seat);
        if (run_.act(action.seat, action.action)) throw UnplayableMatch("its actions are against the rules");
        record_.actions.add(action);
        past_.note(run_, record_);
        if (is_board()) update_timed(now);
    }
    if (run_.seq() > 1) run_.forget_events();
    update_timed(now);
    if (!clock || run_.over()) return;
    auto const seats = record_.setup.seats();
    clock_.emplace(*clock, seats);
    timed_out_ = RareSeatList<std::optional<std::int64_t>>(seats);
    if (!banks.empty())
        for (auto const seat : all_seats(seats))
            clock_->set_bank(seat, milliseconds(banks.at(static_cast<std::size_t>(seat.number()))));
    run_clock(now);
}

std::variant<ActionTaken, Illegal> RoomMatch::act(Seat seat, codec::JsonValue action, TimePoint now) {
    if (auto illegal = run_.act(seat, action)) return std::move(*illegal);
    return record_action(seat, action.text(), now, false);
}

std::variant<ActionTaken, Illegal> RoomMatch::act(Seat seat, std::string_view action, TimePoint now, bool by_bot) {
    if (auto illegal = run_.act(seat, action)) return std::move(*illegal);
    return record_action(seat, std::string(action), now, by_bot);
}

/// Records an action that was accepted.
ActionTaken RoomMatch::record_action(Seat seat, std::string action, TimePoint now, bool by_bot) {
    auto const since = std::chrono::duration_cast<milliseconds>(now - began_).count();
    auto const ms = std::max<std::int64_t>(since, record_.actions.last_ms());
    record_.actions.add({seat, action, ms, by_bot});
    past_.note(run_, record_);
    run_clock(now);
    update_timed(now);
    if (run_.over()) clock_.reset();
    return {record_.number, seat, std::move(action), ms, banks(), static_cast<std::int64_t>(record_.actions.size()),
            by_bot};
}

void RoomMatch::run_clock(TimePoint now) {
    if (!clock_) return;
    PerSeat<MatchClock::Waiting> waiting(record_.setup.seats());
    for (auto const seat : run_.to_act()) waiting[seat] = run_.decision(seat);
    clock_->wait_for(waiting, now);
}

void RoomMatch::update_timed(TimePoint now) {
    auto moves = run_.over() ? std::vector<TimedMove>() : run_.timed_moves();
    if (moves.empty() && timed_.empty()) return;
    // A bot that wanted such an action has to decide again.
    for (auto const seat : timed_.update(std::move(moves), now)) forget_bot_task(seat);
}

std::optional<TimedMove> RoomMatch::due_move(RoomState const& state, TimePoint now) const {
    return timed_.due([&](TimedMove const& move) { return applies(state, move); }, now);
}

std::vector<std::int64_t> RoomMatch::banks() const {
    return banks_by([&](Seat seat) { return clock_->bank(seat); });
}

std::vector<std::int64_t> RoomMatch::banks_left(TimePoint now) const {
    return banks_by([&](Seat seat) { return clock_->bank_left(seat, now); });
}

template <class BankOf>
std::vector<std::int64_t> RoomMatch::banks_by(BankOf const& bank_of) const {
    std::vector<std::int64_t> banks;
    if (!clock_) return banks;
    for (auto const seat : all_seats(record_.setup.seats()))
        banks.push_back(std::chrono::duration_cast<milliseconds>(bank_of(seat)).count());
    return banks;
}

std::optional<TimePoint> RoomMatch::next_bank_save(RoomState const& state) const {
    constexpr Duration shortest = std::chrono::seconds(1), longest = std::chrono::minutes(1);
    std::optional<TimePoint> first;
    if (!clock_) return first;
    auto const most = std::max(longest, seconds(state.setting.clock->bank / 100));
    for (auto const seat : run_.to_act()) {
        auto const begins = clock_->bank_begins(seat);
        if (!begins || bot_decides(state, seat)) continue;
        // What a crash gives back is at most as much as was used before, or small beside the bank.
        auto const last = std::max(*begins, banks_noted_);
        auto const due = last + std::clamp(last - *begins, shortest, most);
        // A bot acts then, and its action is stored with the banks.
        if (due >= clock_->deadline(seat)) continue;
        if (!first || due < *first) first = due;
    }
    return first;
}

std::optional<TimePoint> RoomMatch::deadline(RoomState const& state) const {
    auto first = timed_.deadline([&](TimedMove const& move) { return applies(state, move); });
    auto const note = [&](std::optional<TimePoint> due) {
        if (due && (!first || *due < *first)) first = due;
    };
    for (auto const seat : all_seats(record_.setup.seats()))
        if (state.seats[seat].bot_plays && to_ask(state, seat)) note(bot_from(state, seat));
    if (!clock_) return first;
    for (auto const seat : run_.to_act())
        if (!bot_decides(state, seat)) note(clock_->deadline(seat));
    return first;
}

std::optional<TimePoint> RoomMatch::applies(RoomState const& state, TimedMove const& move) const {
    if (!move.bots_only) return TimePoint::min();
    return bot_decides(state, move.seat) ? std::optional(bot_from(state, move.seat)) : std::nullopt;
}

void RoomMatch::check_clock(TimePoint now) {
    if (!clock_) return;
    for (auto const seat : run_.to_act())
        if (auto const due = clock_->deadline(seat); due && *due <= now) timed_out_[seat] = run_.decision(seat);
}

bool RoomMatch::bot_decides(RoomState const& state, Seat seat) const {
    return state.seats[seat].played_by_bot() || (clock_ && timed_out_[seat] && timed_out_[seat] == run_.decision(seat));
}

TimePoint RoomMatch::bot_from(RoomState const& state, Seat seat) {
    auto const& sits = state.seats[seat];
    return sits.bot_plays ? sits.bot_from : TimePoint::min();
}

std::optional<AskedDecision> RoomMatch::to_ask(RoomState const& state, Seat seat) const {
    auto const decision = run_.decision(seat);
    if (!decision || !bot_decides(state, seat)) return std::nullopt;
    auto const asked = AskedDecision{*decision, run_.waits_for(seat)};
    return asked_.seats() > 0 && asked_[seat] == asked ? std::nullopt : std::optional(asked);
}

/// Bots that were asked before this seat acted, and left it to others, are not asked again: a board that is taken up
/// goes on as it would have gone.
void RoomMatch::mark_asked_before(Seat actor) {
    auto const seats = record_.setup.seats();
    if (asked_.seats() == 0) asked_ = RareSeatList<std::optional<AskedDecision>>(seats);
    for (auto const seat : all_seats(seats)) {
        auto const comes_first = seat != board_seat && (actor == board_seat || seat.number() <= actor.number());
        if (auto const decision = run_.decision(seat); comes_first && decision)
            asked_[seat] = AskedDecision{*decision, run_.waits_for(seat)};
    }
}

std::vector<BotTask> RoomMatch::new_bot_tasks(RoomState const& state, TimePoint now) {
    std::vector<BotTask> tasks;
    if (awaited_) return tasks;
    auto const seats = record_.setup.seats();
    for (auto const seat : all_seats(seats)) {
        auto const asked = to_ask(state, seat);
        if (!asked || now < bot_from(state, seat)) continue;
        if (asked_.seats() == 0) asked_ = RareSeatList<std::optional<AskedDecision>>(seats);
        asked_[seat] = asked;
        tasks.push_back(in_turn({seat, asked->decision, state.seats[seat].level, asked->must_act, run_.legal(seat),
                                 run_.bot_view_of(seat), bot_seed_of(record_, seat, asked->decision),
                                 record_.setup.game->seldom()}));
        if (is_board()) break;
    }
    return tasks;
}

/// At a board the next bot waits for the answer.
BotTask RoomMatch::in_turn(BotTask task) {
    if (!is_board()) return task;
    task.is_awaited = true;
    awaited_ = std::make_shared<BotTask const>(task);
    return task;
}

BotTask RoomMatch::random_task(Seat seat) {
    auto const decision = *run_.decision(seat);
    return in_turn({seat, decision, BotLevel::easy, true, run_.legal(seat), nullptr,
                    bot_seed_of(record_, seat, decision, ++useless_answers_), record_.setup.game->seldom()});
}

BotTask RoomMatch::advice_task(Seat seat) const {
    return {seat, *run_.decision(seat), BotLevel::hard, run_.waits_for(seat), run_.legal(seat), run_.bot_view_of(seat)};
}

void RoomMatch::forget_bot_task(Seat seat) {
    if (asked_.seats() > 0) asked_[seat].reset();
}

void RoomMatch::append_update(codec::JsonText& out, Observer observer, MatchRun::Form form, TimePoint now) const {
    std::optional<std::int64_t> deadline_ms;
    if (auto const due = clock_ ? clock_->deadline_for(observer) : std::nullopt)
        deadline_ms = std::max<std::int64_t>(0, std::chrono::duration_cast<milliseconds>(*due - now).count());
    run_.append_update(out, observer, form, deadline_ms);
}

void RoomMatches::begin(MatchRecord record, std::optional<ClockSetting> const& clock,
                        std::vector<std::int64_t> const& banks, TimePoint now) {
    // Kept until the transaction ends: rolling back plays it again.
    if (newest_) earlier_.push_back(newest_->record());
    newest_.emplace(std::move(record), clock, banks, now);
    count();
}

void RoomMatches::count() {
    std::size_t bytes = newest_ ? newest_->record().actions.bytes().capacity() : 0;
    // Where no store has them they stay, with names, entropy and seed: measured, 1.8 KiB without the actions.
    constexpr std::size_t bytes_of_setup = 2048;
    for (auto const& match : earlier_) bytes += match.actions.bytes().capacity() + bytes_of_setup;
    bytes_.set(bytes);
}

MatchRecord const* RoomMatches::finished(int number) const {
    if (newest_ && newest_->record().number == number) return newest_->run().over() ? &newest_->record() : nullptr;
    auto const found = std::ranges::find(earlier_, number, &MatchRecord::number);
    return found == earlier_.end() ? nullptr : &*found;
}

void RoomMatches::begin_transaction() {
    number_ = newest_ ? newest_->record().number : 0;
    actions_ = newest_ ? newest_->record().actions.size() : 0;
    banks_ = newest_ ? newest_->banks() : std::vector<std::int64_t>();
}

void RoomMatches::commit(bool forget_earlier) {
    std::vector<std::int64_t>().swap(banks_);
    if (forget_earlier) earlier_.clear();
    // In memory alone a room keeps its last matches only.
    constexpr std::size_t most_earlier = 100;
    if (earlier_.size() > most_earlier) earlier_.erase(earlier_.begin(), earlier_.end() - most_earlier);
    count();
}

void RoomMatches::roll_back(std::optional<ClockSetting> const& clock, TimePoint now) {
    if (number_ == 0) {
        newest_.reset();
        earlier_.clear();
        return;
    }
    // The newest, or one behind those that the transaction began.
    auto const began = std::ranges::find(earlier_, number_, &MatchRecord::number);
    auto const is_same = began == earlier_.end();
    // What the running decisions have used of the banks stays used, unless an action of the transaction ended one.
    auto const banks = is_same && newest_->record().actions.size() == actions_ ? newest_->banks_left(now) : banks_;
    auto record = is_same ? MatchRecord(newest_->record()) : std::move(*began);
    earlier_.erase(began, earlier_.end());
    auto const actions = std::exchange(record.actions, {});
    for (auto const& action : actions)
        if (record.actions.size() < actions_) record.actions.add(action);
    // Also where it has no other actions: bots are to be asked again, and clocks begin their decisions anew.
    newest_.emplace(std::move(record), clock, banks, now);
}

} // namespace tefuda::server
