#include "server/rooms/room_factory.hpp"

#include "server/match/match_run.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/board_rules.hpp"
#include "server/room/stored_form.hpp"
#include "server/runtime/clock.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tefuda::server {

namespace {

Rejection bad_source(std::string const& reason) {
    return {ErrorCode::bad_options, "\"from\": " + reason + "."};
}

/// False where the rules have changed since.
bool can_be_played(MatchRecord const& source, std::size_t actions) {
    MatchRecord record;
    record.setup = source.setup;
    record.setup.from = moment_of(source, actions);
    record.decisions_before = SeatList<std::int64_t>(source.setup.seats());
    try {
        MatchRun const run(record);
        return !run.over();
    } catch (UnplayableMatch const&) {
        return false;
    }
}

} // namespace

OrRejection<> check_source(Create const& message, MatchRecord const* source, OpenBoards const& open) {
    if (message.seats || message.options || message.fixed || message.daily)
        return bad_source("it settles seats, options and cards, which can't be named beside it");
    if (!source) return bad_source("there is no such match that is over, or your own against bots alone");
    auto const& setup = source->setup;
    if (setup.game->id() != message.game) return bad_source("this is a match of another game");
    if (setup.from) return bad_source("this match goes on from another one itself");
    if (setup.board && !open.is_open(*setup.board)) return bad_source("this board of the day is not open");
    if (!setup.fixed_shuffles.empty()) return bad_source("this match had a test deal");
    auto const actions = message.from->actions.as_int();
    if (!actions || *actions < 0 || static_cast<std::size_t>(*actions) >= source->actions.size())
        return bad_source("\"actions\" must be from 0 to one less than the match had");
    return {};
}

OrRejection<> check_playable(MatchRecord const& source, std::size_t actions) {
    if (!can_be_played(source, actions)) return bad_source("the rules have changed since this match");
    return {};
}

std::shared_ptr<Continuation const> moment_of(MatchRecord const& source, std::size_t actions) {
    MatchActions before;
    for (auto const& action : source.actions) {
        if (before.size() == actions) break;
        before.add(action);
    }
    return std::make_shared<Continuation const>(source.room, source.number, source.setup.entropies, std::move(before));
}

namespace {

Rejection bad_options(std::string message) {
    return {ErrorCode::bad_options, std::move(message)};
}

} // namespace

OrRejection<RoomFactory::Order> RoomFactory::check(Create const& message, MatchRecord const* source) const {
    auto const* game = find_game(message.game);
    if (!game) return Rejection{ErrorCode::unknown_game, "There is no such game here."};
    if (message.from)
        if (auto const checked = check_source(message, source, open_boards_); !checked) return checked.error();
    auto const usual = source ? source->setup.seats() : game->seat_counts().usual;
    auto const seats = message.seats ? message.seats->as_int() : usual;
    if (!seats) return bad_options("\"seats\" must be a whole number.");
    auto const usual_options = source ? std::string(source->setup.options) : "{}";
    auto options = game->settle(message.options ? message.options->text : usual_options, *seats);
    if (auto* refused = std::get_if<Illegal>(&options)) return bad_options(std::move(refused->reason));
    if (message.clock && !is_in_range(*message.clock)) return refused(ErrorCode::bad_options, clock_out_of_range);
    if (message.bots && message.bots->size() != static_cast<std::size_t>(*seats))
        return bad_options("\"bots\" must have a level or null for each seat.");
    Order order;
    order.setting.game = game;
    order.setting.options = std::get<std::string_view>(options);
    order.setting.seats = *seats;
    order.setting.is_public = message.public_.value_or(false);
    order.setting.hints = message.hints.value_or(false);
    order.setting.no_chat = message.chat == false;
    order.setting.no_spectators = message.spectators == false;
    order.setting.clock = message.clock;
    if (message.bots) order.bots = *message.bots;
    if (message.fixed)
        if (auto const added = add_fixed_deal(order, *message.fixed); !added) return added.error();
    if (!message.from) return order;
    auto const actions = *message.from->actions.as_int();
    // Last: it plays the match.
    if (auto const played = check_playable(*source, static_cast<std::size_t>(actions)); !played) return played.error();
    order.setting.from = moment_of(*source, static_cast<std::size_t>(actions));
    order.setting.first_from = ReplayFrom{source->room, source->number, static_cast<int>(actions)};
    order.seed = source->setup.server_seed;
    return order;
}

