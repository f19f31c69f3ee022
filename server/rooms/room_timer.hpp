// A room's timer.
#pragma once

#include "server/runtime/executor.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace tefuda::server {

/// Set for one time, or for none. Destroying it cancels the call. Used on one executor.
class RoomTimer {
public:
    using TimePoint = Executor::TimePoint;

    bool is_set_for(std::optional<TimePoint> due) const { return due == due_; }
    /// Instead of what it was set for. \param call copyable; called at that time
    /// \throws std::exception and is set for no time
    template <class Call>
    void set(Executor& executor, std::optional<TimePoint> due, Call call) {
        due_.reset();
        timer_.reset();
        if (!due) return;
        timer_ = executor.schedule(*due, [this, call = std::move(call)]() mutable {
            // The timer may be set anew in the call.
            auto const run = std::move(call);
            due_.reset();
            run();
        });
        due_ = due;
    }

private:
    std::optional<TimePoint> due_;
    std::unique_ptr<Timer> timer_;
};

} // namespace tefuda::server
