// The matches of a room: beginning, acting, clocks and bots, and the end.
#include "server/journal/stored_form.hpp"
#include "server/metrics/logging.hpp"
#include "server/room/room.hpp"

#include <algorithm>

namespace tefuda::server {

void Room::draw_seed() {
    random_(state_.server_seed);
}

bool Room::begin_match_if_ready(Turn& turn) {
    if (playing() || has_empty_seat()) return false;
    if (state_.status == RoomStatus::finished) {
        auto const is_human = [](SeatState const& seat) { return !seat.played_by_bot(); };
        auto const unasked = [&](SeatState const& seat) { return is_human(seat) && !seat.wants_rematch; };
        if (std::none_of(state_.seats.begin(), state_.seats.end(), is_human) ||
            std::any_of(state_.seats.begin(), state_.seats.end(), unasked))
            return false;
    }
    begin_match(turn);
    return true;
}

void Room::begin_match(Turn& turn) {
    keep_rest();
    MatchRecord record;
    record.room = state_.setting.code;
    record.number = state_.match;
    record.decisions_before = state_.decisions;
    record.setup.game = state_.setting.game;
    record.setup.options = state_.setting.options;
    record.setup.server_seed = state_.server_seed;
    if (state_.match == 1) record.setup.fixed_shuffles = state_.setting.fixed_shuffles;
    for (auto& seat : state_.seats) {
        record.setup.names.push_back(seat.name);
        record.setup.entropies.push_back(seat.entropy);
        seat.wants_rematch = false;
        seat.updates_since = 0;
    }

    auto const seats = state_.seats.seats();
    if (is_journaled()) {
        turn.effects.changes.add(MatchBegun{record.number, stored_form(record)});
        std::erase_if(state_.matches,
                      [&](auto const& match) { return match.number < std::min(record.number - 1, unit_->last_match); });
    }
    run_.emplace(record);
    state_.matches.push_back(std::move(record));
    state_.status = RoomStatus::playing;
    state_.banks = {};
    match_began_ = turn.now;
    asked_ = {};
    set_up_clock();

    turn.effects.notes.push_back([&metrics = metrics_.get(), code = state_.setting.code, match = state_.match,
                                  game = state_.setting.game->id(), seats] {
        metrics.matches_begun.add();
        log_event("Match begun",
                  {{"room", code}, {"match", std::int64_t{match}}, {"game", game}, {"seats", std::int64_t{seats}}});
    });
    run_clock(turn.now);
    send_room_to_all(turn);
    after_update(turn);
}

/// Everybody gets the newest update; then the match goes on or ends.
void Room::after_update(Turn& turn) {
    turn.effects.update_due = turn.now;
    if (run_->over()) {
        write_update(turn.effects, turn.from, turn.id);
        end_match(turn);
    } else {
        give_bots_their_tasks(turn);
    }
}

void Room::end_match(Turn& turn) {
    keep_rest();
    note_end(turn);
    turn.effects.match_ended = true;
    if (is_journaled()) turn.effects.changes.add(MatchEnded{state_.match});
    state_.status = RoomStatus::finished;
    state_.decisions = run_->decisions_reached();
    ++state_.match;
    clock_.reset();
    draw_seed();
    send_room(turn);
    save_if_changed(turn);
}

void Room::note_end(Turn& turn) const {
    auto const& actions = last_match()->actions;
    turn.effects.notes.push_back([&metrics = metrics_.get(), code = state_.setting.code, match = state_.match,
                                  game = state_.setting.game->id(), result = run_->result(), count = actions.size(),
                                  ms = actions.last_ms()] {
        metrics.matches_ended.add();
        log_event("Match ended", {{"room", code},
                                  {"match", std::int64_t{match}},
                                  {"game", game},
                                  {"reason", codec::JsonTree::parse(result)->root().find("reason")->string()},
                                  {"actions", static_cast<std::int64_t>(count)},
                                  {"seconds", static_cast<double>(ms) / 1000}});
    });
}

Room::Refused Room::on(Turn& turn, Act const& message) {
    if (playing()) state_.matches.back().actions.fetch();
    auto const seat = seat_of(turn.from);
    if (!seat) return Rejection{ErrorCode::not_seated, "You have no seat in this room."};
    if (!playing()) return Rejection{ErrorCode::not_playing, "No match is on."};
    auto const decision = run_->decision(*seat);
    if (!decision || static_cast<double>(*decision) != message.decision.value) {
        count_refused(Actor::client, ActionResult::stale);
        if (!decision) return Rejection{ErrorCode::stale_decision, "You have nothing to decide now."};
        return Rejection{ErrorCode::stale_decision, "Your decision is number " + std::to_string(*decision) + " now."};
    }
    if (auto illegal = run_->act(*seat, message.action.value())) {
        count_refused(Actor::client, ActionResult::illegal);
        return Rejection{ErrorCode::illegal_action, std::move(illegal->reason)};
    }
    turn.effects.acted = Actor::client;
    codec::JsonText action;
    message.action.value().append_to(action);
    acted(turn, *seat, action.view());
    return std::nullopt;
}

/// Notes an action that was accepted, and tells everybody.
void Room::acted(Turn& turn, Seat seat, std::string_view action) {
    auto& actions = state_.matches.back().actions;
    auto const since = std::chrono::duration_cast<std::chrono::milliseconds>(turn.now - match_began_);
    auto const ms = std::max<std::int64_t>(since.count(), actions.last_ms());
    actions.add(seat, action, ms);
    run_clock(turn.now);
    if (is_journaled()) store_action(turn, seat, action, ms);
    after_update(turn);
}

Effects Room::bot_moved(Seat seat, std::int64_t decision, std::string const& action, TimePoint now) {
    Effects effects;
    Turn turn{nobody, no_id, now, effects};
    if (!playing() || run_->decision(seat) != decision || !bot_decides(seat)) {
        count_refused(Actor::bot, ActionResult::stale);
    } else if (run_->act(seat, action)) {
        count_refused(Actor::bot, ActionResult::illegal);
        // So that the match does not stand still.
        turn.effects.bot_tasks.push_back({seat, decision, BotLevel::easy, true, run_->legal(seat)});
    } else {
        turn.effects.acted = Actor::bot;
        acted(turn, seat, action);
    }
    return effects;
}

Effects Room::check_clock(TimePoint now) {
    Effects effects;
    Turn turn{nobody, no_id, now, effects};
    if (!playing() || !clock_) return effects;
    for (auto const seat : run_->to_act())
        if (auto const due = clock_->deadline(seat); due && *due <= now) timed_out_[seat] = run_->decision(seat);
    give_bots_their_tasks(turn);
    return effects;
}

std::optional<TimePoint> Room::deadline() const {
    if (!playing() || !clock_) return std::nullopt;
    std::optional<TimePoint> first;
    for (auto const seat : run_->to_act()) {
        if (bot_decides(seat)) continue;
        if (auto const due = clock_->deadline(seat); due && (!first || *due < *first)) first = due;
    }
    return first;
}

void Room::set_up_clock() {
    clock_.reset();
    timed_out_ = {};
    if (!state_.setting.clock) return;
    auto const seats = state_.seats.seats();
    clock_.emplace(*state_.setting.clock, seats);
    timed_out_ = SeatList<std::optional<std::int64_t>>(seats);
}

void Room::run_clock(TimePoint now) {
    if (!clock_) return;
    PerSeat<MatchClock::Waiting> waiting(state_.seats.seats());
    for (auto const seat : run_->to_act()) waiting[seat] = run_->decision(seat);
    clock_->wait_for(waiting, now);
}

bool Room::bot_decides(Seat seat) const {
    return state_.seats[seat].played_by_bot() ||
           (clock_ && timed_out_[seat] && timed_out_[seat] == run_->decision(seat));
}

void Room::give_bots_their_tasks(Turn& turn) {
    if (!playing()) return;
    auto const waiting = run_->to_act();
    for (auto const seat : all_seats(state_.seats.seats())) {
        auto const decision = run_->decision(seat);
        if (!decision || !bot_decides(seat)) continue;
        auto const must_act = std::find(waiting.begin(), waiting.end(), seat) != waiting.end();
        auto const asked = Asked{*decision, must_act};
        if (asked_.seats() == 0) asked_ = SeatList<std::optional<Asked>>(state_.seats.seats());
        if (asked_[seat] == asked) continue;
        asked_[seat] = asked;
        auto const level = state_.seats[seat].level;
        turn.effects.bot_tasks.push_back({seat, *decision, level, must_act, run_->legal(seat),
                                          level == BotLevel::easy ? nullptr : run_->bot_view_of(seat)});
    }
}

void Room::resend_missed(Turn& turn, Seat seat, Resume const& message, std::int64_t held_since) {
    auto const* record = last_match();
    if (!record || !message.since) return;
    if (message.match && message.match->as_int() != record->number) return;
    auto const since = message.since->as_int();
    if (!since || *since < 1 || *since < held_since || *since >= run_->seq()) return;

    // A match played again gives the same updates, so none has to be kept.
    auto const full = state_.seats[seat].updates == UpdateMode::full;
    MatchRun again(*record);
    for (auto const& action : record->actions) {
        again.act(action.seat, action.action);
        if (again.seq() <= *since) continue;
        again.append_update(turn.effects.deliveries.write(), seat, {.view = full});
        turn.effects.deliveries.to(turn.from);
    }
}

MatchRecord const* Room::last_match() const {
    return state_.matches.empty() ? nullptr : &state_.matches.back();
}

MatchRecord const* Room::finished_match(int number) const {
    if (is_being_played(number)) return nullptr;
    auto const found = std::ranges::find(state_.matches, number, &MatchRecord::number);
    return found == state_.matches.end() ? nullptr : &*found;
}

bool Room::is_being_played(int number) const {
    return playing() && number == state_.match;
}

} // namespace tefuda::server
