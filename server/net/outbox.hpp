// What waits to be sent to one WebSocket. For the .cpp files of server/net only: it includes Asio.
#pragma once

#include "server/net/send_budget.hpp"
#include "server/net/stream.hpp"
#include "server/runtime/executor.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Two buffers: one gathers bytes while the other is being sent. The number of bytes in them is bounded. Not
/// thread-safe: only its session uses it. Without bytes it owns no memory, because most connections are idle.
class WriteQueue {
public:
    /// \param capacity the maximum number of bytes that may wait
    explicit WriteQueue(std::size_t capacity) : capacity_(capacity) {}

    /// Reserves memory for bytes that are about to be gathered. \returns false if the queue would be longer than its
    /// capacity then. An empty queue takes any number of bytes, so that one message may be longer than the capacity.
    [[nodiscard]] bool reserve(std::size_t bytes);

    /// Append the bytes to send here.
    std::string& gathered() { return gathered_; }

    bool empty() const { return size() == 0; }
    std::size_t size() const { return gathered_.size() + sending_.size(); }
    /// Bytes of memory that it has, sent bytes among them.
    std::size_t memory() const { return gathered_.capacity() + sending_.capacity(); }

    /// Takes all gathered bytes for one send. They are valid until `end_send`. \returns an empty view if none are
    /// gathered, or if a send is under way
    std::string_view begin_send();
    /// The bytes that `begin_send` returned have been sent, or never will be.
    void end_send();

    /// Discards the bytes that are not being sent.
    void clear_gathered();

private:
    std::size_t const capacity_;
    std::string gathered_;
    std::string sending_;
    std::size_t last_sent_ = 0;
};

/// Sends what is queued once a turn of the event loop, and charges what waits to the send budget. Not thread-safe.
class Outbox final : public Flushable {
public:
    /// \param capacity the maximum number of bytes that may wait
    Outbox(Executor& executor, Stream& stream, std::size_t capacity)
        : executor_(executor), stream_(stream), queue_(capacity) {}

    /// Before everything else but `gathered`.
    /// \param owner owns the outbox and the stream: a send that is under way keeps it alive
    /// \param close as for SendBudget::Account
    /// \param on_sent called after each send, with its error; at an error it closes the stream and calls `discard`
    void open(std::weak_ptr<void> owner, SendBudget& budget, std::string const& address, std::function<void()> close,
              std::function<void(error_code)> on_sent);

    /// Whole frames are to be appended here; then call `schedule`.
    std::string& gathered() { return queue_.gathered(); }
    /// As WriteQueue::reserve.
    [[nodiscard]] bool reserve(std::size_t bytes) { return queue_.reserve(bytes); }

    /// What has been gathered is sent at the end of this turn, or as soon as the send before it has ended.
    void schedule();
    void flush() override;

    bool empty() const { return queue_.empty(); }
    std::size_t size() const { return queue_.size(); }

    /// Nothing more is sent. \pre the stream is closed
    void discard();

private:
    void send_rest(std::string_view bytes);
    void sent(error_code error);
    void charge();

    Executor& executor_;
    Stream& stream_;
    WriteQueue queue_;
    std::weak_ptr<void> owner_;
    std::optional<SendBudget::Account> account_;
    std::size_t charged_ = 0;
    std::function<void(error_code)> on_sent_;
    bool is_scheduled_ = false;
    bool is_discarded_ = false;
};

} // namespace tefuda::server
