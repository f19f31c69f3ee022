// The messages of a room to its clients.
#pragma once

#include "server/room/effects.hpp"
#include "server/room/presence.hpp"
#include "server/room/room_match.hpp"
#include "server/room/room_state.hpp"

namespace tefuda::server {

/// Writes messages into Effects. Refers to the parts of a room, which must outlive it.
class RoomMessages {
public:
    RoomMessages(RoomState const& state, Presence const& presence, std::optional<RoomMatch> const& match)
        : state_(state), presence_(presence), match_(match) {}

    /// Without an id there is no `ok`.
    void ok(Effects& effects, ParticipantPtr const& to, MessageId const& id,
            std::optional<std::int64_t> seq = std::nullopt) const;
    /// \param re empty where it answers no message
    void joined(Effects& effects, Seat seat, MessageId const& re) const;
    void to_all(Effects& effects, std::string_view text) const;
    /// To everybody but those who have blocked the player who says it.
    void chat(Effects& effects, ParticipantPtr const& from, ChatSaid const& said) const;
    /// To the others who want messages that only people need.
    void extra(Effects& effects, ParticipantPtr const& from, std::string_view text) const;

    /// The newest update, to everybody.
    void update(Effects& effects, TimePoint now) const;
    /// The newest update with `resync`, to one client.
    void resync(Effects& effects, ParticipantPtr const& to, Observer observer, TimePoint now) const;
    /// The updates that a client missed which resumes a seat, in the form that it asks for now; none where its `since`
    /// is no number of this match's updates.
    void missed_updates(Effects& effects, Seat seat, Resume const& message) const;

private:
    RoomState const& state_;
    Presence const& presence_;
    std::optional<RoomMatch> const& match_;
};

} // namespace tefuda::server
