// A store with nothing in it, for tests that need one of its functions.
#pragma once

#include "server/store/store.hpp"

namespace tefuda::server::test {

class StubStore : public Store {
public:
    Recovered recover(std::function<void(ClaimedRoom)> const&) override { return {}; }
    ClaimResult claim(std::string const&, bool) override { return NoSuchRoom{}; }
    void give_back(std::vector<RoomClaim> const&) override {}
    bool may_have(std::string const&) const override { return false; }
    std::optional<StoredRoom> read_room(std::string const&) override { return std::nullopt; }
    std::optional<StoredMatch> read_match(std::string const&, int) override { return std::nullopt; }
    std::vector<int> ended_matches(std::string const&, int) override { return {}; }
    std::vector<std::string> expire(std::int64_t) override { return {}; }
};

} // namespace tefuda::server::test
