// Messages to clients that a room has written and not sent yet.
#pragma once

#include "protocol/codec/json_text.hpp"
#include "server/room/participant.hpp"

#include <boost/container/small_vector.hpp>

#include <cstdint>

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

} // namespace tefuda::server
