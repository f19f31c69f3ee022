// What each address may do in a day.
#pragma once

#include "server/runtime/networks.hpp"
#include "server/runtime/sweep.hpp"

#include <array>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace tefuda::server {

/// What is counted.
enum class Daily { actions, rooms, bytes, reports };

/// For each address and its networks, and each thing that is counted there is so much a day: what is used comes back
/// over the next 24 hours, evenly. Thread-safe.
class DayQuota {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// Maximum numbers for a day; infinity: no limit.
    struct Amounts {
        double actions;
        double rooms;
        double bytes;
        double reports = 10;
    };

    explicit DayQuota(Amounts limits) : limits_{limits.actions, limits.rooms, limits.bytes, limits.reports} {}

    /// Takes so much, if the address has so much left.
    /// \returns nothing if it was taken, else the time after which it can be
    std::optional<std::chrono::milliseconds> take(Daily what, std::string const& address, double amount, TimePoint now);

    /// Counts what has been done already, up to what the address has left.
    void charge(Daily what, std::string const& address, double amount, TimePoint now);

    /// Gives back what was taken and not used.
    void give_back(Daily what, std::string const& address, double amount, TimePoint now);

private:
    static constexpr std::size_t kinds = 4;
    struct Used {
        std::array<double, kinds> amounts{};
        TimePoint at;
        int share; ///< how many times the limits of an address it has
    };

    Used& used_by(CountedNetwork const& network, TimePoint now);
    void restore(Used& used, TimePoint now) const;

    std::array<double, kinds> const limits_;
    std::mutex mutex_;
    /// Only addresses and networks that have used something.
    std::unordered_map<std::string, Used> used_;
    Sweep sweep_{10'000};
};

} // namespace tefuda::server
