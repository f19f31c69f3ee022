// What a room says, and to whom.
#include "server/room/room.hpp"

#include "protocol/codec/encode.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

bool Room::has_company() const {
    return !spectators_.empty() || std::any_of(connections_.begin(), connections_.end(),
                                               [](auto const& connection) { return connection != nullptr; });
}

void Room::send_to_all(Turn& turn, std::string_view text) const {
    turn.effects.deliveries.write() += text;
    for (auto const& connection : connections_)
        if (connection) turn.effects.deliveries.to(connection);
    for (auto const& spectator : spectators_) turn.effects.deliveries.to(spectator.connection);
}
std::string Room::commitment() const {
    return to_hex(commitment_of(state_.server_seed));
}

void Room::send_ok(Turn& turn, std::optional<std::int64_t> seq) const {
    if (turn.id) turn.effects.send(turn.from, codec::to_json(Ok{turn.id, seq}));
}

void Room::send_joined(Turn& turn, Seat seat, MessageId const& re) const {
    turn.effects.send(connections_[seat],
                      codec::to_json(Joined{re, state_.setting.code, seat, text_of(tokens_[seat])}));
}

RoomInfo Room::info() const {
    RoomInfo info{.room = state_.setting.code,
                  .game = std::string(state_.setting.game->id()),
                  .options = {std::string(state_.setting.options)},
                  .status = state_.status,
                  .seats = {},
                  .spectators = static_cast<int>(spectators_.size()),
                  .public_ = state_.setting.is_public,
                  .clock = state_.setting.clock,
                  .match = state_.match,
                  .commitment = commitment()};
    for (auto const seat : all_seats(state_.seats.seats())) {
        auto const& state = state_.seats[seat];
        auto const empty = state.kind == SeatKind::empty;
        auto const here = state.kind == SeatKind::bot || (connections_[seat] && !state.bot_plays);
        info.seats.push_back({.seat = seat,
                              .name = empty ? Nullable<std::string>() : Nullable<std::string>(state.name),
                              .kind = state.kind,
                              .connected = here,
                              .host = state_.host == seat,
                              .bot_plays = state.bot_plays ? std::optional(true) : std::nullopt});
    }
    return info;
}

RoomSummary Room::summary() const {
    auto const full = info();
    RoomSummary summary{.room = full.room,
                        .game = full.game,
                        .options = full.options,
                        .status = full.status,
                        .seats = {},
                        .spectators = full.spectators,
                        .clock = full.clock,
                        .match = full.match,
                        .commitment = full.commitment};
    for (auto const& seat : full.seats) summary.seats.push_back({seat.seat, seat.name, seat.kind});
    return summary;
}

void Room::send_room(Turn& turn, ClientSessionPtr const& to) {
    auto const text = codec::to_json(info());
    if (auto const hash = hash_of(text); last_info_ != hash) {
        last_info_ = hash;
        ++changes_;
        send_to_all(turn, text);
    } else if (to) {
        turn.effects.send(to, text);
    }
}

void Room::send_room_to_all(Turn& turn) {
    last_info_.reset();
    send_room(turn);
}

void Room::write_update(Effects& effects, ClientSessionPtr const& from, MessageId const& id) {
    if (!effects.update_due) return;
    Turn turn{from, id, *effects.update_due, effects};
    effects.update_due.reset();
    if (effects.acted) send_ok(turn, run_->seq());
    send_updates(turn);
    run_->forget_events();
}

void Room::write_update_for(Turn& turn, Observer observer, MatchRun::Form form) const {
    std::optional<std::int64_t> deadline_ms;
    if (auto const due = clock_ ? clock_->deadline_for(observer) : std::nullopt)
        deadline_ms =
            std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::milliseconds>(*due - turn.now).count());
    run_->append_update(turn.effects.deliveries.write(), observer, form, deadline_ms);
}

void Room::send_updates(Turn& turn) const {
    auto const form_of = [&](UpdateMode mode) {
        return MatchRun::Form{.view = mode == UpdateMode::full || run_->seq() == 1};
    };
    for (auto const seat : all_seats(state_.seats.seats())) {
        if (!connections_[seat]) continue;
        write_update_for(turn, seat, form_of(state_.seats[seat].updates));
        turn.effects.deliveries.to(connections_[seat]);
    }
    // All spectators know the same: one text for each form.
    for (auto const mode : {UpdateMode::full, UpdateMode::events}) {
        auto written = false;
        for (auto const& spectator : spectators_) {
            if (spectator.updates != mode) continue;
            if (!std::exchange(written, true)) write_update_for(turn, Observer::spectator(), form_of(mode));
            turn.effects.deliveries.to(spectator.connection);
        }
    }
}

void Room::send_resync(Turn& turn, Observer observer) const {
    write_update_for(turn, observer, {.view = true, .resync = true});
    turn.effects.deliveries.to(turn.from);
}

} // namespace tefuda::server
