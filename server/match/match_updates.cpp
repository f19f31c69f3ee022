#include "server/match/match_updates.hpp"

#include <utility>

namespace tefuda::server {

MatchUpdates::MatchUpdates(MatchRecord record, Observer observer)
    : record_(whole(std::move(record))), observer_(observer), run_(record_), action_(record_.actions.begin()) {}

std::optional<std::string> MatchUpdates::next() {
    if (std::exchange(at_deal_, false)) return run_.update(observer_, {});
    if (action_ == record_.actions.end()) return std::nullopt;
    auto const action = *action_;
    run_.act(action.seat, action.action);
    ++action_;
    return run_.update(observer_, {});
}

} // namespace tefuda::server
