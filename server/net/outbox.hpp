// What waits to be sent to one WebSocket. For the .cpp files of server/net only: it includes Asio.
#pragma once

#include "server/net/send_budget.hpp"
#include "server/net/stream.hpp"
#include "server/net/write_queue.hpp"
#include "server/runtime/executor.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

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
