// A room that outlasts its process: what is stored of it, taking back what can't be, and beginning again from it.
#include "server/journal/stored_form.hpp"
#include "server/room/room.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace tefuda::server {

Room::Room(RoomState state, RandomBytes random, TimePoint now)
    : random_(std::move(random)), metrics_(game_metrics(state.setting.game->id())), state_(std::move(state)) {
    auto const seats = state_.seats.seats();
    connections_ = SeatList<ClientSessionPtr>(seats);
    tokens_ = SeatList<Token>(seats);
    begin_again(now);
    saved_ = stored_form(state_);
}

/// Plays the last match again as far as its record goes.
void Room::begin_again(TimePoint now) {
    run_.reset();
    clock_.reset();
    auto const* record = last_match();
    if (!record) return;
    run_.emplace(*record);
    for (auto const& action : record->actions)
        if (run_->act(action.seat, action.action)) throw std::runtime_error("its match can't be played again");
    run_->forget_events();
    if (playing() == run_->over()) throw std::runtime_error("its match is neither on nor over");
    if (!playing()) return;
    auto const seats = state_.seats.seats();
    match_began_ = now - std::chrono::milliseconds(record->actions.last_ms());
    asked_ = {};
    set_up_clock();
    if (!clock_) return;
    if (state_.banks.seats() == seats)
        for (auto const seat : all_seats(seats)) clock_->set_bank(seat, state_.banks[seat]);
    run_clock(now);
}

Effects Room::wake(TimePoint now) {
    Effects effects;
    Turn turn{nobody, no_id, now, effects};
    save_if_changed(turn);
    if (begin_match_if_ready(turn)) {
        save_if_changed(turn);
    } else {
        give_bots_their_tasks(turn);
    }
    return effects;
}

void Room::begin_unit() {
    auto const* record = last_match();
    unit_ = record ? UnitBegin{record->number, static_cast<std::uint32_t>(record->actions.size())} : UnitBegin{0, 0};
    undo_.reset();
    // Most rooms have neither clocks nor bots.
    if (!clock_ && state_.banks.seats() == 0 && asked_.seats() == 0) return;
    undo_ = std::make_unique<Undo>();
    undo_->banks = state_.banks;
    undo_->clock = clock_;
    undo_->asked = asked_;
    undo_->timed_out = timed_out_;
}

Room::Undo& Room::undo_of_unit() {
    if (!undo_) undo_ = std::make_unique<Undo>();
    return *undo_;
}

void Room::keep_rest() {
    if (!is_journaled() || (undo_ && undo_->rest)) return;
    undo_of_unit().rest = std::make_unique<Undo::Rest>(
        Undo::Rest{state_.setting, state_.seats, state_.host, state_.status, state_.match, state_.server_seed,
                   state_.decisions, connections_, tokens_, spectators_, match_began_, last_info_, changes_});
}

void Room::undo() {
    auto& undo = undo_of_unit();
    if (auto& rest = undo.rest) {
        state_.setting = std::move(rest->setting);
        state_.seats = std::move(rest->seats);
        state_.host = rest->host;
        state_.status = rest->status;
        state_.match = rest->match;
        state_.server_seed = rest->server_seed;
        state_.decisions = std::move(rest->decisions);
        connections_ = std::move(rest->connections);
        tokens_ = std::move(rest->tokens);
        spectators_ = std::move(rest->spectators);
        match_began_ = rest->match_began;
        last_info_ = rest->last_info;
        changes_ = rest->changes;
    }
    std::erase_if(state_.matches, [&](auto const& match) { return match.number > unit_->last_match; });
    if (!state_.matches.empty()) state_.matches.back().actions.keep_first(unit_->actions);
    auto const began = match_began_;
    begin_again({});
    match_began_ = began;
    state_.banks = undo.banks;
    clock_ = undo.clock;
    asked_ = undo.asked;
    timed_out_ = undo.timed_out;
    if (undo.saved) saved_ = std::move(*undo.saved);
    unit_.reset();
    undo_.reset();
}

void Room::save_if_changed(Turn& turn) {
    if (!is_journaled()) return;
    auto text = stored_form(state_);
    if (text == saved_) return;
    turn.effects.changes.add(RoomSaved{text, state_.status == RoomStatus::finished});
    auto before = std::exchange(saved_, std::move(text));
    if (auto& undo = undo_of_unit(); !undo.saved) undo.saved = std::move(before);
}

void Room::store_action(Turn& turn, Seat seat, std::string_view action, std::int64_t ms) {
    if (clock_) {
        state_.banks = {};
        for (auto const other : all_seats(state_.seats.seats()))
            state_.banks.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(clock_->bank(other)));
    }
    turn.effects.changes.add(ActionTaken{state_.match, seat, action, ms, stored_form(state_.banks)});
}

Changes Room::checkpoint() const {
    if (!playing()) return {};
    return {RoomSaved{saved_, false}};
}

bool Room::is_at_rest() const {
    if (has_company()) return false;
    if (!playing()) return true;
    auto const waiting = run_->to_act();
    return !clock_ && std::none_of(waiting.begin(), waiting.end(), [&](Seat seat) { return bot_decides(seat); });
}

} // namespace tefuda::server
