// Makes rooms whose first match goes on from a moment of another one.
#pragma once

#include "server/room/participant.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/runtime/guarded.hpp"
#include "server/session/finished_matches.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// From a match that is over; or from the maker's own one against built-in bots that is on: the new room is stored
/// first, then the room of that match is closed, which has no result then. Who has lost the answer to that is a player
/// who asks again, and gets the same room. Thread-safe.
class Continuations {
public:
    /// \param executor where rooms come from the store
    Continuations(RoomRegistry& rooms, FinishedMatches const& matches, Executor& executor)
        : rooms_(rooms), matches_(matches), executor_(executor) {}

    struct Order {
        ParticipantPtr from; ///< who asks for it
        Create message;      ///< with `from`
        RoomRegistry::Maker maker;
        /// Told, on any thread, where there is a room with the code that the message names.
        std::function<void()> room_is_there;
        RoomRegistry::OnCreated done; ///< told once, on any thread
    };
    void create(Order const& order) const;

private:
    using RoomPtr = std::shared_ptr<RoomActor>;

    /// Lives as long as a room may still be made.
    struct Making {
        std::vector<RoomRegistry::OnCreated> waiting; ///< who has asked again meanwhile; needs the mutex of `undone_`
    };
    /// A room in place of one that is closed.
    struct Undone {
        MatchMoment from;
        std::string player; ///< its id
        std::weak_ptr<Making> making;
        std::optional<Created> made;
    };
    /// More are forgotten, the oldest first.
    static constexpr std::size_t most_undone = 1000;

    /// That of this player for this `from`; the end where there is none, or who asks is nobody.
    static std::deque<Undone>::iterator find(std::deque<Undone>& undone, Order const& order);
    /// \returns null where the player has asked before
    std::shared_ptr<Making> begin(Order const& order) const;
    /// Keeps the answer for a player who asks again. \returns whom to tell, too
    std::vector<RoomRegistry::OnCreated> end(Order const& order, Making& making,
                                             OrRejection<Created> const& created) const;
    /// Answers a player who asks again, at once or as soon as the room is made. \returns false for all others
    bool answer_again(Order const& order) const;

    void refuse(Order const& order) const;
    void undo(Order const& order) const;
    void undo_in(RoomPtr const& room, Order const& order) const;

    RoomRegistry& rooms_;
    FinishedMatches const& matches_;
    Executor& executor_;
    Guarded<std::deque<Undone>> mutable undone_;
};

} // namespace tefuda::server
