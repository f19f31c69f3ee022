#include "server/journal/unit_bytes.hpp"

#include "protocol/codec/json_tree.hpp"

#include <algorithm>
#include <cstdint>

namespace tefuda::server {

namespace {

// Numbers are in groups of seven bits, the least first; a text has its length before it.

constexpr std::size_t most_of_number = 10;

constexpr std::size_t most_of(std::uint64_t) {
    return most_of_number;
}

constexpr std::size_t most_of(std::string_view text) {
    return most_of_number + text.size();
}

char* put(char* at, std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) *at++ = static_cast<char>(number | 0x80);
    *at++ = static_cast<char>(number);
    return at;
}

char* put(char* at, std::string_view text) {
    return std::copy(text.begin(), text.end(), put(at, std::uint64_t{text.size()}));
}

/// Numbers and texts, one behind the other.
template <class Bytes, class... Parts>
void append(Bytes& bytes, Parts... parts) {
    auto const size = bytes.size();
    bytes.resize(size + (most_of(parts) + ...));
    auto* end = bytes.data() + size;
    ((end = put(end, parts)), ...);
    bytes.resize(static_cast<std::size_t>(end - bytes.data()));
}

template <class Number>
std::uint64_t to_number(Number number) {
    return static_cast<std::uint64_t>(number);
}

// Each with the place of its kind in `Change` before it.

template <class Bytes>
void append_change(Bytes& bytes, std::uint64_t kind, RoomSaved const& saved) {
    append(bytes, kind, saved.state, to_number(saved.finished));
}

template <class Bytes>
void append_change(Bytes& bytes, std::uint64_t kind, MatchBegun const& begun) {
    append(bytes, kind, to_number(begun.number), begun.setup);
}

template <class Bytes>
void append_change(Bytes& bytes, std::uint64_t kind, ActionTaken const& taken) {
    append(bytes, kind, to_number(taken.match), to_number(taken.seat.number()), taken.action, to_number(taken.ms),
           taken.banks);
}

template <class Bytes>
void append_change(Bytes& bytes, std::uint64_t kind, MatchEnded const& ended) {
    append(bytes, kind, to_number(ended.number));
}

template <class Bytes>
void append_change(Bytes& bytes, std::uint64_t kind, RoomRemoved const&) {
    append(bytes, kind);
}

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

    std::string_view rest() const { return rest_; }

private:
    std::string_view rest_;
    bool failed_ = false;
};

} // namespace

void Changes::add(Change const& change) {
    std::visit([&](auto const& it) { append_change(bytes_, change.index(), it); }, change);
}

void append_unit(std::string& units, std::string_view room, Changes const& changes) {
    append(units, room, changes.bytes());
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
        auto const begin = reader.rest();
        auto const room = reader.text();
        auto const changes = reader.text();
        if (reader.failed()) return false;
        Unit const unit{room, changes, begin.substr(0, begin.size() - reader.rest().size())};
        take(unit);
    }
    return true;
}

void append_action(std::string& actions, ActionTaken const& taken) {
    append(actions, to_number(taken.seat.number()), taken.action, to_number(taken.ms));
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
