// How soon a room may be claimed again that was lost.
#pragma once

#include "server/runtime/sweep.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>

namespace tefuda::server {

/// A claim holds once something was stored with it. Where the store refuses the first commit instead, two servers fight
/// over the room, or the store that gives claims is not the one that takes commits: then each further claim of the room
/// waits, 0.1, 1 and 10 s. So does the next claim of a room that another server has taken, however well claims hold:
/// else whoever connects to one server after the other moves everybody at the table with each connection. Not
/// thread-safe.
class ClaimPace {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// A claim was sent to the store, and its answer has come.
    void begin(std::string const& code, TimePoint now);
    void end(std::string const& code);

    /// Something was stored with the room's claim.
    void claim_held(std::string const& code);
    /// The room was lost before that.
    void claim_refused(std::string const& code, TimePoint now);

    /// The room was lost after that: another server has claimed it.
    void claim_taken(std::string const& code, TimePoint now);

    /// When the room may be claimed; nothing: at once.
    std::optional<TimePoint> next(std::string const& code, TimePoint now) const;

    /// False while a claim has been under way for ten seconds, and after three claims in a row that did not hold, until
    /// one does, or until nobody has tried for ten seconds.
    bool works(TimePoint now) const;

private:
    struct Lost {
        int times = 0;
        TimePoint next{};
    };
    struct LostRooms {
        Lost& of(std::string const& code, TimePoint now);

        std::unordered_map<std::string, Lost> by_code;
        Sweep sweep{1000};
    };

    static void put_off(Lost& room, TimePoint now);

    std::unordered_map<std::string, TimePoint> under_way_; ///< by code: since when
    LostRooms refused_;
    LostRooms taken_;
    int refused_in_a_row_ = 0;
    TimePoint last_refused_{};
};

} // namespace tefuda::server
