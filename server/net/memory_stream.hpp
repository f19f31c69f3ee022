// What Beast reads from and writes to instead of a socket. For websocket_codec alone: it includes Asio and Beast.
#pragma once

#include "server/net/io.hpp"
#include "server/net/stream.hpp"
#include "server/runtime/task.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/execution.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/system/system_error.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Functions that wait until they are run. Not thread-safe.
class TaskQueue {
public:
    /// An Asio executor: what is posted to it waits in its queue, which must outlive it.
    class Executor {
    public:
        explicit Executor(TaskQueue& queue) : queue_(&queue) {}

        template <class Function>
        void execute(Function function) const {
            queue_->tasks_.emplace_back(std::move(function));
        }

        /// Nothing runs inside a call of `execute`.
        static constexpr asio::execution::blocking_t query(asio::execution::blocking_t) noexcept {
            return asio::execution::blocking.never;
        }
        bool operator==(Executor const&) const noexcept = default;

    private:
        TaskQueue* queue_;
    };

    Executor executor() { return Executor(*this); }

    /// Runs all tasks, also those that are added meanwhile. What a task throws goes to the caller; then the rest is
    /// never run.
    void run() {
        for (std::size_t next = 0; next < tasks_.size(); ++next) {
            // Moved out first: a task may add others, which moves the vector's memory.
            auto task = std::move(tasks_[next]);
            task();
        }
        tasks_.clear();
    }

private:
    std::vector<Task> tasks_;
};

/// An AsyncStream and a SyncStream, as Asio and Beast define them. Reading waits until `received`; what is written
/// is appended to a string at once. Not thread-safe.
class MemoryStream {
public:
    using executor_type = IoExecutor;

    /// \param executor what Beast asks for: its handlers have their own
    /// \param output must outlive the stream
    MemoryStream(executor_type executor, std::string& output) : executor_(std::move(executor)), output_(output) {}

    executor_type get_executor() const { return executor_; }

    /// Where the read that is under way wants its bytes; empty if none is.
    asio::mutable_buffer wanted() const { return reading_ ? wanted_ : asio::mutable_buffer(); }

    /// Completes the read that is under way: so many bytes have been written to `wanted()`.
    void received(std::size_t bytes) {
        if (reading_) std::exchange(reading_, nullptr)(error_code(), bytes);
    }

    template <class Buffers, class Token>
    auto async_read_some(Buffers const& buffers, Token&& token) {
        return asio::async_initiate<Token, void(error_code, std::size_t)>(
            [this](auto handler, asio::mutable_buffer to) {
                wanted_ = to;
                // Boost 1.81 never ends a move assignment.
                IoHandler(std::move(handler)).swap(reading_);
            },
            token, first_of(buffers));
    }

    template <class Buffers, class Token>
    auto async_write_some(Buffers const& buffers, Token&& token) {
        return asio::async_initiate<Token, void(error_code, std::size_t)>(
            [](auto handler, std::size_t bytes) {
                asio::post(boost::beast::bind_front_handler(std::move(handler), error_code(), bytes));
            },
            token, append(buffers));
    }

    template <class Buffers>
    std::size_t write_some(Buffers const& buffers, error_code& error) {
        error = {};
        return append(buffers);
    }

    template <class Buffers>
    std::size_t write_some(Buffers const& buffers) {
        return append(buffers);
    }

    // A SyncStream reads, too; nobody does.
    template <class Buffers>
    std::size_t read_some(Buffers const&, error_code& error) {
        error = asio::error::would_block;
        return 0;
    }
    template <class Buffers>
    std::size_t read_some(Buffers const&) {
        throw boost::system::system_error(asio::error::would_block);
    }

    // Beast calls these to end the connection, which is the task of the session.

    template <class Handler>
    friend void async_teardown(boost::beast::role_type, MemoryStream&, Handler&& handler) {
        asio::post(boost::beast::bind_front_handler(std::forward<Handler>(handler), error_code()));
    }
    friend void beast_close_socket(MemoryStream&) {}

private:
    template <class Buffers>
    std::size_t append(Buffers const& buffers) {
        auto const before = output_.size();
        for (auto each = asio::buffer_sequence_begin(buffers); each != asio::buffer_sequence_end(buffers); ++each) {
            asio::const_buffer const bytes(*each);
            output_.append(static_cast<char const*>(bytes.data()), bytes.size());
        }
        return output_.size() - before;
    }

    executor_type executor_;
    std::string& output_;
    asio::mutable_buffer wanted_;
    IoHandler reading_;
};

} // namespace tefuda::server
