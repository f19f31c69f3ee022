#include "server/match/match_actions.hpp"

#include <cstring>

namespace tefuda::server {

struct MatchActions::Head {
    std::int64_t ms;
    std::uint32_t text_size;
    std::uint32_t seat;

    static Head read(char const* at) {
        Head head;
        std::memcpy(&head, at, sizeof head);
        return head;
    }
};

MatchActions::MatchActions(std::initializer_list<MatchAction> actions) {
    for (auto const& action : actions) add(action.seat, action.action, action.ms);
}

void MatchActions::add(Seat seat, std::string_view action, std::int64_t ms) {
    Head const head{ms, static_cast<std::uint32_t>(action.size()), static_cast<std::uint32_t>(seat.number())};
    char bytes[sizeof head];
    std::memcpy(bytes, &head, sizeof head);
    bytes_.append(bytes, sizeof head).append(action);
    ++size_;
    last_ms_ = ms;
}

void MatchActions::keep_first(std::size_t count) {
    auto kept = begin();
    last_ms_ = 0;
    for (size_ = 0; size_ < count; ++size_, ++kept) last_ms_ = Head::read(kept.at_).ms;
    bytes_.resize(static_cast<std::size_t>(kept.at_ - bytes_.data()));
}

MatchActions::Iterator MatchActions::begin() const {
    return Iterator(bytes_.data());
}

MatchActions::Iterator MatchActions::end() const {
    return Iterator(bytes_.data() + bytes_.size());
}

MatchAction MatchActions::Iterator::operator*() const {
    auto const head = Head::read(at_);
    return {Seat(static_cast<int>(head.seat)), std::string(at_ + sizeof head, head.text_size), head.ms};
}

MatchActions::Iterator& MatchActions::Iterator::operator++() {
    at_ += sizeof(Head) + Head::read(at_).text_size;
    return *this;
}

} // namespace tefuda::server
