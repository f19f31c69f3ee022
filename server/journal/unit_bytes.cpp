#include "server/journal/unit_bytes.hpp"

#include <cstdint>

namespace tefuda::server {

namespace {

/// Numbers are in groups of seven bits, the least first; a text has its length before it.
class Writer {
public:
    std::string bytes;

    void put(std::uint64_t number) {
        for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
        bytes += static_cast<char>(number);
    }
    void put(std::string_view text) {
        put(text.size());
        bytes += text;
    }
    void put(RoomSaved const& saved) {
        put(saved.state);
        put(std::uint64_t{saved.finished});
    }
    void put(MatchBegun const& begun) {
        put(static_cast<std::uint64_t>(begun.number));
        put(begun.setup);
    }
    void put(ActionTaken const& taken) {
        put(static_cast<std::uint64_t>(taken.match));
        put(static_cast<std::uint64_t>(taken.action.seat.number()));
        put(taken.action.action);
        put(static_cast<std::uint64_t>(taken.action.ms));
        put(taken.banks);
    }
    void put(MatchEnded const& ended) { put(static_cast<std::uint64_t>(ended.number)); }
    void put(RoomRemoved const&) {}
};

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
    std::string text() {
        auto const size = number();
        failed_ = failed_ || size > rest_.size();
        if (failed_) return {};
        auto const text = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return std::string(text);
    }
    Seat seat() {
        auto const number = this->number();
        failed_ = failed_ || number >= static_cast<std::uint64_t>(max_seats);
        return Seat(failed_ ? 0 : static_cast<int>(number));
    }
    /// By its place in `Change`. What is read is read in the order of the braces.
    Change change() {
        switch (number()) {
        case 0:
            return RoomSaved{text(), number() != 0};
        case 1:
            return MatchBegun{small_number(), text()};
        case 2:
            return ActionTaken{small_number(), {seat(), text(), static_cast<std::int64_t>(number())}, text()};
        case 3:
            return MatchEnded{small_number()};
        case 4:
            return RoomRemoved{};
        default:
            failed_ = true;
            return RoomRemoved{};
        }
    }
    Unit unit() {
        Unit unit{text(), {}};
        for (auto left = number(); left > 0 && !failed_; --left) unit.changes.push_back(change());
        return unit;
    }

private:
    std::string_view rest_;
    bool failed_ = false;
};

} // namespace

std::string bytes_of(std::span<Unit const> units) {
    Writer writer;
    for (auto const& unit : units) {
        writer.put(unit.room);
        writer.put(unit.changes.size());
        for (auto const& change : unit.changes) {
            writer.put(change.index());
            std::visit([&](auto const& it) { writer.put(it); }, change);
        }
    }
    return std::move(writer.bytes);
}

std::optional<std::vector<Unit>> units_of(std::string_view bytes) {
    Reader reader(bytes);
    std::vector<Unit> units;
    while (!reader.at_end() && !reader.failed()) units.push_back(reader.unit());
    if (reader.failed()) return std::nullopt;
    return units;
}

} // namespace tefuda::server
