// All rooms of the server.
#pragma once

#include "server/room/room_actor.hpp"

#include <map>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tefuda::server {

/// All functions may be called from any thread.
class Lobby {
public:
    /// \param executors where rooms live, in turn; not empty
    Lobby(std::vector<Executor*> executors, RandomBytes random, bool allow_fixed, BotPool& bots);

    /// Makes a room, or says why not.
    std::variant<Created, Rejection> create(Create const& message);

    /// Nothing where no room has this code.
    std::shared_ptr<RoomActor> find(std::string const& code) const;

    /// The public rooms that wait or play: a JSON list of RoomSummary.
    std::string list() const;

    /// The orderly stop: no new rooms, nobody joins.
    void close();

private:
    std::variant<RoomSetting, Rejection> settle(Create const& message) const;
    std::optional<Rejection> add_fixed_deal(RoomSetting& setting, std::optional<Bytes32>& seed,
                                            codec::RawJson const& fixed) const;
    std::string new_code() const;
    void show(Room const& room);

    std::vector<Executor*> const executors_;
    RandomBytes const random_;
    bool const allow_fixed_;
    BotPool& bots_;

    mutable std::shared_mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<RoomActor>> rooms_;
    std::size_t next_executor_ = 0;
    bool closing_ = false;

    mutable std::mutex listed_mutex_;
    /// What the list shows of each public room.
    std::map<std::string, std::string> listed_;
};

} // namespace tefuda::server
