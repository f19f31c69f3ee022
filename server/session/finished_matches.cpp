#include "server/session/finished_matches.hpp"

#include "server/room/stored_form.hpp"

#include <optional>
#include <utility>
#include <variant>

namespace tefuda::server {

using enum FinishedMatches::Absence::Reason;

void FinishedMatches::find(std::string const& room, int match, Done const& done) const {
    auto const found = rooms_.look_up(room);
    if (!found.room && !found.is_asleep) return done(Absence{no_room});
    if (!found.room) return find_stored(room, match, done);
    found.room->read([this, room, match, done](Room const& it) {
        // Where servers share the store, another one may have played it to its end since.
        auto const may_be_old = store_ && store_->is_shared();
        if (it.is_being_played(match) && !may_be_old) return done(Absence{being_played});
        if (auto const* record = it.finished_match(match)) return done(record);
        // All others are in the store alone.
        if (!store_) return done(Absence{no_match});
        find_stored(room, match, done);
    });
}

void FinishedMatches::find_stored(std::string const& room, int match, Done const& done) const {
    auto answer = [this, room, match, done](ReadResult<std::optional<StoredMatch>> result) {
        if (auto* failure = std::get_if<ReadFailure>(&result))
            return done(Absence{unreadable, std::move(failure->reason)});
        auto& stored = std::get<std::optional<StoredMatch>>(result);
        if (!stored) return tell_absence(room, match, done);
        auto record = match_of(room, std::move(*stored));
        if (auto* damage = std::get_if<Illegal>(&record)) return done(Absence{unreadable, std::move(damage->reason)});
        done(&std::get<MatchRecord>(record));
    };
    store_->read_match(room, match, executor_, std::move(answer));
}

/// The store has no match that has ended with this number; one that sleeps is still being played.
void FinishedMatches::tell_absence(std::string const& room, int match, Done const& done) const {
    auto answer = [match, done](ReadResult<std::optional<StoredRoom>> result) {
        if (auto* failure = std::get_if<ReadFailure>(&result))
            return done(Absence{unreadable, std::move(failure->reason)});
        auto const& stored = std::get<std::optional<StoredRoom>>(result);
        if (!stored) return done(Absence{no_room});
        auto const is_on = stored->room.status == RoomStatus::playing && stored->room.match == match;
        done(Absence{is_on ? being_played : no_match});
    };
    store_->read_room(room, executor_, std::move(answer));
}

} // namespace tefuda::server
