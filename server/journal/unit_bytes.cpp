#include "server/journal/unit_bytes.hpp"

#include "protocol/codec/json_tree.hpp"

#include <cstdint>

namespace tefuda::server {

namespace {

// Numbers are in groups of seven bits, the least first; a text has its length before it.

void put(std::string& bytes, std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
    bytes += static_cast<char>(number);
}

void put(std::string& bytes, std::string_view text) {
    put(bytes, text.size());
    bytes += text;
}

void put(std::string& bytes, RoomSaved const& saved) {
    put(bytes, saved.state);
    put(bytes, std::uint64_t{saved.finished});
}

void put(std::string& bytes, MatchBegun const& begun) {
    put(bytes, static_cast<std::uint64_t>(begun.number));
    put(bytes, begun.setup);
}

void put(std::string& bytes, ActionTaken const& taken) {
    put(bytes, static_cast<std::uint64_t>(taken.match));
    append_action(bytes, taken);
    put(bytes, taken.banks);
}

void put(std::string& bytes, MatchEnded const& ended) {
    put(bytes, static_cast<std::uint64_t>(ended.number));
}

void put(std::string&, RoomRemoved const&) {}

class Reader {
public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    bool at_end() const { return rest_.empty(); }
    bool failed() const { return failed_; }

    std::uint64_t number() {
        std::uint64_t number = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (rest_.empty()) break;
            auto const byte = static_cast<std::uint8_t>(rest_.front());
            rest_.remove_prefix(1);
            number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return number;
        }
        failed_ = true;
        return 0;
    }
    int small_number() { return static_cast<int>(number()); }
    std::string_view text() {
        auto const size = number();
        failed_ = failed_ || size > rest_.size();
        if (failed_) return {};
        auto const text = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return text;
    }
    Seat seat() {
        auto const number = this->number();
        failed_ = failed_ || number >= static_cast<std::uint64_t>(max_seats);
        return Seat(failed_ ? 0 : static_cast<int>(number));
    }
    std::int64_t ms() {
        constexpr std::uint64_t most = 1'000'000'000'000'000;
        auto const number = this->number();
        failed_ = failed_ || number > most;
        return failed_ ? 0 : static_cast<std::int64_t>(number);
    }
    /// By its place in `Change`. What is read is read in the order of the braces.
    Change change() {
        switch (number()) {
        case 0:
            return RoomSaved{text(), number() != 0};
        case 1:
            return MatchBegun{small_number(), text()};
        case 2:
            return ActionTaken{small_number(), seat(), text(), ms(), text()};
        case 3:
            return MatchEnded{small_number()};
        case 4:
            return RoomRemoved{};
        default:
            failed_ = true;
            return RoomRemoved{};
        }
    }

private:
    std::string_view rest_;
    bool failed_ = false;
};

} // namespace

void Changes::add(Change const& change) {
    // Most are actions, and most of those fit.
    bytes_.reserve(bytes_.size() + 100);
    put(bytes_, std::uint64_t{change.index()});
    std::visit([&](auto const& it) { put(bytes_, it); }, change);
}

void append_unit(std::string& units, std::string_view room, Changes const& changes) {
    put(units, room);
    put(units, changes.bytes());
}

bool read_changes(std::string_view bytes, std::function<void(Change const&)> const& take) {
    for (Reader reader(bytes); !reader.at_end();) {
        auto const change = reader.change();
        if (reader.failed()) return false;
        take(change);
    }
    return true;
}

bool read_units(std::string_view units, std::function<void(Unit const&)> const& take) {
    for (Reader reader(units); !reader.at_end();) {
        Unit const unit{reader.text(), reader.text()};
        if (reader.failed()) return false;
        take(unit);
    }
    return true;
}

void append_action(std::string& actions, ActionTaken const& taken) {
    put(actions, static_cast<std::uint64_t>(taken.seat.number()));
    put(actions, taken.action);
    put(actions, static_cast<std::uint64_t>(taken.ms));
}

std::optional<MatchActions> read_actions(std::string_view actions) {
    MatchActions all;
    for (Reader reader(actions); !reader.at_end();) {
        auto const seat = reader.seat();
        auto const action = reader.text();
        auto const ms = reader.ms();
        auto const tree = codec::JsonTree::parse(action);
        if (reader.failed() || !tree || !tree->root().is_object()) return std::nullopt;
        all.add(seat, action, ms);
    }
    return all;
}

} // namespace tefuda::server
