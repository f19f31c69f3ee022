#include "server/room/seat_commands.hpp"

#include "protocol/codec/encode.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/board_rules.hpp"
#include "server/room/names.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room_evening.hpp"
#include "server/room/seating.hpp"

#include <openssl/crypto.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace tefuda::server {

OrRejection<> SeatCommands::on(CommandContext& command, Join const& message) {
    if (auto const may = check_board(room_.state(), message, command.from); !may) return may.error();
    if (message.role == JoinRole::spectator) return join_as_spectator(command, message);
    if (room_.presence().seat_of(command.from))
        return refused(ErrorCode::already_joined, "You have a seat in this room already.");
    if (room_.state().setting.from && message.entropy)
        return refused(ErrorCode::bad_message, "\"entropy\": this match goes on from another one, with its cards.");
    auto const found = find_empty_seat(room_.state(), message.seat);
    if (!found) return found.error();
    if (auto const may = check_rooms_limit(command); !may) return may.error();
    if (!room_.takes_people()) return shutting_down();
    if (room_.presence().is_blocked(command.from, command.now))
        return refused(ErrorCode::blocked, "You were sent away from this table: you may take a seat again later.");

    auto const seat = *found;
    matches_.restart_clock(command);
    take_seat(command, seat, message);
    room_.messages().joined(command.effects, seat, command.id);
    if (!matches_.begin_if_ready(command)) {
        room_.send_room(command, command.from);
        if (room_.match()) room_.messages().resync(command.effects, seat, command.now);
    }
    if (message.extras == true) send_missed_extras(command);
    return {};
}

void SeatCommands::take_seat(CommandContext& command, Seat seat, Join const& message) {
    auto& presence = room_.change_presence();
    presence.change_spectators().remove(command.from);
    auto& present = presence.seats[seat];
    present.client = command.from;
    present.extras = message.extras.value_or(false);
    room_.fill_random(present.token);
    auto name = name_in_room(message.name);
    auto& state = room_.change_state();
    state.seats[seat] = SeatState{.name = std::move(name),
                                  .entropy = message.entropy.value_or(""),
                                  .token_hash = sha256_of(to_hex(present.token)),
                                  .kind = SeatKind::human,
                                  .updates = message.updates.value_or(UpdateMode::full),
                                  .player = command.from->player()};
    if (!state.host) state.host = seat;
    update_evening(state);
}

std::string SeatCommands::name_in_room(std::string const& name) {
    std::vector<std::string> seated;
    for (auto const& seat : room_.state().seats)
        if (seat.kind != SeatKind::empty) seated.push_back(skeleton_of(seat.name));
    auto const skeleton = skeleton_of(name);
    auto const first = room_.presence().spectators().next_number(skeleton);
    auto found = numbered(name, first, [&](std::string const& other) {
        return room_.presence().spectators().has_name(other) || std::ranges::find(seated, other) != seated.end();
    });
    if (found.number > 0) room_.change_presence().change_spectators().raise_number(skeleton, found.number);
    return std::move(found.name);
}

OrRejection<> SeatCommands::join_as_spectator(CommandContext& command, Join const& message) {
    if (room_.presence().has(command.from)) return refused(ErrorCode::already_joined, "You are in this room already.");
    if (auto const may = check_rooms_limit(command); !may) return may.error();
    if (!room_.takes_people()) return shutting_down();
    if (room_.state().setting.no_spectators) return refused(ErrorCode::blocked, "Nobody watches this room.");
    matches_.restart_clock(command);
    auto const name = name_in_room(message.name);
    room_.change_presence().change_spectators().add({command.from, name, skeleton_of(name),
                                                     message.updates.value_or(UpdateMode::full),
                                                     message.extras.value_or(false)});
    command.effects.messages.add(command.from, codec::to_json(Joined{command.id, room_.state().setting.code, {}, {}}));
    room_.send_room(command, command.from);
    if (room_.match()) room_.messages().resync_spectator(command.effects, command.from, command.now);
    if (message.extras == true) send_missed_extras(command);
    // Bots alone play only while somebody watches, and programs for long.
    if (!room_.state().has_human()) matches_.ask_bots(command);
    if (room_.state().status == RoomStatus::finished) matches_.begin_if_ready(command);
    return {};
}

