#include "server/room/timed_moves.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

std::vector<Seat> TimedMoves::update(std::vector<TimedMove> moves, TimePoint now) {
    auto const before = std::exchange(waiting_, {});
    for (auto& move : moves) {
        auto const found =
            std::ranges::find_if(before, [&](auto const& waiting) { return waiting.move.is_same(move); });
        auto due = move.after ? std::optional<TimePoint>(now + *move.after) : std::nullopt;
        if (found != before.end()) due = found->due;
        waiting_.push_back({std::move(move), due});
    }
    std::vector<Seat> gone;
    for (auto const& [move, due] : before)
        if (std::ranges::none_of(waiting_, [&](auto const& waiting) { return waiting.move.is_same(move); }))
            gone.push_back(move.seat);
    return gone;
}

TimedMoves::Sent TimedMoves::sent(Seat seat, std::string_view action) const {
    for (auto const& [move, due] : waiting_)
        if (move.is(seat, action)) return due ? Sent::later : Sent::never;
    return Sent::by_anybody;
}

void TimedMoves::remove(TimedMove const& move) {
    std::erase_if(waiting_, [&](auto const& waiting) { return waiting.move.is_same(move); });
}

std::optional<TimedMoves::Due> TimedMoves::first(Applies const& applies) const {
    std::optional<Due> first;
    for (auto const& [move, due] : waiting_) {
        auto const from = due ? applies(move) : std::nullopt;
        if (!from) continue;
        auto const at = std::max(*due, *from);
        if (!first || at < first->at) first = Due{&move, at};
    }
    return first;
}

std::optional<TimePoint> TimedMoves::deadline(Applies const& applies) const {
    auto const next = first(applies);
    return next ? std::optional(next->at) : std::nullopt;
}

std::optional<TimedMove> TimedMoves::due(Applies const& applies, TimePoint now) const {
    auto const next = first(applies);
    return next && next->at <= now ? std::optional(*next->move) : std::nullopt;
}

} // namespace tefuda::server
