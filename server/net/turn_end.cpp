#include "server/net/turn_end.hpp"

#include "server/net/gathering_stream.hpp"

namespace tefuda::server {

void TurnEnd::run() {
    // What a flush causes may gather again; what it throws leaves the others for the next turn.
    while (next_ < due_.size()) {
        auto const gatherer = std::move(due_[next_++]);
        gatherer->flush();
    }
    due_.clear();
    next_ = 0;
}

void TurnEnd::shutdown() {
    auto const due = std::exchange(due_, {});
    for (auto const& gatherer : due)
        if (gatherer) gatherer->drop_waiters();
}

} // namespace tefuda::server
