// The matches of a room that are in memory.
#pragma once

#include "server/match/match_bytes.hpp"
#include "server/room/room_match.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tefuda::server {

/// The newest match, on or over, and those before it. Goes back to the beginning of a transaction by playing the match
/// again: an action costs no copy.
class RoomMatches {
public:
    /// Nothing where there was no match yet.
    std::optional<RoomMatch> const& newest() const { return newest_; }
    /// \pre there is one
    RoomMatch& change() { return *newest_; }

    /// A match that begins, or one that was stored.
    void begin(MatchRecord record, std::optional<ClockSetting> const& clock, std::vector<std::int64_t> const& banks,
               TimePoint now);
    /// The record of one that is over and in memory; else null.
    MatchRecord const* finished(int number) const;

    void begin_transaction();
    /// \param forget_earlier the store has the finished ones
    void commit(bool forget_earlier);
    void roll_back(std::optional<ClockSetting> const& clock, TimePoint now);

private:
    void count();

    std::optional<RoomMatch> newest_;
    std::vector<MatchRecord> earlier_;
    MatchBytes bytes_;
    // At the beginning of the transaction: the newest match, 0 for none, with its actions and banks.
    int number_ = 0;
    std::size_t actions_ = 0;
    std::vector<std::int64_t> banks_;
};

} // namespace tefuda::server
