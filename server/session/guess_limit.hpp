// Limits how many room codes and tokens a client may guess.
#pragma once

#include "server/session/address_rate.hpp"

#include <chrono>
#include <mutex>
#include <optional>
#include <string>

namespace tefuda::server {

/// By a rate of its own and by one that it shares with its address. A guess is counted before anybody looks whether it
/// is right, and discounted when it is: else the answers to many at once would tell which are right. Thread-safe.
class GuessLimit {
public:
    using TimePoint = TokenBucket::TimePoint;

    /// \param shared of all addresses; must outlive this object, like the address
    GuessLimit(Rate own, AddressRate& shared, std::string const& address)
        : own_(own), shared_(shared), address_(address) {}

    /// Counts a guess. \returns nothing if it was counted, else the time until the client may guess again
    std::optional<std::chrono::milliseconds> take(TimePoint now) {
        std::lock_guard const lock(mutex_);
        if (!own_.take(now)) return own_.wait();
        auto const wait = shared_.take(address_, now);
        if (wait) own_.give_back();
        return wait;
    }

    /// A guess that was counted was right.
    void give_back() {
        std::lock_guard const lock(mutex_);
        own_.give_back();
        shared_.give_back(address_);
    }

private:
    std::mutex mutex_;
    TokenBucket own_;
    AddressRate& shared_;
    std::string const& address_;
};

} // namespace tefuda::server
