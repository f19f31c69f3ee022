// What one client has sent and nobody has answered yet.
#pragma once

#include "protocol/client_message.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tefuda::server {

/// While it is spent, each client is read one message at a time. So all inboxes together hold no more than the budget
/// and one message a connection. Thread-safe.
class InboxBudget {
public:
    /// What a message takes besides its text, about.
    static constexpr std::size_t bytes_a_message = 256;

    explicit InboxBudget(std::size_t bytes) : limit_(bytes) {}

    bool is_spent() const { return spent() >= limit_; }
    std::size_t spent() const { return spent_.load(std::memory_order_relaxed); }

    void add(std::size_t messages, std::size_t bytes) {
        spent_.fetch_add(bytes + messages * bytes_a_message, std::memory_order_relaxed);
    }
    void remove(std::size_t messages, std::size_t bytes) {
        spent_.fetch_sub(bytes + messages * bytes_a_message, std::memory_order_relaxed);
    }

private:
    std::size_t const limit_;
    std::atomic<std::size_t> spent_ = 0;
};

/// Bounded, and keeps the order of messages: one to a room may be handled while rooms have not answered earlier ones
/// (each room answers in order), every other message waits for the answers to all before it.
///
/// The bound counts messages that wait here and messages that rooms have. Not thread-safe, but for the budget.
class Inbox {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    struct Message {
        /// The text as it came until it is handled: decoded it may need many times the memory. Or a message that was
        /// decoded or refused already.
        std::variant<std::string, Decoded> content;
        TimePoint read_at;
        std::size_t bytes = 0;
        bool is_for_room = false;
        /// The limits have let it pass: a room that was lost handed it back.
        bool is_charged = false;

        Decoded decoded() && {
            auto* const text = std::get_if<std::string>(&content);
            return text ? decode_message(*text) : std::get<Decoded>(std::move(content));
        }
    };

    /// Beyond these nothing more is read from the client. A client with a message under way in each of 1000 rooms stays
    /// below.
    static constexpr std::size_t max_messages = 1024;
    static constexpr std::size_t max_bytes = 128 * 1024;

    /// \param budget of all inboxes. A server that stops may be gone before its last client: so it is shared
    explicit Inbox(std::shared_ptr<InboxBudget> budget) : budget_(std::move(budget)) {}
    ~Inbox() { budget_->remove(messages_, bytes_); }
    Inbox(Inbox const&) = delete;
    Inbox& operator=(Inbox const&) = delete;

    /// From the moment when a maximum is reached until half of it is answered; or from a message on that comes while
    /// the budget of all inboxes is spent, until it is spent no more or nothing is left here.
    bool is_full() const { return full_; }
    /// Whether it was full and is so no more; true once.
    bool reset_drained() { return std::exchange(drained_, false); }
    /// Nothing waits, and rooms have answered everything.
    bool is_done() const { return waiting_.empty() && in_rooms_ == 0 && !held_; }
    /// Whether rooms have messages that they have not answered.
    bool waits_for_rooms() const { return in_rooms_ > 0; }
    /// Whether a message that comes now need not wait.
    bool lets_pass(bool for_room) const { return waiting_.empty() && may_handle(for_room); }

    /// Behind everything that waits.
    void add(Message message);
    /// The message that came out last waits again.
    void put_back(Message message);
    /// Before everything that waits, but behind those that were handed back before it.
    void hand_back(Message message);
    /// The next message, if it need not wait.
    std::optional<Message> pop();

    /// Every message waits from now on: a room is being made or woken.
    void hold() { held_ = true; }
    void release() { held_ = false; }

    /// A room has the message. \param bytes its length
    void passed_on(std::size_t bytes);
    /// The room has answered it.
    void answered(std::size_t bytes);

private:
    bool may_handle(bool for_room) const { return !held_ && (in_rooms_ == 0 || for_room); }
    void insert(std::list<Message>::const_iterator place, Message message);
    void count(std::size_t bytes);
    void discount(std::size_t bytes);

    std::shared_ptr<InboxBudget> const budget_;
    /// A list, because an empty one owns no memory.
    std::list<Message> waiting_;
    std::size_t in_rooms_ = 0;
    /// Of all messages, waiting or in rooms.
    std::size_t messages_ = 0;
    std::size_t bytes_ = 0;
    bool held_ = false;
    bool full_ = false;
    bool drained_ = false;
};

} // namespace tefuda::server
