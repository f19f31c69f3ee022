// What rooms have carried out and the journal has not stored yet.
#pragma once

#include "server/journal/journal.hpp"
#include "server/room/carried.hpp"

#include <boost/circular_buffer.hpp>

#include <memory>

namespace tefuda::server {

class RoomActor;

/// Of all rooms of one executor, in the order of their units. To be used on the executor.
class CommitQueue final : public Journal::Appender, public std::enable_shared_from_this<CommitQueue> {
public:
    CommitQueue(Journal& journal, Executor& executor) : Appender(executor), journal_(journal) {}

    /// Keeps the unit until the room is told that it was committed.
    /// \returns false where the journal can't take it: the unit is left as it is
    [[nodiscard]] bool append(std::shared_ptr<RoomActor> room, Changes const& changes, CarriedUnit&& unit);

    void committed(std::size_t count, bool stored) override;

private:
    struct Waiting {
        std::shared_ptr<RoomActor> room;
        CarriedUnit unit;

        void fetch() const;
    };

    /// Has what the next ones need come from memory, while this one is let out.
    void fetch_next() const;

    Journal& journal_;
    boost::circular_buffer<Waiting> waiting_;
};

} // namespace tefuda::server
