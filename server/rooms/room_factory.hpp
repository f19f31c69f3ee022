// Makes rooms: new ones, and those that the store has.
#pragma once

#include "protocol/client_message.hpp"
#include "server/match/match_record.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room.hpp"
#include "server/room/room_state.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// Whether a match can go on from the moment that the message names, or why not: `bad_options`.
/// \param source the match that it names, from its deal where it is still played; null: there is none that may be one
/// \pre the message has `from`
OrRejection<> check_source(Create const& message, MatchRecord const* source, OpenBoards const& open);

/// As check_source, where the rules have changed since; it plays the match. \pre check_source has nothing against it
OrRejection<> check_playable(MatchRecord const& source, std::size_t actions);

/// \param actions how many were played before the moment. \pre the source has more
std::shared_ptr<Continuation const> moment_of(MatchRecord const& source, std::size_t actions);

/// Thread-safe, if the random bytes are.
class RoomFactory {
public:
    /// \param allow_fixed whether clients may choose the deal
    /// \param stored whether a journal keeps the rooms
    RoomFactory(RandomBytes random, bool allow_fixed, bool stored)
        : random_(std::move(random)), allow_fixed_(allow_fixed), stored_(stored) {}

    /// What a client has asked for, complete but for its code and the time.
    struct Order {
        RoomSetting setting;
        std::optional<Bytes32> seed; ///< of a test deal, or of the match from which the first one goes on
        std::vector<Nullable<BotLevel>> bots;
    };
    /// \param source as RoomRegistry::create
    OrRejection<Order> check(Create const& message, MatchRecord const* source = nullptr) const;
    /// The order for a player's board of the day.
    struct Board {
        Game const* game = nullptr;
        int seats = 0;
        std::string options; ///< JSON text
        Bytes32 secret{};
        int day = 0; ///< since 1970
    };
    Order order_of(Board const& board, SeatPlayer const& player) const;
    OpenBoards& open_boards() { return open_boards_; }
    OpenBoards const& open_boards() const { return open_boards_; }

    std::string new_code() const;
    /// The room with its bots. Each is created later than every room before, also where the clock was set back.
    Room make(Order order, std::string code);
    /// The room with its match, played again, which takes long; where the match is damaged, without it.
    /// \returns nothing where the stored room can't be taken up: the log says why
    std::optional<Room> restore(StoredRoom stored, TimePoint now);

private:
    Room restore(RoomRecord record, TimePoint now);
    OrRejection<> add_fixed_deal(Order& order, codec::RawJson const& fixed) const;
    std::int64_t new_creation_time();
    void raise_creation_time(std::int64_t created);

    RandomBytes const random_;
    bool const allow_fixed_;
    bool const stored_;
    OpenBoards open_boards_;
    /// When the newest room was created, as RoomSetting::created.
    std::atomic<std::int64_t> last_created_ = 0;
};

} // namespace tefuda::server