OrRejection<> SeatCommands::on(CommandContext& command, Resume const& message) {
    auto const who = command.from->player();
    auto const seat = message.token ? seat_of_token(room_.state(), *message.token) : seat_of_player(room_.state(), who);
    if (!seat) return refused(ErrorCode::bad_token, "This token opens no seat of this room.");
    if (auto const may = check_board(room_.state(), message, command.from); !may) return may.error();
    if (auto const own = room_.presence().seat_of(command.from); own && own != seat)
        return refused(ErrorCode::already_joined, "You have another seat in this room.");
    if (auto const may = check_rooms_limit(command); !may) return may.error();

    matches_.restart_clock(command);
    auto& presence = room_.change_presence();
    presence.change_spectators().remove(command.from);
    auto& present = presence.seats[*seat];
    if (present.client != command.from) replace(command, present.client);
    present.client = command.from;
    present.extras = message.extras.value_or(false);
    auto& state = room_.change_state();
    auto& sits = state.seats[*seat];
    auto const hash = sha256_of(to_hex(present.token));
    auto const is_known = hash == sits.token_hash || hash == sits.older_token_hash;
    if (message.renew == true || (!message.token && !is_known)) {
        // Without a token the store may have its hash alone: the seat gets a new one. Nobody has asked to end the one
        // before, which another tab or a bot may hold.
        sits.older_token_hash = message.renew == true ? std::nullopt : sits.token_hash;
        room_.fill_random(present.token);
        sits.token_hash = sha256_of(to_hex(present.token));
    } else if (message.token) {
        OPENSSL_hexstr2buf_ex(present.token.data(), present.token.size(), nullptr, message.token->c_str(), '\0');
    }
    // Whoever has the token and is somebody owns the seat.
    if (who) sits.player = who;
    update_evening(state);
    sits.updates = message.updates.value_or(UpdateMode::full);
    // The running decision's clock goes on: leaving and coming back gains no time.
    auto const bot_played = std::exchange(sits.bot_plays, false) && room_.match();
    if (bot_played) room_.change_match().forget_bot_task(*seat);
    if (!state.host) state.host = seat;
    room_.messages().joined(command.effects, *seat, command.id);
    room_.send_room(command, command.from);
    if (room_.match()) {
        room_.messages().missed_updates(command.effects, *seat, message);
        room_.messages().resync(command.effects, *seat, command.now);
    }
    if (message.extras == true) send_missed_extras(command);
    // Its time may have run out meanwhile.
    if (bot_played) matches_.ask_bots(command);
    return {};
}

OrRejection<> SeatCommands::on(CommandContext& command, Leave const&) {
    auto const seat = room_.presence().seat_of(command.from);
    if (!seat && !room_.presence().spectators().find(command.from)) return not_seated();
    room_.messages().ok(command.effects, command.from, command.id);
    if (seat) {
        give_up(command, *seat);
    } else {
        room_.change_presence().change_spectators().remove(command.from);
        room_.send_room(command);
    }
    return {};
}

OrRejection<> SeatCommands::on(CommandContext& command, Move const& message) {
    auto const& state = room_.state();
    auto const from = room_.presence().seat_of(command.from);
    if (!from) return not_seated();
    if (auto const may = check_board_is_over(state); !may) return may.error();
    if (state.playing()) return refused(ErrorCode::already_playing, "A match is on.");
    auto const to = to_seat(state, message.seat);
    if (!to) return refused(ErrorCode::bad_message, "\"seat\": this room has no such seat.");
    if (state.seats[*to].kind != SeatKind::empty) return refused(ErrorCode::seat_taken, "This seat is taken.");
    auto& contents = room_.change();
    move_seat(contents.state, contents.presence, *from, *to);
    room_.messages().ok(command.effects, command.from, command.id);
    room_.messages().joined(command.effects, *to, {});
    room_.send_room(command);
    return {};
}

OrRejection<> SeatCommands::on(CommandContext& command, Fill const& message) {
    if (auto const may = check_host(room_.state(), room_.presence(), command.from); !may) return may.error();
    if (auto const may = check_board_is_over(room_.state()); !may) return may.error();
    if (room_.state().playing()) return refused(ErrorCode::already_playing, "A match is on.");
    auto const found = find_empty_seat(room_.state(), message.seat);
    if (!found) return found.error();
    auto const seat = *found;
    auto bot = bot_at(seat, message.level.value_or(default_bot_level));
    bot.name = name_in_room(bot.name);
    room_.change_state().seats[seat] = std::move(bot);
    update_evening(room_.change_state());
    room_.messages().ok(command.effects, command.from, command.id);
    if (!matches_.begin_if_ready(command)) room_.send_room(command);
    return {};
}

