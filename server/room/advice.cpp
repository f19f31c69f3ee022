#include "server/room/advice.hpp"

#include "server/room/seating.hpp"

#include <cmath>
#include <utility>

namespace tefuda::server {

namespace {

/// Other actions in one advice.
constexpr std::size_t max_others = 10;

} // namespace

bool is_advice_allowed(RoomState const& state, Seat seat) {
    if (state.setting.board) return false;
    return state.setting.hints || plays_bots_alone(state, seat);
}

Advice advice_of(MessageId re, std::string const& room, std::int64_t decision, Consideration const& consideration) {
    Advice advice{std::move(re), room, decision, {consideration.action}, std::nullopt};
    if (consideration.opinions.empty()) return advice;
    advice.others.emplace();
    for (auto const& [action, value] : consideration.opinions) {
        if (action == consideration.action || advice.others->size() == max_others) continue;
        constexpr double steps = 1000;
        advice.others->push_back({{action}, std::round(value * steps) / steps});
    }
    return advice;
}

} // namespace tefuda::server
