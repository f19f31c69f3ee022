// The effects of a command on a room: the room itself touches no socket, no timer, no store and no bot.
#pragma once

#include "protocol/codec/json_text.hpp"
#include "server/bots/bot.hpp"
#include "server/metrics/game_metrics.hpp"
#include "server/room/participant.hpp"
#include "server/room/presence.hpp"
#include "server/room/room_match.hpp"
#include "server/room/room_state.hpp"
#include "server/store/change.hpp"

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace tefuda::server {

/// The texts stand one behind the other in one buffer. A message may have several receivers.
class OutgoingMessages {
public:
    /// Begins a message. \returns where its text is to be appended; `address_to` says who receives it
    codec::JsonText& begin() {
        begin_ = texts_.size();
        return texts_;
    }

    /// The message that was begun last goes to this client too.
    void address_to(ParticipantPtr const& receiver) {
        messages_.push_back(
            {receiver, static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(texts_.size() - begin_)});
    }

    void add(ParticipantPtr const& receiver, std::string_view text) {
        begin() += text;
        address_to(receiver);
    }

    /// How much is sent when they are sent, in bytes: the length of each text, as often as it has receivers.
    std::size_t bytes() const {
        std::size_t all = 0;
        for (auto const& message : messages_) all += message.size;
        return all;
    }

    /// In order.
    void send_all() {
        for (auto const& message : messages_) message.receiver->send(texts_.view().substr(message.begin, message.size));
        messages_.clear();
        texts_.clear();
    }

private:
    struct Message {
        ParticipantPtr receiver;
        std::uint32_t begin;
        std::uint32_t size;
    };

    codec::JsonText texts_;
    std::size_t begin_ = 0;
    boost::container::small_vector<Message, 3> messages_;
};

/// What the `hard` bot would do in a client's seat is asked for.
struct AdviceRequest {
    ParticipantPtr from;
    MessageId id;
    BotTask task; ///< contains only what the client's seat may know
};

struct Effects {
    /// To be stored before anything else here is published.
    std::vector<Change> changes;
    OutgoingMessages messages;
    std::vector<BotTask> bot_tasks;
    /// Clients who are to be told what a bot would do.
    std::vector<AdviceRequest> advice;
    /// Log lines, counters and the like, to be called when the effects are published.
    std::vector<std::function<void()>> on_publish;
    /// A token was tried that opens no seat.
    bool wrong_token = false;
    /// Where each action is counted that was accepted: with its match's game, whatever the room plays when it is
    /// published.
    boost::container::small_vector<Counter*, 1> acted;
    bool match_began = false;
    bool match_ended = false;
};

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
    /// The newest update with `resync`, to whoever is connected to the seat, as the seat sees the match.
    void resync(Effects& effects, Seat seat, TimePoint now) const;
    /// The same to a spectator.
    void resync_spectator(Effects& effects, ParticipantPtr const& to, TimePoint now) const;
    /// The updates that a client missed which resumes a seat, in the form that it asks for now; none where its `since`
    /// is no number of this match's updates.
    void missed_updates(Effects& effects, Seat seat, Resume const& message) const;

private:
    RoomState const& state_;
    Presence const& presence_;
    std::optional<RoomMatch> const& match_;
};

} // namespace tefuda::server
