#include "server/session/continuations.hpp"

#include "server/room/rejections.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <new>
#include <utility>

namespace tefuda::server {

namespace {

/// The number of the match that the message names; one that no match has where it is no whole number.
int source_match(Create const& message) {
    constexpr int none = 0;
    return message.from->match.as_int().value_or(none);
}

bool is_same(MatchMoment const& one, MatchMoment const& other) {
    return one.room == other.room && one.match == other.match && one.actions == other.actions;
}

} // namespace

void Continuations::create(Order const& order) const {
    matches_.find(order.message.from->room, source_match(order.message),
                  [this, order](FinishedMatches::Answer const& found) {
                      using enum FinishedMatches::Absence::Reason;
                      if (found) {
                          order.room_is_there();
                          return rooms_.create(order.message, order.maker, order.done, *found);
                      }
                      auto const reason = found.error().reason;
                      if (reason == unreadable) return order.done(unavailable("This match can't be read now."));
                      auto const before = reason == no_room ? kept(order) : std::nullopt;
                      if (reason != no_room || before) order.room_is_there();
                      if (before) return order.done(*before);
                      reason == being_played ? undo(order) : refuse(order);
                  });
}

/// As a room without a source is refused.
void Continuations::refuse(Order const& order) const {
    rooms_.create(order.message, order.maker, order.done, nullptr);
}

void Continuations::undo(Order const& order) const {
    auto const& code = order.message.from->room;
    if (auto const room = rooms_.find(code)) return undo_in(room, order);
    // Who is nobody has a seat by its connection alone, and none in a room that is not here.
    if (!order.from->player()) return refuse(order);
    rooms_.wake(code, {order.from->address()}, executor_, [this, order](RoomRegistry::Woken const& woken) {
        woken ? undo_in(*woken, order) : order.done(woken.error());
    });
}

void Continuations::undo_in(RoomPtr const& room, Order const& order) const {
    room->read([this, room, order](Room const& it) {
        auto const match = source_match(order.message);
        if (room->is_lost()) return order.done(room_is_elsewhere());
        // Over meanwhile: it is a source like any other.
        if (!it.is_being_played(match)) return create(order);
        auto const source = it.own_match(order.from);
        if (!source) return refuse(order);
        auto done = [this, room, match, order](OrRejection<Created> created) {
            auto const is_made = created.has_value();
            if (is_made) keep(order, *created);
            order.done(std::move(created));
            // Behind the answer, which comes before all that it causes. Nobody else knows of it.
            if (is_made) until_there_is_memory([&] { room->close_undone(match); });
        };
        rooms_.create(order.message, order.maker, std::move(done), &*source);
    });
}

void Continuations::keep(Order const& order, Created const& made) const {
    auto const player = order.from->player();
    if (!player) return;
    try {
        undone_.with([&](std::deque<Undone>& undone) {
            undone.push_back({*order.message.from, player->id, made});
            if (undone.size() > most_undone) undone.pop_front();
        });
    } catch (std::bad_alloc const&) {
        // Then whoever asks again is told that there is no such match, as after a restart.
    }
}

std::optional<Created> Continuations::kept(Order const& order) const {
    auto const player = order.from->player();
    if (!player) return std::nullopt;
    return undone_.with([&](std::deque<Undone> const& undone) -> std::optional<Created> {
        for (auto const& each : undone)
            if (each.player == player->id && is_same(each.from, *order.message.from)) return each.made;
        return std::nullopt;
    });
}

} // namespace tefuda::server
