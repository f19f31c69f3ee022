// What a room is, as data: everything that must outlast its connections.
#pragma once

#include "server/match/match_record.hpp"
#include "protocol/server_message.hpp"

#include <chrono>
#include <vector>

namespace tefuda::server {

/// What `create` settles once and for all.
struct RoomSetting {
    std::string code;
    Game const* game = nullptr;
    std::string_view options; ///< settled, JSON text, kept (keep_options)
    int seats = 0;
    bool is_public = false;
    std::optional<ClockSetting> clock;
    std::vector<Cards> fixed_shuffles; ///< of the first match
};

struct SeatState {
    std::string name;
    std::string entropy;
    /// SHA-256 of the token that resumes this seat.
    std::optional<Bytes32> token_hash;
    SeatKind kind = SeatKind::empty;
    /// Its human left during a match: a bot plays it until the token resumes.
    bool bot_plays = false;
    BotLevel level = BotLevel::normal;
    bool wants_rematch = false;
    /// In which form its updates go out, and since which `seq` of the match they do.
    UpdateMode updates = UpdateMode::full;
    std::int64_t updates_since = 0;

    bool played_by_bot() const { return kind == SeatKind::bot || bot_plays; }
};

struct RoomState {
    RoomSetting setting;
    std::optional<Seat> host;
    /// Of `match`: they belong together.
    Bytes32 server_seed{};
    /// The decision numbers that the seats had reached when the last match ended.
    SeatList<std::int64_t> decisions;
    /// What the clocks of the match that is on had left after its last action; empty without clocks.
    SeatList<std::chrono::milliseconds> banks;

    // What each action needs.
    SeatList<SeatState> seats;
    /// The matches that were begun, in order; the last one may be on. Where a journal keeps them, only the last two.
    std::vector<MatchRecord> matches;
    RoomStatus status = RoomStatus::waiting;
    /// The match that is on, else the next.
    int match = 1;
};

} // namespace tefuda::server
