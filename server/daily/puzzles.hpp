// The puzzles: finds them, shows them, and tells who tries one at once how it was.
#pragma once

#include "server/daily/puzzle_finder.hpp"
#include "server/daily/puzzle_table.hpp"
#include "server/net/service.hpp"
#include "server/room/room.hpp"
#include "server/runtime/worker.hpp"
#include "server/session/address_rate.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tefuda::server {

/// What needs the store is done on a thread of its own, and, where puzzles are found, on those of the bots.
/// Thread-safe.
class Puzzles {
public:
    struct Settings {
        Rate requests_an_address;          ///< of HTTP
        std::function<std::int64_t()> now; ///< seconds since 1970; a test gives its own
    };
    using Reply = std::function<void(HttpReply)>;

    /// \param sql has the table `puzzle`
    Puzzles(std::shared_ptr<Sql> sql, BotPool& bots, Settings const& settings);

    /// The table is there: until then nobody is answered.
    void start() { is_started_ = true; }

    /// As RoomListeners::match_ended. Only public rooms' matches are looked at.
    void note_match_ended(Room const& room, MatchRecord const& match);

    /// Answers `/api/puzzles…`; calls `reply` once, on any thread.
    void handle(PersonalRequest const& request, Reply reply);

private:
    void post(std::string const& address, Reply const& reply, std::function<HttpReply()> answer);
    HttpReply list(std::string const& game);
    HttpReply show(std::string const& id);
    HttpReply judge(std::string const& id, std::string const& action);

    AddressRate requests_;
    std::shared_ptr<PuzzleTable> const table_;
    PuzzleFinder finder_;
    std::atomic<bool> is_started_ = false;
    /// Uses all of the above.
    TaskWorker thread_;
};

} // namespace tefuda::server
