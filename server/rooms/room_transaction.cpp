#include "server/rooms/room_transaction.hpp"

#include "server/runtime/clock.hpp"

#include <iterator>
#include <new>

namespace tefuda::server {

bool RoomTransaction::carry_out(RoomCommand&& command, bool ended, TimePoint now) {
    if (empty()) room_.begin_transaction(wall_now());
    auto& pending = pending_.emplace_back(std::move(command), Effects());
    try {
        pending.effects = effects_of(pending.command, ended, now);
        return true;
    } catch (std::exception const& problem) {
        spdlog::error("A command in room {} failed: {}", room_.state().setting.code, problem.what());
        if (auto* task = std::get_if<RoomTask>(&pending.command)) ++task->failures;
        return false;
    }
}

Effects RoomTransaction::effects_of(RoomCommand const& command, bool ended, TimePoint now) {
    if (auto const* read = std::get_if<RoomRead>(&command)) {
        read->reader(room_);
        return {};
    }
    if (ended) return {};
    if (auto const* task = std::get_if<RoomTask>(&command)) return task->run(room_, now);
    auto const& request = std::get<RoomRequest>(command);
    return room_.handle(request.from, request.id, request.message, now);
}

/// Where other servers may claim the room, also if nothing has changed: a client is not to be answered from memory
/// alone, which may be older than what another server has stored since.
bool RoomTransaction::must_be_stored(bool ended) const {
    if (!journal_) return false;
    return std::ranges::any_of(pending_, [&](PendingCommand const& pending) {
        return !pending.effects.changes.empty() ||
               (can_be_lost_ && !ended && std::holds_alternative<RoomRequest>(pending.command));
    });
}

bool RoomTransaction::append(std::shared_ptr<CommitHandler> handler) {
    try {
        Transaction transaction{.room = room_.state().setting.code, .changes = {}, .epoch = epoch_, .creates = is_new_};
        for (auto& pending : pending_) {
            auto& more = pending.effects.changes;
            if (transaction.changes.empty())
                transaction.changes = std::move(more);
            else
                std::ranges::move(more, std::back_inserter(transaction.changes));
        }
        return journal_->append(std::move(transaction), std::move(handler));
    } catch (std::bad_alloc const&) {
        return false;
    }
}

} // namespace tefuda::server
