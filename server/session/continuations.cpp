#include "server/session/continuations.hpp"

#include "server/room/rejections.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <algorithm>
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
    // Before the match, which may be on still.
    if (answer_again(order)) return;
    matches_.find(order.message.from->room, source_match(order.message),
                  [this, order](FinishedMatches::Answer const& found) {
                      using enum FinishedMatches::Absence::Reason;
                      if (found) {
                          order.room_is_there();
                          return rooms_.create(order.message, order.maker, order.done, *found);
                      }
                      auto const reason = found.error().reason;
                      if (reason == unreadable) return order.done(unavailable("This match can't be read now."));
                      if (reason != no_room) order.room_is_there();
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
        auto const making = begin(order);
        if (!making) return create(order);
        auto done = [this, room, match, order, making](OrRejection<Created> created) {
            auto const is_made = created.has_value();
            auto const others = until_there_is_memory([&] { return end(order, *making, created); });
            for (auto const& other : others) until_there_is_memory([&] { other(created); });
            order.done(std::move(created));
            // Behind the answer, which comes before all that it causes. Nobody else knows of it.
            if (is_made) until_there_is_memory([&] { room->close_undone(match); });
        };
        rooms_.create(order.message, order.maker, std::move(done), &*source);
    });
}

std::deque<Continuations::Undone>::iterator Continuations::find(std::deque<Undone>& undone, Order const& order) {
    auto const player = order.from->player();
    return std::ranges::find_if(undone, [&](Undone const& each) {
        return player && each.player == player->id && is_same(each.from, *order.message.from);
    });
}

std::shared_ptr<Continuations::Making> Continuations::begin(Order const& order) const {
    auto making = std::make_shared<Making>();
    auto const player = order.from->player();
    if (!player) return making;
    return undone_.with([&](std::deque<Undone>& undone) -> std::shared_ptr<Making> {
        auto const before = find(undone, order);
        if (before != undone.end() && (before->made || !before->making.expired())) return nullptr;
        if (before != undone.end()) undone.erase(before);
        undone.push_back({*order.message.from, player->id, making, {}});
        if (undone.size() > most_undone) undone.pop_front();
        return making;
    });
}

std::vector<RoomRegistry::OnCreated> Continuations::end(Order const& order, Making& making,
                                                        OrRejection<Created> const& created) const {
    return undone_.with([&](std::deque<Undone>& undone) {
        auto const begun = find(undone, order);
        if (begun != undone.end() && created) begun->made = *created;
        // So that it takes no answer's place.
        if (begun != undone.end() && !created) undone.erase(begun);
        return std::exchange(making.waiting, {});
    });
}

bool Continuations::answer_again(Order const& order) const {
    std::shared_ptr<Making> making;
    auto const made = undone_.with([&](std::deque<Undone>& undone) -> std::optional<Created> {
        auto const found = find(undone, order);
        if (found == undone.end() || found->made) return found == undone.end() ? std::nullopt : found->made;
        making = found->making.lock();
        if (making) making->waiting.push_back(order.done);
        return std::nullopt;
    });
    if (made || making) order.room_is_there();
    if (made) order.done(*made);
    return made || making;
}

} // namespace tefuda::server
