// How many rooms each address has in memory.
#pragma once

#include <string>
#include <unordered_map>

namespace tefuda::server {

/// Rooms that an address has made or woken. Rooms of nobody (the empty address: they came back with the server) are not
/// counted. Not thread-safe.
class AddressShares {
public:
    void add(std::string const& address) {
        if (!address.empty()) ++rooms_[address];
    }

    /// \pre the room was added
    void remove(std::string const& address) {
        auto const found = rooms_.find(address);
        if (found != rooms_.end() && --found->second == 0) rooms_.erase(found);
    }

    int of(std::string const& address) const {
        auto const found = rooms_.find(address);
        return found == rooms_.end() ? 0 : found->second;
    }

private:
    std::unordered_map<std::string, int> rooms_;
};

} // namespace tefuda::server
