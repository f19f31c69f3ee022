#include "server/journal/sqlite/transaction_codec.hpp"

#include "server/journal/saved_json.hpp"
#include "server/match/byte_codec.hpp"

namespace tefuda::server {

namespace {

// These numbers are stored: they must not change.
enum class Kind : std::uint8_t { room_saved, match_begun, action_taken, match_ended, room_removed };

constexpr std::uint64_t max_match = 1'000'000'000;
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
    append(bytes, taken.seat.number());
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

int read_match_number(ByteReader& reader) {
    return static_cast<int>(reader.number(max_match));
}

Seat read_seat(ByteReader& reader) {
    return Seat(static_cast<int>(reader.number(max_seats - 1)));
}

std::int64_t read_ms(ByteReader& reader) {
    return static_cast<std::int64_t>(reader.number(max_ms));
}

// Braces evaluate what is between them from left to right.
EncodedChange read_change(ByteReader& reader) {
    switch (static_cast<Kind>(reader.number(static_cast<std::uint64_t>(Kind::room_removed)))) {
    case Kind::room_saved:
        return EncodedRoom{reader.text(), reader.number(1) != 0};
    case Kind::match_begun:
        return EncodedMatch{read_match_number(reader), reader.text()};
    case Kind::action_taken:
        return EncodedAction{read_match_number(reader), read_seat(reader), read_ms(reader), reader.text(),
                             reader.text()};
    case Kind::match_ended:
        return MatchEnded{read_match_number(reader)};
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
