// How many rooms each address has in memory.
#pragma once

#include <string>
#include <unordered_map>

namespace tefuda::server {

/// Rooms that an address has made or woken, against its limit. Rooms of nobody (the empty address: they came back with
/// the server) are not counted. Not thread-safe.
class AddressShares {
public:
    /// \param limit maximum number of rooms for each address
    explicit AddressShares(int limit) : limit_(limit) {}

    /// Counts one room more. \returns false if the address has as many as it may: then nothing has changed
    [[nodiscard]] bool take(std::string const& address) {
        if (address.empty()) return true;
        if (of(address) >= limit_) return false;
        ++rooms_[address];
        return true;
    }

    /// \pre the room was counted
    void give_back(std::string const& address) {
        auto const found = rooms_.find(address);
        if (found != rooms_.end() && --found->second == 0) rooms_.erase(found);
    }

    int of(std::string const& address) const {
        auto const found = rooms_.find(address);
        return found == rooms_.end() ? 0 : found->second;
    }

private:
    int const limit_;
    std::unordered_map<std::string, int> rooms_;
};

} // namespace tefuda::server
