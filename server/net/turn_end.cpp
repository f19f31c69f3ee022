#include "server/net/turn_end.hpp"

#include "server/net/gatherer.hpp"

#include <boost/asio/post.hpp>

namespace tefuda::server {

void TurnEnd::come() {
    // Comes behind whatever is ready to run by now.
    boost::asio::post(executor_, [this] { run(); });
}

void TurnEnd::run() {
    try {
        flush_all();
    } catch (...) {
        come();
        throw;
    }
}

void TurnEnd::flush_all() {
    // What a flush causes may gather again.
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