OrRejection<> SeatCommands::on(CommandContext& command, Kick const& message) {
    auto const& state = room_.state();
    auto const own = room_.presence().seat_of(command.from);
    if (!own) return not_seated();
    auto const seat = to_seat(state, message.seat);
    if (seat != own)
        if (auto const may = check_board_is_over(state); !may) return may.error();
    if (!seat || !may_all_kick(*seat, command.now))
        if (auto const may = check_host(state, room_.presence(), command.from); !may) return may.error();
    return kick(command, message.seat);
}

OrRejection<> SeatCommands::kick(CommandContext& command, codec::WholeNumber const& number) {
    auto const& state = room_.state();
    auto const seat = to_seat(state, number);
    if (!seat || state.seats[*seat].kind == SeatKind::empty)
        return refused(ErrorCode::bad_message, "\"seat\": nobody sits there.");
    if (command.from) room_.messages().ok(command.effects, command.from, command.id);
    auto const client = room_.presence().seats[*seat].client;
    // In a match the seat stays the player's.
    if (client && client != command.from && !state.playing()) room_.change_presence().block(*seat, command.now);
    replace(command, client);
    give_up(command, *seat);
    return {};
}

void SeatCommands::remove_player(CommandContext& command, std::string const& id) {
    forget_in_evening(room_.change_state(), id);
    for (auto const seat : all_seats(room_.state().setting.seats)) {
        auto const& sits = room_.state().seats[seat];
        if (!sits.player || sits.player->id != id) continue;
        replace(command, room_.presence().seats[seat].client);
        auto& gone = room_.change_state().seats[seat];
        gone.player.reset();
        gone.token_hash.reset();
        gone.older_token_hash.reset();
        gone.name = "\u2013";
        give_up(command, seat);
    }
    // Of one who has a line alone.
    room_.send_room(command);
}

void SeatCommands::give_up(CommandContext& command, Seat seat) {
    auto& contents = room_.change();
    if (contents.state.setting.board && contents.state.playing())
        give_up_board(contents, seat, command.now);
    else
        give_up_seat(contents.state, contents.presence, seat, command.now);
    room_.send_room(command);
    matches_.ask_bots(command);
}

/// Nobody plays it on, and the player does not come back. A bot stays where it is.
void SeatCommands::give_up_board(RoomContents& contents, Seat seat, TimePoint now) {
    contents.presence.disconnect(seat, now);
    if (seat != board_seat) return;
    contents.state.seats[seat].player.reset();
    contents.state.seats[seat].token_hash.reset();
    contents.state.seats[seat].older_token_hash.reset();
    contents.state.host.reset();
}

/// A match must not wait for good for somebody who is gone; a connection that was lost for a moment is no reason.
bool SeatCommands::may_all_kick(Seat seat, TimePoint now) const {
    constexpr std::chrono::seconds patience(60);
    auto const& present = room_.presence().seats[seat];
    if (room_.state().seats[seat].kind != SeatKind::human || present.client) return false;
    return now - present.gone_since >= patience;
}

void SeatCommands::replace(CommandContext& command, ParticipantPtr const& client) const {
    if (!client) return;
    auto const& code = room_.state().setting.code;
    command.effects.messages.add(client, codec::to_json(Replaced{code}));
    command.effects.on_publish.push_back([client, code] { client->set_takes_part(code, false); });
}

OrRejection<> SeatCommands::check_rooms_limit(CommandContext const& command) const {
    if (room_.presence().has(command.from) || command.from->may_join_another_room()) return {};
    metrics().limits_hit[Limit::seats_a_connection].add();
    return refused(ErrorCode::too_many_rooms, "You are in too many rooms: leave one.");
}

void SeatCommands::send_missed_extras(CommandContext& command) const {
    auto& out = command.effects.messages;
    auto const& state = room_.state();
    auto const& chat_log = room_.contents().chat_log;
    auto said = chat_log.lines();
    std::erase_if(said, [&](ChatLine const& line) { return line.player && command.from->has_blocked(*line.player); });
    if (!said.empty()) out.add(command.from, codec::to_json(ChatSaidBefore{state.setting.code, std::move(said)}));
    for (auto const seat : all_seats(state.setting.seats))
        if (state.seats[seat].wants_rematch)
            out.add(command.from, codec::to_json(RematchAsked{state.setting.code, seat}));
}

} // namespace tefuda::server
