// What a room says, and to whom.
#include "server/room/room.hpp"

#include "protocol/codec/encode.hpp"

namespace tefuda::server {

std::vector<MemberPtr> Room::members() const {
    std::vector<MemberPtr> members;
    for (auto const& connection : connections_)
        if (connection) members.push_back(connection);
    for (auto const& spectator : spectators_) members.push_back(spectator.connection);
    return members;
}

std::string Room::commitment() const {
    return to_hex(commitment_of(state_.server_seed));
}

void Room::send_ok(Turn& turn, std::optional<std::int64_t> seq) const {
    if (turn.id) turn.effects.send(turn.from, codec::to_json(Ok{turn.id, seq}));
}

void Room::send_joined(Turn& turn, Seat seat, MessageId const& re) const {
    turn.effects.send(connections_[seat], codec::to_json(Joined{re, state_.setting.code, seat, tokens_[seat]}));
}

RoomInfo Room::info() const {
    RoomInfo info{.room = state_.setting.code,
                  .game = std::string(state_.setting.game->id()),
                  .options = {state_.setting.options},
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

void Room::send_room(Turn& turn, MemberPtr const& to) {
    auto const now = info();
    if (!last_info_ || *last_info_ != now) {
        send_room_to_all(turn);
    } else if (to) {
        turn.effects.send(to, codec::to_json(now));
    }
}

void Room::send_room_to_all(Turn& turn) {
    last_info_ = std::make_shared<RoomInfo const>(info());
    ++changes_;
    auto const frame = std::make_shared<std::string const>(codec::to_json(*last_info_));
    for (auto const& member : members()) turn.effects.deliveries.push_back({member, frame});
}

std::string Room::update_for(Observer observer, MatchRun::Form form, TimePoint now) const {
    if (auto const due = clock_ ? clock_->deadline_for(observer) : std::nullopt)
        form.deadline_ms =
            std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::milliseconds>(*due - now).count());
    return run_->update(observer, form);
}

void Room::send_updates(Turn& turn) const {
    auto const form_of = [&](UpdateMode mode) {
        return MatchRun::Form{.view = mode == UpdateMode::full || run_->seq() == 1};
    };
    for (auto const seat : all_seats(state_.seats.seats()))
        if (connections_[seat])
            turn.effects.send(connections_[seat], update_for(seat, form_of(state_.seats[seat].updates), turn.now));
    // All spectators know the same: one frame for each form.
    std::array<Frame, 2> frames;
    for (auto const& spectator : spectators_) {
        auto& frame = frames[static_cast<std::size_t>(spectator.updates)];
        if (!frame)
            frame = std::make_shared<std::string const>(
                update_for(Observer::spectator(), form_of(spectator.updates), turn.now));
        turn.effects.deliveries.push_back({spectator.connection, frame});
    }
}

void Room::send_resync(Turn& turn, Observer observer) const {
    turn.effects.send(turn.from, update_for(observer, {.view = true, .resync = true}, turn.now));
}

} // namespace tefuda::server
