#include "server/match/match_actions.hpp"

#include "protocol/codec/json_tree.hpp"
#include "server/match/byte_codec.hpp"

#include <utility>

namespace tefuda::server {

namespace {

struct ActionView {
    std::uint64_t seat;
    bool by_bot;
    std::uint64_t ms;
    std::string_view action;
};

ActionView read_action(ByteReader& reader) {
    // About 30,000 years. A greater number is damage, and could overflow when times are added.
    constexpr std::uint64_t max_ms = 1'000'000'000'000'000;
    auto const seat = reader.number(by_bot_flag + max_seats - 1);
    auto const ms = reader.number(max_ms);
    return {seat % by_bot_flag, seat >= by_bot_flag, ms, reader.text()};
}

bool is_object(std::string_view text) {
    auto const tree = codec::JsonTree::parse(text);
    return tree && tree->root().is_object();
}

} // namespace

MatchActions::MatchActions(std::initializer_list<MatchAction> actions) {
    for (auto const& action : actions) add(action);
}

void MatchActions::add(MatchAction const& action) {
    append_number(bytes_, static_cast<std::uint64_t>(action.seat.number()) + (action.by_bot ? by_bot_flag : 0));
    append_number(bytes_, static_cast<std::uint64_t>(action.ms));
    append_text(bytes_, action.action);
    ++size_;
    last_ms_ = action.ms;
}

std::optional<MatchActions> MatchActions::from_bytes(std::string bytes) {
    MatchActions actions;
    for (ByteReader reader(bytes); !reader.at_end();) {
        auto const [seat, by_bot, unsigned_ms, action] = read_action(reader);
        auto const ms = static_cast<std::int64_t>(unsigned_ms);
        if (reader.failed() || seat >= static_cast<std::uint64_t>(max_seats) || ms < actions.last_ms_ ||
            !is_object(action))
            return std::nullopt;
        ++actions.size_;
        actions.last_ms_ = ms;
    }
    actions.bytes_ = std::move(bytes);
    return actions;
}

MatchActions::Iterator MatchActions::begin() const {
    return Iterator(bytes_);
}

MatchActions::Iterator MatchActions::from(std::size_t bytes) const {
    return Iterator(std::string_view(bytes_).substr(bytes));
}

MatchActions::Iterator MatchActions::end() const {
    return from(bytes_.size());
}

MatchAction MatchActions::Iterator::operator*() const {
    ByteReader reader(rest_);
    auto const [seat, by_bot, ms, action] = read_action(reader);
    return {Seat(static_cast<int>(seat)), std::string(action), static_cast<std::int64_t>(ms), by_bot};
}

MatchActions::Iterator& MatchActions::Iterator::operator++() {
    ByteReader reader(rest_);
    read_action(reader);
    rest_ = reader.rest();
    return *this;
}

} // namespace tefuda::server
