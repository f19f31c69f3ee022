// Who is in a room: joining, resuming, leaving, and what a host may do about it.
#include "server/room/room.hpp"

#include "protocol/codec/encode.hpp"
#include "server/session/client_session.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/error_text.hpp"

#include <openssl/crypto.h>

#include <algorithm>

namespace tefuda::server {

namespace {

Rejection refuse(ErrorCode code, std::string message) {
    return {code, std::move(message)};
}

Rejection not_seated() {
    return refuse(ErrorCode::not_seated, "You have no seat in this room.");
}

std::string_view bot_name(Seat seat) {
    constexpr std::array<std::string_view, max_seats> names{"Aoi", "Haru", "Ren",  "Yuki", "Sora", "Rin", "Kai",
                                                            "Mio", "Nao",  "Toma", "Emi",  "Jun",  "Saki"};
    return names[static_cast<std::size_t>(seat.number())];
}

SeatState bot_at(Seat seat, BotLevel level) {
    return {.name = std::string(bot_name(seat)), .kind = SeatKind::bot, .level = level};
}

} // namespace

Bytes32 Room::hash_of(std::string_view text) {
    return sha256({reinterpret_cast<std::uint8_t const*>(text.data()), text.size()});
}

Room::Room(RoomSetting setting, std::optional<Bytes32> fixed_seed, RandomBytes random)
    : random_(std::move(random)), metrics_(game_metrics(setting.game->id())) {
    auto const seats = setting.seats;
    state_.setting = std::move(setting);
    state_.seats = SeatList<SeatState>(seats);
    state_.decisions = SeatList<std::int64_t>(seats);
    connections_ = SeatList<ClientSessionPtr>(seats);
    tokens_ = SeatList<Token>(seats);
    if (fixed_seed) {
        state_.server_seed = *fixed_seed;
    } else {
        draw_seed();
    }
}

void Room::seat_bots(std::vector<Nullable<BotLevel>> const& levels) {
    for (auto const seat : all_seats(state_.seats.seats()))
        if (auto const level = levels.at(static_cast<std::size_t>(seat.number())))
            state_.seats[seat] = bot_at(seat, *level);
}

Effects Room::handle(ClientSessionPtr const& from, MessageId const& id, RoomMessage const& message, TimePoint now) {
    Effects effects;
    Turn turn{from, id, now, effects};
    if (!std::holds_alternative<Act>(message)) keep_rest();
    if (auto refused = std::visit([&](auto const& m) { return on(turn, m); }, message)) {
        effects = {};
        effects.wrong_token = refused->code == ErrorCode::bad_token;
        effects.send(from, error_text(id, std::move(*refused)));
    } else if (!std::holds_alternative<Act>(message)) {
        save_if_changed(turn);
    }
    return effects;
}

Effects Room::disconnect(ClientSessionPtr const& connection, TimePoint now) {
    Effects effects;
    Turn turn{nobody, no_id, now, effects};
    keep_rest();
    if (auto const seat = seat_of(connection)) connections_[*seat] = nullptr;
    stop_watching(connection);
    send_room(turn);
    return effects;
}

Room::Refused Room::on(Turn& turn, Join const& message) {
    if (message.role == JoinRole::spectator) return join_as_spectator(turn, message);
    if (seat_of(turn.from)) return refuse(ErrorCode::already_joined, "You have a seat in this room already.");
    auto const found = empty_seat(message.seat);
    if (auto const* refused = std::get_if<Rejection>(&found)) return *refused;
    if (auto refused = check_company(turn)) return refused;
    if (closing_) return refuse(ErrorCode::shutting_down, "The server is shutting down.");

    auto const seat = std::get<Seat>(found);
    stop_watching(turn.from);
    tokens_[seat] = new_token();
    connections_[seat] = turn.from;
    state_.seats[seat] = SeatState{.name = message.name,
                                   .entropy = message.entropy.value_or(""),
                                   .token_hash = hash_of(text_of(tokens_[seat])),
                                   .kind = SeatKind::human,
                                   .updates = message.updates.value_or(UpdateMode::full),
                                   .updates_since = run_ ? run_->seq() : 0};
    if (!state_.host) state_.host = seat;
    send_joined(turn, seat, turn.id);
    if (begin_match_if_ready(turn)) return std::nullopt;
    send_room(turn, turn.from);
    if (run_) send_resync(turn, seat);
    return std::nullopt;
}

Room::Refused Room::join_as_spectator(Turn& turn, Join const& message) {
    if (seat_of(turn.from) || find_spectator(turn.from))
        return refuse(ErrorCode::already_joined, "You are in this room already.");
    if (auto refused = check_company(turn)) return refused;
    if (closing_) return refuse(ErrorCode::shutting_down, "The server is shutting down.");
    spectators_.push_back({turn.from, message.name, message.updates.value_or(UpdateMode::full)});
    turn.effects.send(turn.from, codec::to_json(Joined{turn.id, state_.setting.code, {}, {}}));
    send_room(turn, turn.from);
    if (run_) send_resync(turn, Observer::spectator());
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Resume const& message) {
    auto const seat = seat_of_token(message.token);
    if (!seat) return refuse(ErrorCode::bad_token, "This token opens no seat of this room.");
    if (auto const own = seat_of(turn.from); own && own != seat)
        return refuse(ErrorCode::already_joined, "You have another seat in this room.");
    if (auto refused = check_company(turn)) return refused;

    stop_watching(turn.from);
    if (connections_[*seat] != turn.from) put_out(turn, connections_[*seat]);
    connections_[*seat] = turn.from;
    auto& token = tokens_[*seat];
    OPENSSL_hexstr2buf_ex(token.data(), token.size(), nullptr, message.token.c_str(), '\0');
    auto& state = state_.seats[*seat];
    auto const updates_before = state.updates;
    auto const held_since = state.updates_since;
    state.updates = message.updates.value_or(UpdateMode::full);
    if (run_ && state.updates != updates_before) state.updates_since = run_->seq();
    if (state.bot_plays) {
        state.bot_plays = false;
        if (asked_.seats() > 0) asked_[*seat].reset();
        if (clock_) clock_->restart(*seat, turn.now);
    }
    if (!state_.host) state_.host = seat;
    send_joined(turn, *seat, turn.id);
    send_room(turn, turn.from);
    if (!run_) return std::nullopt;
    if (state.updates == updates_before) resend_missed(turn, *seat, message, held_since);
    send_resync(turn, *seat);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Leave const&) {
    auto const seat = seat_of(turn.from);
    if (!seat && !find_spectator(turn.from)) return not_seated();
    send_ok(turn);
    if (!seat) {
        stop_watching(turn.from);
        send_room(turn);
        return std::nullopt;
    }
    give_up(*seat);
    send_room(turn);
    give_bots_their_tasks(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Start const&) {
    if (auto refused = check_host(turn)) return refused;
    if (playing()) return refuse(ErrorCode::already_playing, "A match is on.");
    auto const taken = std::count_if(state_.seats.begin(), state_.seats.end(),
                                     [](auto const& seat) { return seat.kind != SeatKind::empty; });
    auto const& setting = state_.setting;
    if (std::holds_alternative<Illegal>(setting.game->settle(setting.options, static_cast<int>(taken))))
        return refuse(ErrorCode::too_few_players, "This game, with its options, can't be played by so many.");
    send_ok(turn);
    close_empty_seats(turn);
    begin_match(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Fill const& message) {
    if (auto refused = check_host(turn)) return refused;
    if (playing()) return refuse(ErrorCode::already_playing, "A match is on.");
    auto const found = empty_seat(message.seat);
    if (auto const* refused = std::get_if<Rejection>(&found)) return *refused;
    auto const seat = std::get<Seat>(found);
    state_.seats[seat] = bot_at(seat, message.level.value_or(default_bot_level));
    send_ok(turn);
    if (!begin_match_if_ready(turn)) send_room(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Kick const& message) {
    if (!seat_of(turn.from)) return not_seated();
    auto const seat = to_seat(message.seat);
    auto const absent_host = seat && seat == state_.host && !connections_[*seat];
    if (!absent_host)
        if (auto refused = check_host(turn)) return refused;
    if (!seat || state_.seats[*seat].kind == SeatKind::empty)
        return refuse(ErrorCode::bad_message, "\"seat\": nobody sits there.");
    send_ok(turn);
    put_out(turn, connections_[*seat]);
    give_up(*seat);
    send_room(turn);
    give_bots_their_tasks(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Rematch const& message) {
    auto const seat = seat_of(turn.from);
    if (!seat) return not_seated();
    if (playing()) return refuse(ErrorCode::already_playing, "A match is on.");
    if (state_.status == RoomStatus::waiting) return refuse(ErrorCode::not_playing, "There was no match yet.");
    auto& state = state_.seats[*seat];
    state.wants_rematch = true;
    if (message.entropy) state.entropy = *message.entropy;
    send_ok(turn);
    begin_match_if_ready(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Chat const& message) {
    auto const seat = seat_of(turn.from);
    auto const* spectator = find_spectator(turn.from);
    if (!seat && !spectator) return refuse(ErrorCode::not_seated, "You are not in this room.");
    send_ok(turn);
    auto const& name = seat ? state_.seats[*seat].name : spectator->name;
    send_to_all(turn, codec::to_json(ChatSaid{state_.setting.code, seat, name, message.text}));
    return std::nullopt;
}

void Room::put_out(Turn& turn, ClientSessionPtr const& connection) const {
    if (!connection) return;
    auto const& code = state_.setting.code;
    turn.effects.send(connection, codec::to_json(Replaced{code}));
    turn.effects.notes.push_back([connection, code] { connection->note_part(code, false); });
}

Room::Refused Room::check_host(Turn const& turn) const {
    auto const seat = seat_of(turn.from);
    if (!seat) return not_seated();
    if (seat != state_.host) return refuse(ErrorCode::not_host, "Only the host may do this.");
    return std::nullopt;
}

Room::Refused Room::check_company(Turn const& turn) const {
    if (turn.from->may_take_part_in(state_.setting.code)) return std::nullopt;
    metrics().limits_hit[Limit::seats_a_connection].add();
    return refuse(ErrorCode::too_many_rooms, "You are in too many rooms: leave one.");
}

std::optional<Seat> Room::seat_of(ClientSessionPtr const& connection) const {
    for (auto const seat : all_seats(connections_.seats()))
        if (connection && connections_[seat] == connection) return seat;
    return std::nullopt;
}

std::optional<Seat> Room::seat_of_token(std::string_view token) const {
    auto const hash = hash_of(token);
    std::optional<Seat> found;
    for (auto const seat : all_seats(state_.seats.seats())) {
        auto const& expected = state_.seats[seat].token_hash;
        if (expected && CRYPTO_memcmp(expected->data(), hash.data(), hash.size()) == 0) found = seat;
    }
    return found;
}

Room::Spectator* Room::find_spectator(ClientSessionPtr const& connection) {
    auto const found = std::find_if(spectators_.begin(), spectators_.end(),
                                    [&](auto const& spectator) { return spectator.connection == connection; });
    return found == spectators_.end() ? nullptr : &*found;
}

bool Room::takes_part(ClientSessionPtr const& connection) const {
    return seat_of(connection).has_value() ||
           std::any_of(spectators_.begin(), spectators_.end(),
                       [&](auto const& spectator) { return spectator.connection == connection; });
}

void Room::stop_watching(ClientSessionPtr const& connection) {
    std::erase_if(spectators_, [&](auto const& spectator) { return spectator.connection == connection; });
}

std::optional<Seat> Room::to_seat(codec::WholeNumber const& number) const {
    auto const seat = number.as_int();
    if (!seat || *seat < 0 || *seat >= state_.seats.seats()) return std::nullopt;
    return Seat(*seat);
}

std::variant<Seat, Rejection> Room::empty_seat(std::optional<codec::WholeNumber> const& asked) const {
    auto const seat = asked ? to_seat(*asked) : std::nullopt;
    if (asked && !seat) return refuse(ErrorCode::bad_message, "\"seat\": this room has no such seat.");
    if (!has_empty_seat()) return refuse(ErrorCode::room_full, "Every seat of this room is taken.");
    if (seat && state_.seats[*seat].kind != SeatKind::empty)
        return refuse(ErrorCode::seat_taken, "This seat is taken.");
    if (seat) return *seat;
    for (auto const candidate : all_seats(state_.seats.seats()))
        if (state_.seats[candidate].kind == SeatKind::empty) return candidate;
    return refuse(ErrorCode::room_full, "Every seat of this room is taken.");
}

bool Room::has_empty_seat() const {
    return std::any_of(state_.seats.begin(), state_.seats.end(),
                       [](auto const& seat) { return seat.kind == SeatKind::empty; });
}

/// In a match a bot plays on, outside one the seat is empty.
void Room::give_up(Seat seat) {
    connections_[seat] = nullptr;
    auto& state = state_.seats[seat];
    if (!playing()) {
        state = SeatState();
    } else if (state.kind == SeatKind::human) {
        state.bot_plays = true;
        state.level = default_bot_level;
    }
    pass_host_on();
}

void Room::pass_host_on() {
    auto const is_here = [&](Seat seat) {
        return state_.seats[seat].kind == SeatKind::human && !state_.seats[seat].bot_plays;
    };
    if (!state_.host || is_here(*state_.host)) return;
    state_.host.reset();
    for (auto const seat : all_seats(state_.seats.seats()))
        if (!state_.host && is_here(seat)) state_.host = seat;
}

void Room::close_empty_seats(Turn& turn) {
    SeatList<SeatState> seats;
    SeatList<ClientSessionPtr> connections;
    SeatList<Token> tokens;
    SeatList<std::int64_t> decisions;
    std::vector<Seat> moved;
    auto host = state_.host;
    for (auto const seat : all_seats(state_.seats.seats())) {
        if (state_.seats[seat].kind == SeatKind::empty) continue;
        auto const place = Seat(seats.seats());
        if (place != seat) moved.push_back(place);
        if (state_.host == seat) host = place;
        seats.push_back(std::move(state_.seats[seat]));
        connections.push_back(std::move(connections_[seat]));
        tokens.push_back(std::move(tokens_[seat]));
        decisions.push_back(state_.decisions[place]);
    }
    state_.seats = std::move(seats);
    state_.decisions = std::move(decisions);
    state_.host = host;
    state_.setting.seats = state_.seats.seats();
    connections_ = std::move(connections);
    tokens_ = std::move(tokens);
    for (auto const seat : moved)
        if (connections_[seat]) send_joined(turn, seat, {});
}

Room::Token Room::new_token() {
    Token token;
    random_(token);
    return token;
}

} // namespace tefuda::server
