// One server of several: learns what the others do from the store that they share.
#pragma once

#include "server/rooms/room_registry.hpp"
#include "server/runtime/guarded.hpp"
#include "server/runtime/worker.hpp"
#include "server/store/store.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tefuda::server {

/// Its worker tells the registry of rooms that other servers have claimed, a few milliseconds after they did, and of
/// the public rooms of all servers, once a second; it stores who is in those of this one.
class ClusterWatch {
public:
    /// To be made before any room. \param set_away called on the watch's thread when the store has been away for ten
    /// seconds, and when it is back
    ClusterWatch(SharedStore& store, RoomRegistry& rooms, std::function<void(bool away)> set_away);

    /// Begins to watch; called once, when the store has recovered.
    void start();
    /// Gives every room back, then calls `done` on the watch's thread: also if the store is away.
    void give_back_all(std::function<void()> done);

private:
    using Clock = std::chrono::steady_clock;

    Worker::Next step();
    void watch(Clock::time_point now);
    void update_list();
    void check_away(Clock::time_point now);

    SharedStore& store_;
    RoomRegistry& rooms_;
    std::function<void(bool)> const set_away_;

    // For the worker.
    Clock::time_point next_check_{};
    Clock::time_point next_list_{};
    std::optional<Clock::time_point> away_since_;
    bool is_away_ = false;
    std::map<std::string, SharedStore::Listed> listed_;
    /// By code: the version of what is listed, and what lists show.
    std::map<std::string, std::pair<std::string, RoomRegistry::Listed>> summaries_;
    std::size_t names_ = 0; ///< how often somebody's name had been hidden or replaced when they were made

    /// By code, the public rooms of which it was not stored yet who is there.
    Guarded<std::map<std::string, std::pair<RoomClaim, RoomPresence>>> present_;
    Guarded<std::function<void()>> given_back_; ///< empty: nobody has asked
    /// Uses all of the above.
    std::unique_ptr<Worker> worker_;
};

} // namespace tefuda::server
