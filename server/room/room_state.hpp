// The part of a room that outlasts its connections and its process, without its matches.
#pragma once

#include "protocol/server_message.hpp"
#include "rules/core/seeded_chance.hpp"
#include "server/match/evening.hpp"
#include "server/match/match.hpp"
#include "server/match/match_record.hpp"
#include "server/match/seat_owner.hpp"
#include "server/store/change.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// Boards open in the order of their days: there is a last day up to which they are open, which only grows. Whoever
/// opens boards (`daily/boards`) says so here; all others ask here, and look at no clock. Thread-safe.
class OpenBoards {
public:
    /// \param day since 1970, UTC
    bool is_open(int day) const { return day <= until_; }
    /// The last day whose boards are open; 0: none.
    int until() const { return until_; }
    /// Boards that are open stay so.
    void open_until(int day) {
        auto before = until_.load();
        while (before < day && !until_.compare_exchange_weak(before, day)) {}
    }

private:
    std::atomic<int> until_ = 0;
};

/// A room that is a player's board of the day.
struct BoardSetting {
    int day = 0;        ///< since 1970, UTC
    std::string player; ///< whose it is
    bool is_human = true;
    OpenBoards const* open = nullptr; ///< null: nobody plays here, the room is only read
};

/// Settled by `create`; only the number of seats may change later.
struct RoomSetting {
    std::string code;
    Game const* game = nullptr;
    std::string_view options; ///< complete, JSON text, kept for good (intern_options)
    int seats = 0;
    bool is_public = false;
    bool hints = false;         ///< every seat may ask for advice
    bool no_chat = false;       ///< nobody can chat
    bool no_spectators = false; ///< nobody can watch
    std::optional<ClockSetting> clock;
    std::vector<Cards> fixed_shuffles; ///< of a test deal, for the first match
    bool is_fixed = false;             ///< the first match has cards that its maker knew: a test deal, or `from`
    std::int64_t created = 0;          ///< microseconds since 1970; no two rooms of a server have the same
    std::shared_ptr<BoardSetting const> board{}; ///< null: it is none
    /// From where the first match is to go on; null once it has begun.
    std::shared_ptr<Continuation const> from{};
    std::optional<ReplayFrom> first_from{}; ///< the same for readers, also when it has begun
};

/// Where nobody chose a level: `fill` without one, and a seat whose human left or ran out of time.
inline constexpr BotLevel default_bot_level = BotLevel::normal;

struct SeatState {
    std::string name;
    std::string entropy;
    /// SHA-256 of the token that resumes this seat.
    std::optional<Bytes32> token_hash;
    SeatKind kind = SeatKind::empty;
    /// Its human left during a match: a bot plays the seat until the token resumes it.
    bool bot_plays = false;
    BotLevel level = default_bot_level;
    bool wants_rematch = false;
    UpdateMode updates = UpdateMode::full;
    /// Before then the bot that plays on makes no move. Not stored.
    std::chrono::steady_clock::time_point bot_from{};
    SeatOwner player{};
    /// Of the token before, which resumes this seat as well: somebody may hold it still.
    std::optional<Bytes32> older_token_hash{};
    /// Which seat of the newest match, on or over, is this one's; nothing where it had none. While a match is on it is
    /// the seat's own number.
    std::optional<Seat> match_seat{};
    /// Its line on the sheet of the evening; nothing: it has none yet.
    std::optional<int> line{};

    bool is_program() const { return kind == SeatKind::bot || (player && player->kind == PlayerKind::bot); }
    bool played_by_bot() const { return kind == SeatKind::bot || bot_plays; }
};

/// What the banks of a match had left in the middle of a decision, in ms for each seat.
struct NotedBanks {
    int match = 1;
    std::size_t actions = 0; ///< how many the match had then
    std::vector<std::int64_t> left;
};

struct RoomState {
    RoomSetting setting;
    std::optional<Seat> host;
    /// Of match number `match`.
    Bytes32 server_seed{};
    /// The decision numbers that the seats had reached when the last match ended: by the seat's number, whoever sits
    /// there. Seats that are closed keep theirs behind the others', so that a number never comes again.
    SeatList<std::int64_t> decisions;
    SeatList<SeatState> seats;
    RoomStatus status = RoomStatus::waiting;
    /// The match that is on, else the next one.
    int match = 1;
    /// The newest of this match; no longer true once there are more actions.
    std::optional<NotedBanks> banks;
    /// The seats of players who are away, and for whom the match waits; as it was stored, or is to be.
    std::vector<Seat> awaited;
    /// The operator has closed it: nobody comes in any more.
    bool is_closed = false;
    std::string call; ///< the link to where the room talks; empty: none
    /// Null: no match has ended. Shared with copies of the state.
    std::shared_ptr<Evening const> evening{};

    bool playing() const { return status == RoomStatus::playing; }
    bool has_empty_seat() const;
    /// Whether not every seat is a bot's.
    bool has_human() const;
    /// Whether lists show the room. Not before somebody has the seat of its host, or bots have all seats: else whoever
    /// watches the list would have a new room before its maker.
    bool is_listed() const;
    /// Whether anybody ever had a seat here.
    bool was_used() const;
    std::string commitment() const;
    /// As whom the seat sees the newest match.
    Observer match_observer(Seat seat) const;
};

/// The newest match can't be read or played again, so nobody goes on with it: the room waits for another one, which is
/// the same each time that the room is taken up.
void give_up_match(RoomState& state);

/// With its last match, if it had one.
struct RoomRecord {
    RoomState state;
    std::optional<MatchRecord> last_match;
    std::vector<std::int64_t> banks; ///< RoomMatch::banks after the last action
    /// Why the newest match can't be read, a sentence for the operator: then it is not here.
    std::optional<std::string> damage{};
};

} // namespace tefuda::server
