// The rooms of one executor whose units the journal has not stored yet.
#pragma once

#include "server/journal/journal.hpp"

#include <boost/circular_buffer.hpp>

#include <memory>
#include <string>
#include <vector>

namespace tefuda::server {

class RoomActor;

/// To be used on the executor. What its rooms do in one turn goes to the journal together, when the turn ends.
class CommitQueue final : public Journal::Appender, public std::enable_shared_from_this<CommitQueue> {
public:
    CommitQueue(Journal& journal, Executor& executor) : Appender(executor), journal_(journal) {}

    /// The room has something to store: it is asked for it when this turn ends, and told what became of it.
    void begun(std::shared_ptr<RoomActor> room);

    void committed(std::size_t count, bool stored) override;

private:
    using Rooms = std::vector<std::shared_ptr<RoomActor>>;

    void end_turn();
    /// \returns false where the journal can't take the rooms' units
    bool hand_over(Rooms const& rooms);
    /// Has what the next ones need come from memory, while this one is told.
    void fetch_next() const;
    static void tell(RoomActor& room, bool stored);

    Journal& journal_;
    /// Those that have something to store since this turn began.
    Rooms begun_;
    /// Those whose units the journal has, in the order of these.
    boost::circular_buffer<std::shared_ptr<RoomActor>> waiting_;
    /// Those of the last turn, one behind the other.
    std::string units_;
};

} // namespace tefuda::server
