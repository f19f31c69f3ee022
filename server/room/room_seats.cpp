// Who takes and leaves the seats of a room, and who watches.
#include "protocol/codec/encode.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room.hpp"
#include "server/room/seating.hpp"
#include "server/room/stored_form.hpp"

#include <openssl/crypto.h>

#include <algorithm>
#include <utility>

namespace tefuda::server {

Room::Refused Room::on(Turn& turn, Join const& message) {
    if (message.role == JoinRole::spectator) return join_as_spectator(turn, message);
    if (presence_.seat_of(turn.from))
        return refused(ErrorCode::already_joined, "You have a seat in this room already.");
    auto const found = find_empty_seat(state_, message.seat);
    if (auto const* rejection = std::get_if<Rejection>(&found)) return *rejection;
    if (auto rejection = check_rooms_limit(turn)) return rejection;
    if (closing_) return refused(ErrorCode::shutting_down, "The server is shutting down.");

    auto const seat = std::get<Seat>(found);
    presence_.remove_spectator(turn.from);
    presence_.clients[seat] = turn.from;
    presence_.extras[seat] = message.extras.value_or(false);
    random_(presence_.tokens[seat]);
    state_.seats[seat] = SeatState{.name = message.name,
                                   .entropy = message.entropy.value_or(""),
                                   .token_hash = sha256_of(to_hex(presence_.tokens[seat])),
                                   .kind = SeatKind::human,
                                   .updates = message.updates.value_or(UpdateMode::full)};
    if (!state_.host) state_.host = seat;
    messages().joined(turn.effects, seat, turn.id);
    if (!begin_match_if_ready(turn)) {
        send_room(turn, turn.from);
        if (match_) messages().resync(turn.effects, turn.from, seat, turn.now);
    }
    if (message.extras == true) send_missed_extras(turn);
    return std::nullopt;
}

Room::Refused Room::join_as_spectator(Turn& turn, Join const& message) {
    if (presence_.has(turn.from)) return refused(ErrorCode::already_joined, "You are in this room already.");
    if (auto rejection = check_rooms_limit(turn)) return rejection;
    if (closing_) return refused(ErrorCode::shutting_down, "The server is shutting down.");
    presence_.spectators.push_back({turn.from, message.name, message.updates.value_or(UpdateMode::full),
                                    message.extras.value_or(false)});
    turn.effects.messages.add(turn.from, codec::to_json(Joined{turn.id, state_.setting.code, {}, {}}));
    send_room(turn, turn.from);
    if (match_) messages().resync(turn.effects, turn.from, Observer::spectator(), turn.now);
    if (message.extras == true) send_missed_extras(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Resume const& message) {
    auto const seat = seat_of_token(state_, message.token);
    if (!seat) return refused(ErrorCode::bad_token, "This token opens no seat of this room.");
    if (auto const own = presence_.seat_of(turn.from); own && own != seat)
        return refused(ErrorCode::already_joined, "You have another seat in this room.");
    if (auto rejection = check_rooms_limit(turn)) return rejection;

    presence_.remove_spectator(turn.from);
    if (presence_.clients[*seat] != turn.from) replace(turn, presence_.clients[*seat]);
    presence_.clients[*seat] = turn.from;
    presence_.extras[*seat] = message.extras.value_or(false);
    auto& token = presence_.tokens[*seat];
    OPENSSL_hexstr2buf_ex(token.data(), token.size(), nullptr, message.token.c_str(), '\0');
    auto& state = state_.seats[*seat];
    state.updates = message.updates.value_or(UpdateMode::full);
    if (std::exchange(state.bot_plays, false) && match_) {
        match_->forget_bot_task(*seat);
        match_->restart_clock(*seat, turn.now);
    }
    if (!state_.host) state_.host = seat;
    messages().joined(turn.effects, *seat, turn.id);
    send_room(turn, turn.from);
    if (match_) {
        messages().missed_updates(turn.effects, *seat, message);
        messages().resync(turn.effects, turn.from, *seat, turn.now);
    }
    if (message.extras == true) send_missed_extras(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Leave const&) {
    auto const seat = presence_.seat_of(turn.from);
    if (!seat && !presence_.find_spectator(turn.from)) return not_seated();
    messages().ok(turn.effects, turn.from, turn.id);
    if (!seat) {
        presence_.remove_spectator(turn.from);
        send_room(turn);
        return std::nullopt;
    }
    give_up_seat(state_, presence_, *seat, turn.now);
    send_room(turn);
    ask_bots(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Start const&) {
    if (auto rejection = check_host(turn)) return rejection;
    if (state_.playing()) return refused(ErrorCode::already_playing, "A match is on.");
    auto const taken = std::count_if(state_.seats.begin(), state_.seats.end(),
                                     [](auto const& seat) { return seat.kind != SeatKind::empty; });
    auto const& setting = state_.setting;
    if (std::holds_alternative<Illegal>(setting.game->settle(setting.options, static_cast<int>(taken))))
        return refused(ErrorCode::too_few_players, "This game, with its options, can't be played by so many.");
    messages().ok(turn.effects, turn.from, turn.id);
    for (auto const seat : close_empty_seats(state_, presence_))
        if (presence_.clients[seat]) messages().joined(turn.effects, seat, {});
    begin_match(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Fill const& message) {
    if (auto rejection = check_host(turn)) return rejection;
    if (state_.playing()) return refused(ErrorCode::already_playing, "A match is on.");
    auto const found = find_empty_seat(state_, message.seat);
    if (auto const* rejection = std::get_if<Rejection>(&found)) return *rejection;
    auto const seat = std::get<Seat>(found);
    state_.seats[seat] = bot_at(seat, message.level.value_or(default_bot_level));
    messages().ok(turn.effects, turn.from, turn.id);
    if (!begin_match_if_ready(turn)) send_room(turn);
    return std::nullopt;
}

void Room::replace(Turn& turn, ParticipantPtr const& client) const {
    if (!client) return;
    auto const& code = state_.setting.code;
    turn.effects.messages.add(client, codec::to_json(Replaced{code}));
    turn.effects.notes.push_back([client, code] { client->set_takes_part(code, false); });
}

Room::Refused Room::check_host(Turn const& turn) const {
    auto const seat = presence_.seat_of(turn.from);
    if (!seat) return not_seated();
    if (seat != state_.host) return refused(ErrorCode::not_host, "Only the host may do this.");
    return std::nullopt;
}

Room::Refused Room::check_rooms_limit(Turn const& turn) const {
    if (presence_.has(turn.from) || turn.from->may_join_another_room()) return std::nullopt;
    metrics().limits_hit[Limit::seats_a_connection].add();
    return refused(ErrorCode::too_many_rooms, "You are in too many rooms: leave one.");
}

} // namespace tefuda::server
