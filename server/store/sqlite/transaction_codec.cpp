#include "server/store/sqlite/transaction_codec.hpp"

#include "server/match/byte_codec.hpp"
#include "server/store/saved_json.hpp"

namespace tefuda::server {

namespace {

// These numbers are stored: they must not change.
enum class Kind : std::uint8_t {
    room_saved,
    match_begun,
    action_taken,
    match_ended,
    room_removed,
    room_players,
    result_saved,
    match_removed,
    board_begun,
    board_ended,
    room_players_and_lines
};

constexpr std::uint64_t max_match = 1'000'000'000;
constexpr std::uint64_t max_day = 10'000'000;
constexpr std::uint64_t max_ms = 1'000'000'000'000'000;

template <class Number>
void append(std::string& bytes, Number number) {
    append_number(bytes, static_cast<std::uint64_t>(number));
}

void append_change(std::string& bytes, RoomSaved const& saved) {
    append(bytes, Kind::room_saved);
    append_text(bytes, to_json(saved.room));
    append(bytes, saved.room.status == RoomStatus::finished);
}

void append_change(std::string& bytes, MatchBegun const& begun) {
    append(bytes, Kind::match_begun);
    append(bytes, begun.number);
    append_text(bytes, to_json(begun.setup));
}

void append_change(std::string& bytes, ActionTaken const& taken) {
    append(bytes, Kind::action_taken);
    append(bytes, taken.match);
    append(bytes, static_cast<std::uint64_t>(taken.seat.number()) + (taken.by_bot ? by_bot_flag : 0));
    append(bytes, taken.ms);
    append_text(bytes, taken.action);
    append_text(bytes, banks_to_json(taken.banks));
}

void append_change(std::string& bytes, MatchEnded const& ended) {
    append(bytes, Kind::match_ended);
    append(bytes, ended.number);
}

void append_change(std::string& bytes, RoomRemoved const&) {
    append(bytes, Kind::room_removed);
}

void append_change(std::string& bytes, MatchRemoved const& match) {
    append(bytes, Kind::match_removed);
    append(bytes, match.number);
}

void append_change(std::string& bytes, RoomPlayers const& players) {
    append(bytes, players.lines.empty() ? Kind::room_players : Kind::room_players_and_lines);
    append(bytes, players.is_over);
    append(bytes, players.ids.size());
    for (auto const& id : players.ids) append_text(bytes, id);
    if (players.lines.empty()) return;
    append(bytes, players.lines.size());
    for (auto const& id : players.lines) append_text(bytes, id);
}

void append_change(std::string& bytes, ResultSaved const& result) {
    append(bytes, Kind::result_saved);
    append(bytes, result.match);
    append(bytes, result.ended);
    append_text(bytes, result.game);
    append_text(bytes, result.text);
    append(bytes, result.players.size());
    for (auto const& [player, won] : result.players) {
        append_text(bytes, player);
        append(bytes, won);
    }
}

void append_change(std::string& bytes, BoardBegun const& begun) {
    append(bytes, Kind::board_begun);
    append(bytes, begun.day);
    append_text(bytes, begun.game);
    append_text(bytes, begun.player);
    append(bytes, begun.is_human);
}

void append_change(std::string& bytes, BoardEnded const& ended) {
    append(bytes, Kind::board_ended);
    append(bytes, ended.margin < 0);
    append(bytes, ended.margin < 0 ? -ended.margin : ended.margin);
}

int read_match_number(ByteReader& reader) {
    return static_cast<int>(reader.number(max_match));
}

EncodedAction read_taken(ByteReader& reader) {
    auto const match = read_match_number(reader);
    auto const seat = reader.number(by_bot_flag + max_seats - 1);
    auto const ms = static_cast<std::int64_t>(reader.number(max_ms));
    auto const action = reader.text();
    auto const banks = reader.text();
    if (seat % by_bot_flag >= static_cast<std::uint64_t>(max_seats)) reader.fail();
    return {match, Seat(static_cast<int>(seat % by_bot_flag % max_seats)), ms, action, banks, seat >= by_bot_flag};
}

RoomPlayers read_room_players(ByteReader& reader, bool has_lines) {
    RoomPlayers players;
    players.is_over = reader.number(1) != 0;
    for (auto count = reader.number(max_seats); count > 0; --count) players.ids.emplace_back(reader.text());
    if (!has_lines) return players;
    // What is written without lines has the other kind.
    for (auto count = reader.number(max_sheet_lines); count > 0; --count) players.lines.emplace_back(reader.text());
    if (players.lines.empty()) reader.fail();
    return players;
}

ResultSaved read_result(ByteReader& reader) {
    ResultSaved result{.match = read_match_number(reader),
                       .ended = static_cast<std::int64_t>(reader.number(INT64_MAX)),
                       .game = std::string(reader.text()),
                       .text = std::string(reader.text()),
                       .players = {}};
    for (auto count = reader.number(max_seats); count > 0; --count)
        result.players.push_back({std::string(reader.text()), reader.number(1) != 0});
    return result;
}

BoardEnded read_board_ended(ByteReader& reader) {
    auto const is_negative = reader.number(1) != 0;
    auto const size = static_cast<std::int64_t>(reader.number(INT64_MAX));
    return {is_negative ? -size : size};
}

// Braces evaluate what is between them from left to right.
EncodedChange read_change(ByteReader& reader) {
    switch (static_cast<Kind>(reader.number(static_cast<std::uint64_t>(Kind::room_players_and_lines)))) {
    case Kind::room_saved:
        return EncodedRoom{reader.text(), reader.number(1) != 0};
    case Kind::match_begun:
        return EncodedMatch{read_match_number(reader), reader.text()};
    case Kind::action_taken:
        return read_taken(reader);
    case Kind::match_ended:
        return MatchEnded{read_match_number(reader)};
    case Kind::room_players:
        return read_room_players(reader, false);
    case Kind::room_players_and_lines:
        return read_room_players(reader, true);
    case Kind::result_saved:
        return read_result(reader);
    case Kind::match_removed:
        return MatchRemoved{read_match_number(reader)};
    case Kind::board_begun:
        return BoardBegun{static_cast<int>(reader.number(max_day)), std::string(reader.text()),
                          std::string(reader.text()), reader.number(1) != 0};
    case Kind::board_ended:
        return read_board_ended(reader);
    case Kind::room_removed:
        break;
    }
    return RoomRemoved();
}

} // namespace

void append_transaction(std::string& bytes, Transaction const& transaction) {
    append_text(bytes, transaction.room);
    append(bytes, transaction.changes.size());
    for (auto const& change : transaction.changes)
        std::visit([&](auto const& it) { append_change(bytes, it); }, change);
}

bool read_transactions(std::string_view bytes,
                       std::function<void(std::string_view room, EncodedChange const& change)> const& visit) {
    for (ByteReader reader(bytes); !reader.at_end();) {
        auto const room = reader.text();
        auto changes = reader.number(UINT64_MAX);
        for (; changes > 0 && !reader.failed(); --changes) {
            auto const change = read_change(reader);
            if (!reader.failed()) visit(room, change);
        }
        if (reader.failed()) return false;
    }
    return true;
}

} // namespace tefuda::server