OrRejection<> RoomFactory::add_fixed_deal(Order& order, codec::RawJson const& fixed) const {
    if (!allow_fixed_) return bad_options("\"fixed\" is for tests: this server does not take it.");
    auto decoded = decode_fixed_deal(fixed.text);
    if (auto* wrong = std::get_if<Illegal>(&decoded)) return bad_options(std::move(wrong->reason));
    auto const& deal = std::get<FixedDeal>(decoded);
    auto& setting = order.setting;
    order.seed = bytes32_from_hex(deal.server_seed);
    for (auto const& shuffle : deal.shuffles) {
        // One that no pack can be ends the list, as one that does not fit does.
        if (shuffle.size() > max_cards) break;
        setting.fixed_shuffles.emplace_back(shuffle.begin(), shuffle.end());
    }
    if (deal.shuffles.empty()) return {};
    auto const first = first_shuffled(*setting.game, setting.options, setting.seats);
    if (setting.fixed_shuffles.empty() || !same_cards(setting.fixed_shuffles.front(), first))
        return bad_options("\"fixed\": the first list is no order of the cards that are shuffled first.");
    return {};
}

RoomFactory::Order RoomFactory::order_of(Board const& board, SeatPlayer const& player) const {
    Order order;
    order.setting.game = board.game;
    order.setting.options = std::get<std::string_view>(board.game->settle(board.options, board.seats));
    order.setting.seats = board.seats;
    order.setting.board = std::make_shared<BoardSetting const>(
        BoardSetting{board.day, player.id, player.kind == PlayerKind::human, &open_boards_});
    order.seed = board.secret;
    order.bots.assign(static_cast<std::size_t>(board.seats), Nullable<BotLevel>(BotLevel::normal));
    order.bots[static_cast<std::size_t>(board_seat.number())] = {};
    return order;
}

std::string RoomFactory::new_code() const {
    // 32 characters without 0, 1, I and O, which look alike: 10 of them have 50 random bits.
    constexpr std::string_view characters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    std::array<std::uint8_t, 10> bytes;
    random_(bytes);
    std::string code;
    for (auto const byte : bytes) code += characters[byte % characters.size()];
    return code;
}

Room RoomFactory::make(Order order, std::string code) {
    order.setting.code = std::move(code);
    order.setting.created = new_creation_time();
    Room room(std::move(order.setting), order.seed, random_, stored_);
    if (!order.bots.empty()) room.seat_bots(order.bots);
    return room;
}

std::optional<Room> RoomFactory::restore(StoredRoom stored, TimePoint now) {
    auto const code = stored.code;
    try {
        auto read = room_of(std::move(stored));
        if (auto const* damage = std::get_if<Illegal>(&read)) {
            note_damaged_room(code);
            spdlog::error("Room {} can't be taken up: {}", code, damage->reason);
            return std::nullopt;
        }
        auto& record = std::get<RoomRecord>(read);
        if (auto& board = record.state.setting.board) {
            auto played = *board;
            played.open = &open_boards_;
            board = std::make_shared<BoardSetting const>(std::move(played));
        }
        auto room = restore(std::move(record), now);
        raise_creation_time(room.state().setting.created);
        return room;
    } catch (std::exception const& problem) {
        spdlog::error("Room {} can't be taken up: {}", code, problem.what());
        return std::nullopt;
    }
}

/// A damaged match is locked alone: its room goes on.
Room RoomFactory::restore(RoomRecord record, TimePoint now) {
    auto state = record.state;
    if (!record.damage) {
        auto const number = record.last_match ? record.last_match->number : 0;
        try {
            return {std::move(record), random_, now};
        } catch (UnplayableMatch const& problem) {
            record = {std::move(state), {}, {}, {}};
            record.damage = match_damage(record.state.setting.code, number, problem.what());
        }
    }
    note_damaged_room(record.state.setting.code);
    spdlog::error("{} It is kept, and its room waits for another match: see `drop-match`.", *record.damage);
    return {std::move(record), random_, now};
}

std::int64_t RoomFactory::new_creation_time() {
    auto const now = this_moment().microseconds();
    auto last = last_created_.load();
    for (;;) {
        auto const created = std::max<std::int64_t>(now, last + 1);
        if (last_created_.compare_exchange_weak(last, created)) return created;
    }
}

void RoomFactory::raise_creation_time(std::int64_t created) {
    auto last = last_created_.load();
    while (last < created && !last_created_.compare_exchange_weak(last, created)) {}
}

} // namespace tefuda::server
