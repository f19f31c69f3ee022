// What a room's actor is at, and what may follow on what.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace tefuda::server {

enum class ActorState : std::uint8_t {
    idle,       ///< nothing is under way
    working,    ///< carries commands out, or publishes: what comes meanwhile waits
    committing, ///< the journal has the transaction: what comes waits for its commit
    resting,    ///< has written or worked much: what comes waits until its clients' event loops have taken that
    losing,     ///< as `working`; another server has claimed the room, which ends once all is published
    closing,    ///< has left the memory or failed, and answers what waited
    gone,       ///< has left the memory or failed, and everybody was answered
    moving,     ///< is another server's, and answers what waited
    moved,      ///< is another server's, and everybody was answered
};
inline constexpr int actor_states = 9;

enum class ActorEvent : std::uint8_t {
    begin,     ///< a command is there to be carried out
    append,    ///< the journal takes the transaction
    committed, ///< the journal has stored the transaction, or not
    rest,      ///< much was written or done
    rested,    ///< the event loops have taken it
    note_loss, ///< another server has claimed the room
    end,       ///< it leaves the memory, is deleted, or can't go back to what the store has
    lose,      ///< it is another server's from now on
    finish,    ///< nothing more can be done at this moment
};
inline constexpr int actor_events = 9;

/// \returns nothing where the event can't come in this state
std::optional<ActorState> next_state(ActorState state, ActorEvent event);

/// Changed on the room's executor only; may be read on any thread.
class ActorStateMachine {
public:
    ActorState now() const { return state_; }
    /// \pre the event can come now (asserted)
    void on(ActorEvent event);

    bool is(ActorState state) const { return state_ == state; }
    /// Whether a command can be begun at once.
    bool may_begin() const { return is(ActorState::idle) || is(ActorState::gone) || is(ActorState::moved); }
    /// Whether it is at work, and may carry out the next command.
    bool may_go_on() const { return is(ActorState::working) || is(ActorState::closing) || is(ActorState::moving); }
    /// The room carries out nothing any more.
    bool has_ended() const { return is(ActorState::closing) || is(ActorState::gone) || is_moved(); }
    bool is_moved() const { return is(ActorState::moving) || is(ActorState::moved); }

private:
    std::atomic<ActorState> state_ = ActorState::idle;
};

} // namespace tefuda::server
