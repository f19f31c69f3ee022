#include "server/room/room_data.hpp"

#include "protocol/codec/encode.hpp"
#include "server/room/room_info.hpp"
#include "server/room/seating.hpp"
#include "server/room/stored_form.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

RoomData::RoomData(RandomBytes random, bool stored, RoomContents contents)
    : random_(std::move(random)), is_stored_(stored), contents_(std::move(contents)),
      spectators_(presence().shared_spectators()) {}

GameMetrics& RoomData::metrics() const {
    auto const* game = state().setting.game;
    if (metrics_.first != game) metrics_ = {game, &game_metrics(game->id())};
    return *metrics_.second;
}

void RoomData::begin_transaction(WallTime now) {
    wall_ = now;
    commit_contents();
    matches_.begin_transaction();
    forget_stored();
}

void RoomData::commit_transaction() {
    commit_contents();
    matches_.commit(is_stored_);
    forget_stored();
}

/// What this transaction has stored and noted is no business of the next one.
void RoomData::forget_stored() {
    saved_.reset();
    noted_.reset();
}

void RoomData::commit_contents() {
    contents_.commit();
    spectators_->commit();
}

void RoomData::roll_back(TimePoint now) {
    contents_.roll_back();
    spectators_->roll_back();
    forget_stored();
    matches_.roll_back(state().setting.clock, now);
}

void RoomData::emit(Effects& effects, Change change) const {
    auto const* result = std::get_if<ResultSaved>(&change);
    // Nobody could ever read it.
    if (!is_stored_ && result && result->players.empty()) return;
    effects.changes.push_back(std::move(change));
}

/// So that whoever asks for its running games is told of them also while the room is in the store alone: nobody plays
/// the match again for it.
void RoomData::update_awaited() {
    std::vector<Seat> awaited;
    if (is_stored_ && state().playing())
        for (auto const seat : match()->run().to_act()) {
            auto const& sits = state().seats[seat];
            if (sits.player && !sits.bot_plays && !presence().seats[seat].client) awaited.push_back(seat);
        }
    if (awaited != state().awaited) change_state().awaited = std::move(awaited);
}

void RoomData::save_if_changed(Effects& effects) {
    update_awaited();
    auto const* before = contents_.before();
    if (before) save_players(before->state, effects);
    if (!is_stored_ || (contents().is_saved && !before)) return;
    auto form = stored_form(state());
    if (contents().is_saved && form == (saved_ ? *saved_ : stored_form(before->state))) return;
    saved_ = std::make_unique<SavedRoom>(form);
    change().is_saved = true;
    effects.changes.push_back(RoomSaved{std::move(form)});
}

void RoomData::save_players(RoomState const& before, Effects& effects) {
    auto now = players_of(state());
    if (now == (noted_ ? *noted_ : players_of(before))) return;
    noted_ = std::make_unique<RoomPlayers>(now);
    emit(effects, std::move(now));
}

void RoomData::send_room(CommandContext& command, ParticipantPtr const& to) {
    constexpr std::chrono::seconds between_numbers(1);
    auto info = info_of(state(), presence());
    auto const text = codec::to_json(info);
    auto const hash = sha256_of(std::exchange(info.spectators, 0) == 0 ? text : codec::to_json(info));
    auto const is_new = contents().last_info != hash;
    auto const due = room_due();
    if (is_new || (due && *due <= command.now)) {
        auto& sent = change();
        sent.last_info = hash;
        sent.last_spectators = presence().spectators().size();
        if (!is_new) sent.next_spectators = command.now + between_numbers;
        ++sent.version;
        messages().to_all(command.effects, text);
    } else if (to) {
        command.effects.messages.add(to, text);
    }
}

std::optional<TimePoint> RoomData::clock_stops() const {
    if (!state().playing() || !match()->has_running_clock() || presence().is_anybody_here()) return std::nullopt;
    auto last = TimePoint::min();
    for (auto const& seat : presence().seats) last = std::max(last, seat.gone_since);
    return last + std::chrono::hours(1);
}

std::optional<TimePoint> RoomData::room_due() const {
    if (presence().spectators().size() == contents().last_spectators) return std::nullopt;
    return contents().next_spectators;
}

void RoomData::send_room_to_all(CommandContext& command) {
    change().last_info.reset();
    send_room(command);
}

} // namespace tefuda::server
