// The effects of a command on a room: the room itself touches no socket, no timer, no store and no bot.
#pragma once

#include "protocol/codec/json_text.hpp"
#include "server/metrics/game_metrics.hpp"
#include "server/room/advice.hpp"
#include "server/room/participant.hpp"
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

struct Effects {
    /// To be stored before anything else here is published.
    std::vector<Change> changes;
    OutgoingMessages messages;
    std::vector<BotTask> bot_tasks;
    /// Clients who are to be told what a bot would do.
    std::vector<AdviceRequest> advice;
    /// Log lines, counters and the like, to be called when the effects are published.
    std::vector<std::function<void()>> notes;
    /// A token was tried that opens no seat.
    bool wrong_token = false;
    /// Who made the action that was accepted, if one was.
    std::optional<Actor> acted;
    bool match_began = false;
    bool match_ended = false;
};

} // namespace tefuda::server
