// The states of a room's actor: every state with every event.
#include "server/rooms/actor_state.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

using namespace tefuda::server;

namespace {

using enum ActorState;
using Event = ActorEvent;

/// What may happen; everything else can't.
std::map<std::pair<ActorState, Event>, ActorState> const transitions{
    {{idle, Event::begin}, working},           {{working, Event::append}, committing},
    {{working, Event::rest}, resting},         {{working, Event::note_loss}, losing},
    {{working, Event::end}, closing},          {{working, Event::lose}, moving},
    {{working, Event::finish}, idle},          {{committing, Event::committed}, working},
    {{committing, Event::finish}, committing}, {{resting, Event::rested}, idle},
    {{resting, Event::finish}, resting},       {{losing, Event::note_loss}, losing},
    {{losing, Event::end}, closing},           {{losing, Event::lose}, moving},
    {{closing, Event::note_loss}, closing},    {{closing, Event::end}, closing},
    {{closing, Event::finish}, gone},          {{gone, Event::begin}, closing},
    {{moving, Event::note_loss}, moving},      {{moving, Event::finish}, moved},
    {{moved, Event::begin}, moving},
};

template <class Each>
void for_all(Each const& each) {
    for (int state = 0; state < actor_states; ++state)
        for (int event = 0; event < actor_events; ++event)
            each(static_cast<ActorState>(state), static_cast<Event>(event));
}

} // namespace

TEST_CASE("Each state of a room's actor has its events, and no others", "[room]") {
    for_all([](ActorState state, Event event) {
        CAPTURE(static_cast<int>(state), static_cast<int>(event));
        auto const found = transitions.find({state, event});
        auto const next = next_state(state, event);
        CHECK(next == (found == transitions.end() ? std::nullopt : std::optional(found->second)));
    });
}

TEST_CASE("A room that has ended never does anything but answer", "[room]") {
    for_all([](ActorState state, Event event) {
        auto const has_ended = [](ActorState one) { return one >= closing; };
        auto const next = next_state(state, event);
        if (!next || !has_ended(state)) return;
        CAPTURE(static_cast<int>(state), static_cast<int>(event));
        CHECK(has_ended(*next));
        // One that was lost is never taken for one that the store has here.
        CHECK((state == moving || state == moved) == (*next == moving || *next == moved));
    });
}

TEST_CASE("Whoever is at work can finish, and whoever waits can be woken", "[room]") {
    for (auto const state : {working, committing, resting, closing, moving}) CHECK(next_state(state, Event::finish));
    for (auto const state : {idle, gone, moved}) CHECK(next_state(state, Event::begin));
    CHECK(next_state(committing, Event::committed) == working);
    CHECK(next_state(resting, Event::rested) == idle);
    // A room that loses ends before it finishes.
    CHECK_FALSE(next_state(losing, Event::finish));
}
