#include "server/rooms/actor_state.hpp"

#include <spdlog/spdlog.h>

#include <array>
#include <cassert>

namespace tefuda::server {

namespace {

using Row = std::array<std::optional<ActorState>, actor_events>;

constexpr std::array<Row, actor_states> make_table() {
    using enum ActorState;
    constexpr std::nullopt_t no = std::nullopt;
    return {{
        // begin, append, committed, rest, rested, note_loss, end, lose, finish
        {working, no, no, no, no, no, no, no, no},                        // idle
        {no, committing, no, resting, no, losing, closing, moving, idle}, // working
        {no, no, working, no, no, no, no, no, committing},                // committing
        {no, no, no, no, idle, no, no, no, resting},                      // resting
        {no, no, no, no, no, losing, closing, moving, no},                // losing
        {no, no, no, no, no, closing, closing, no, gone},                 // closing
        {closing, no, no, no, no, no, no, no, no},                        // gone
        {no, no, no, no, no, moving, no, no, moved},                      // moving
        {moving, no, no, no, no, no, no, no, no},                         // moved
    }};
}

} // namespace

std::optional<ActorState> next_state(ActorState state, ActorEvent event) {
    static constexpr auto table = make_table();
    return table.at(static_cast<std::size_t>(state)).at(static_cast<std::size_t>(event));
}

void ActorStateMachine::on(ActorEvent event) {
    auto const next = next_state(state_, event);
    if (!next)
        spdlog::critical("A room in state {} can't have event {}", static_cast<int>(now()), static_cast<int>(event));
    assert(next);
    if (next) state_ = *next;
}

} // namespace tefuda::server
