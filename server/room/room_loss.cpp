// How a room ends here because another server has claimed it.
#include "protocol/codec/encode.hpp"
#include "server/room/error_reply.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room_actor.hpp"
#include "server/room/scoped_flag.hpp"

#include <utility>

namespace tefuda::server {

void RoomActor::lose() {
    executor_.dispatch([self = shared_from_this()] {
        // Behind a commit that is under way: it may have come before the other server's claim.
        auto done = [actor = self.get()](bool) { actor->losing_ = true; };
        self->enqueue(Task{[](Room&, TimePoint) { return Effects(); }, std::move(done)});
    });
}

void RoomActor::claim_lost() {
    committing_ = false;
    {
        ScopedFlag const working(working_);
        // Members are told as of the last commit.
        attempt("go back to its last state", [&] { room_.roll_back(executor_.now()); });
        attempt("tell that it has moved", [&] { end_as_lost(); });
        for (auto& pending : pending_) {
            attempt("refuse a command", [&] {
                if (auto* request = std::get_if<Request>(&pending.command))
                    refuse_as_lost(std::move(*request));
                else if (auto* task = std::get_if<Task>(&pending.command); task && task->done)
                    task->done(false);
            });
        }
        std::vector<PendingCommand>().swap(pending_);
        arm_timer();
    }
    work();
}

void RoomActor::end_as_lost() {
    if (gone_) return;
    gone_ = true;
    lost_ = true;
    // First of all: a client that comes back must not find it.
    owner_.lose(*this);
    auto const moved = codec::to_json(Moved{code_});
    room_.presence().for_each_client([&](ParticipantPtr const& client) {
        client->send(moved);
        client->set_takes_part(code_, false);
    });
}

/// A `join` or `resume` is handed back to its session, which routes it again; every other message is refused.
void RoomActor::refuse_as_lost(Request&& request) {
    if (auto* join = std::get_if<Join>(&request.message))
        return request.from->hand_back(std::move(request.id), std::move(*join), request.read_at);
    if (auto* resume = std::get_if<Resume>(&request.message))
        return request.from->hand_back(std::move(request.id), std::move(*resume), request.read_at);
    request.from->send(error_reply(std::move(request.id), room_is_elsewhere()));
    request.from->answered();
}

} // namespace tefuda::server
