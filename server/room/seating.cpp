#include "server/room/seating.hpp"

#include <openssl/crypto.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace tefuda::server {

namespace {

std::string bot_name(Seat seat) {
    constexpr std::array<std::string_view, 13> names{"Aoi", "Haru", "Ren",  "Yuki", "Sora", "Rin", "Kai",
                                                     "Mio", "Nao",  "Toma", "Emi",  "Jun",  "Saki"};
    auto const number = static_cast<std::size_t>(seat.number());
    std::string name(names[number % names.size()]);
    if (number >= names.size()) name += " " + std::to_string(number / names.size() + 1);
    return name;
}

void pass_host_on(RoomState& state) {
    auto const is_here = [&](Seat seat) {
        return state.seats[seat].kind == SeatKind::human && !state.seats[seat].bot_plays;
    };
    if (!state.host || is_here(*state.host)) return;
    state.host.reset();
    for (auto const seat : all_seats(state.seats.seats()))
        if (!state.host && is_here(seat)) state.host = seat;
}

} // namespace

Bytes32 sha256_of(std::string_view text) {
    return sha256({reinterpret_cast<std::uint8_t const*>(text.data()), text.size()});
}

SeatState bot_at(Seat seat, BotLevel level) {
    return {.name = bot_name(seat), .kind = SeatKind::bot, .level = level};
}

std::optional<Seat> to_seat(RoomState const& state, codec::WholeNumber const& number) {
    auto const seat = number.as_int();
    if (!seat || *seat < 0 || *seat >= state.seats.seats()) return std::nullopt;
    return Seat(*seat);
}

OrRejection<Seat> find_empty_seat(RoomState const& state, std::optional<codec::WholeNumber> const& asked) {
    auto const seat = asked ? to_seat(state, *asked) : std::nullopt;
    if (asked && !seat) return Rejection{ErrorCode::bad_message, "\"seat\": this room has no such seat."};
    if (seat && state.has_empty_seat() && state.seats[*seat].kind != SeatKind::empty)
        return Rejection{ErrorCode::seat_taken, "This seat is taken."};
    for (auto const candidate : all_seats(state.seats.seats()))
        if (state.seats[candidate].kind == SeatKind::empty && (!seat || seat == candidate)) return candidate;
    return Rejection{ErrorCode::room_full, "Every seat of this room is taken."};
}

std::optional<Seat> seat_of_token(RoomState const& state, std::string_view token) {
    auto const hash = sha256_of(token);
    std::optional<Seat> found;
    for (auto const seat : all_seats(state.seats.seats())) {
        for (auto const& expected : {state.seats[seat].token_hash, state.seats[seat].older_token_hash})
            if (expected && CRYPTO_memcmp(expected->data(), hash.data(), hash.size()) == 0) found = seat;
    }
    return found;
}

std::optional<Seat> seat_of_player(RoomState const& state, SeatOwner const& player) {
    if (!player) return std::nullopt;
    for (auto const seat : all_seats(state.seats.seats())) {
        auto const& owner = state.seats[seat].player;
        if (owner && owner->id == player->id) return seat;
    }
    return std::nullopt;
}

bool plays_bots_alone(RoomState const& state, Seat seat) {
    return std::ranges::all_of(all_seats(state.seats.seats()),
                               [&](Seat other) { return other == seat || state.seats[other].kind == SeatKind::bot; });
}

OrRejection<> check_host(RoomState const& state, Presence const& presence, ParticipantPtr const& client) {
    auto const seat = presence.seat_of(client);
    if (!seat) return not_seated();
    if (seat != state.host) return refused(ErrorCode::not_host, "Only the host may do this.");
    return {};
}

void give_up_seat(RoomState& state, Presence& presence, Seat seat, TimePoint now) {
    presence.disconnect(seat, now);
    auto& one = state.seats[seat];
    if (!state.playing()) {
        one = SeatState();
    } else if (one.kind == SeatKind::human) {
        // Else who leaves and comes back at once would have learned what a bot would do.
        constexpr std::chrono::seconds patience(3);
        if (!std::exchange(one.bot_plays, true)) one.bot_from = now + patience;
        one.level = default_bot_level;
        one.older_token_hash.reset();
    }
    pass_host_on(state);
}

void move_seat(RoomState& state, Presence& presence, Seat from, Seat to) {
    std::swap(state.seats[from], state.seats[to]);
    std::swap(presence.seats[from], presence.seats[to]);
    if (state.host == from) state.host = to;
}

int seats_taken(RoomState const& state) {
    return static_cast<int>(
        std::ranges::count_if(state.seats, [](SeatState const& seat) { return seat.kind != SeatKind::empty; }));
}

std::vector<Seat> set_seats(RoomState& state, Presence& presence, int count, TimePoint now) {
    SeatList<SeatState> seats;
    SeatList<SeatPresence> present;
    std::vector<Seat> moved;
    auto host = state.host;
    auto open = count - seats_taken(state);
    for (auto const seat : all_seats(state.seats.seats())) {
        if (state.seats[seat].kind == SeatKind::empty && open-- <= 0) continue;
        auto const place = Seat(seats.seats());
        if (place != seat) moved.push_back(place);
        if (state.host == seat) host = place;
        seats.push_back(std::move(state.seats[seat]));
        present.push_back(std::move(presence.seats[seat]));
    }
    while (seats.seats() < count) {
        seats.push_back({});
        present.push_back({.client = nullptr, .gone_since = now});
    }
    while (state.decisions.seats() < count) state.decisions.push_back(0);
    presence.seats = std::move(present);
    state.seats = std::move(seats);
    state.host = host;
    state.setting.seats = count;
    return moved;
}

} // namespace tefuda::server
