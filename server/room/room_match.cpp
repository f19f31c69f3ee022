#include "server/room/room_match.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace tefuda::server {

using std::chrono::milliseconds;

namespace {

/// The seed of a bot's random numbers: of the match's secret seed, so that a match with a fixed deal repeats with its
/// bots, and of nothing that the players do. A hash, so that what a bot does tells nothing of the secret.
std::uint64_t bot_seed_of(MatchRecord const& record, Seat seat, std::int64_t decision, int useless_answers) {
    auto const& secret = record.setup.server_seed;
    std::vector<std::uint8_t> bytes(secret.begin(), secret.end());
    for (auto const number :
         {std::int64_t{record.number}, std::int64_t{seat.number()}, decision, std::int64_t{useless_answers}})
        for (auto const digit : '/' + std::to_string(number)) bytes.push_back(static_cast<std::uint8_t>(digit));
    auto const digest = sha256(bytes);
    std::uint64_t seed = 0;
    for (auto const byte : std::span(digest).first<sizeof seed>()) seed = seed << 8 | byte;
    return seed;
}

} // namespace

RoomMatch::RoomMatch(MatchRecord record, std::optional<ClockSetting> const& clock,
                     std::vector<std::int64_t> const& banks, TimePoint now)
    : record_(std::move(record)), run_(record_), began_(now - milliseconds(record_.actions.last_ms())) {
    for (auto const& action : record_.actions)
        if (run_.act(action.seat, action.action)) throw std::runtime_error("its match can't be played again");
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
    return take(seat, action.text(), now);
}

std::variant<ActionTaken, Illegal> RoomMatch::act(Seat seat, std::string_view action, TimePoint now) {
    if (auto illegal = run_.act(seat, action)) return std::move(*illegal);
    return take(seat, std::string(action), now);
}

/// Records an action that was accepted.
ActionTaken RoomMatch::take(Seat seat, std::string action, TimePoint now) {
    auto const since = std::chrono::duration_cast<milliseconds>(now - began_).count();
    auto const ms = std::max<std::int64_t>(since, record_.actions.last_ms());
    record_.actions.add(seat, action, ms);
    run_clock(now);
    update_timed(now);
    if (run_.over()) clock_.reset();
    return {record_.number, seat, std::move(action), ms, banks(), static_cast<std::int64_t>(record_.actions.size())};
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
    std::vector<std::int64_t> banks;
    if (!clock_) return banks;
    for (auto const seat : all_seats(record_.setup.seats()))
        banks.push_back(std::chrono::duration_cast<milliseconds>(clock_->bank(seat)).count());
    return banks;
}

std::vector<std::int64_t> RoomMatch::banks_left(TimePoint now) const {
    std::vector<std::int64_t> banks;
    if (!clock_) return banks;
    for (auto const seat : all_seats(record_.setup.seats()))
        banks.push_back(std::chrono::duration_cast<milliseconds>(clock_->bank_left(seat, now)).count());
    return banks;
}

std::optional<TimePoint> RoomMatch::next_bank_note(RoomState const& state) const {
    constexpr std::chrono::seconds interval(1);
    std::optional<TimePoint> first;
    if (!clock_) return first;
    for (auto const seat : run_.to_act()) {
        auto const begins = clock_->bank_begins(seat);
        if (!begins || bot_decides(state, seat)) continue;
        auto const due = std::max(*begins, banks_noted_) + interval;
        // A bot acts then, and its action is stored with the banks.
        if (due >= clock_->deadline(seat)) continue;
        if (!first || due < *first) first = due;
    }
    return first;
}

std::optional<TimePoint> RoomMatch::deadline(RoomState const& state) const {
    auto first = timed_.deadline([&](TimedMove const& move) { return applies(state, move); });
    if (!clock_) return first;
    for (auto const seat : run_.to_act()) {
        if (bot_decides(state, seat)) continue;
        if (auto const due = clock_->deadline(seat); due && (!first || *due < *first)) first = due;
    }
    return first;
}

void RoomMatch::check_clock(TimePoint now) {
    if (!clock_) return;
    for (auto const seat : run_.to_act())
        if (auto const due = clock_->deadline(seat); due && *due <= now) timed_out_[seat] = run_.decision(seat);
}

void RoomMatch::restart_clock(Seat seat, TimePoint now) {
    if (clock_) clock_->restart(seat, now);
}

bool RoomMatch::bot_decides(RoomState const& state, Seat seat) const {
    return state.seats[seat].played_by_bot() || (clock_ && timed_out_[seat] && timed_out_[seat] == run_.decision(seat));
}

std::vector<BotTask> RoomMatch::new_bot_tasks(RoomState const& state) {
    std::vector<BotTask> tasks;
    auto const seats = record_.setup.seats();
    for (auto const seat : all_seats(seats)) {
        auto const decision = run_.decision(seat);
        if (!decision || !bot_decides(state, seat)) continue;
        auto const must_act = run_.waits_for(seat);
        auto const asked = Asked{*decision, must_act};
        if (asked_.seats() == 0) asked_ = RareSeatList<std::optional<Asked>>(seats);
        if (asked_[seat] == asked) continue;
        asked_[seat] = asked;
        auto const level = state.seats[seat].level;
        tasks.push_back({seat, *decision, level, must_act, run_.legal(seat),
                         level == BotLevel::easy ? nullptr : run_.bot_view_of(seat),
                         bot_seed_of(record_, seat, *decision, 0)});
    }
    return tasks;
}

BotTask RoomMatch::random_task(Seat seat) {
    auto const decision = *run_.decision(seat);
    return {seat,
            decision,
            BotLevel::easy,
            true,
            run_.legal(seat),
            nullptr,
            bot_seed_of(record_, seat, decision, ++useless_answers_)};
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

} // namespace tefuda::server
