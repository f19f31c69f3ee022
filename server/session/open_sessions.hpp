// All clients that are connected.
#pragma once

#include "server/session/client_session.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace tefuda::server {

/// Thread-safe. Owns none of them.
class OpenSessions {
public:
    void add(std::shared_ptr<ClientSession> const& session) {
        std::lock_guard const lock(mutex_);
        // Removes ended sessions only when the vector would grow: a constant time per session on average.
        if (sessions_.size() == sessions_.capacity())
            std::erase_if(sessions_, [](auto const& each) { return each.expired(); });
        sessions_.push_back(session);
    }

    std::vector<std::shared_ptr<ClientSession>> all() {
        std::lock_guard const lock(mutex_);
        std::vector<std::shared_ptr<ClientSession>> open;
        for (auto const& each : sessions_)
            if (auto session = each.lock()) open.push_back(std::move(session));
        return open;
    }

private:
    std::mutex mutex_;
    std::vector<std::weak_ptr<ClientSession>> sessions_;
};

} // namespace tefuda::server
