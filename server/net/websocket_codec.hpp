// RFC 6455 between bytes in memory: Boost.Beast reads and writes all frames, and has no socket.
#pragma once

#include "server/net/io.hpp"
#include "server/net/peer.hpp"
#include "server/net/stream.hpp"
#include "server/runtime/executor.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/execution.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <boost/system/system_error.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
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

/// The server's side of one WebSocket. It answers pings, close frames and faults by itself. Everything that is to be
/// sent is appended to the output, in whole frames. Not thread-safe.
///
/// When memory runs out in one of its functions, this throws std::bad_alloc and is closed without a close frame; the
/// output has whole frames still.
class WebSocketCodec {
public:
    /// \param executor what Beast asks for; nothing runs on it
    /// \param output must outlive the codec
    /// \param message_bytes the maximum size of a client's message, all its fragments together, after decompression
    /// \param deflate whether to agree to compression (RFC 7692) where the client offers it
    WebSocketCodec(IoExecutor const& executor, std::string& output, std::size_t message_bytes, bool deflate = false);
    WebSocketCodec(WebSocketCodec const&) = delete;
    WebSocketCodec& operator=(WebSocketCodec const&) = delete;

    /// Answers the opening handshake; before everything else. \pre check_upgrade(request).status is 101
    void accept(RequestHead const& request);

    /// Where the client's next bytes are to be written: room for about sixteen actions. Valid until `received`.
    /// \pre next_message() has returned nothing, or write_close has been called; may be empty in the latter case
    asio::mutable_buffer input() const { return ws_.next_layer().wanted(); }
    /// So many bytes have been written to `input()`.
    void received(std::size_t bytes);

    /// \returns the client's next text message: valid UTF-8, valid until the next call; nothing if its bytes have not
    /// all come yet, or if the codec is closed
    std::optional<std::string_view> next_message();

    /// How much has come, since the last call, that carries no message: a ping or a pong is one, and so are 1536 bytes
    /// that ended no message.
    int reset_control_frames();

    /// Neither side has closed yet, and the client has made no fault.
    bool is_open() const { return is_open_; }
    /// It is closed because a message was too long.
    bool was_message_too_long() const { return was_message_too_long_; }

    /// \pre is_open()
    /// \param compressed whether to compress it, where that was agreed
    void write_text(std::string_view text, bool compressed = false);
    /// \pre is_open()
    void write_ping();
    /// Writes a close frame; nothing is read afterwards. \param reason is cut to what a close frame can hold
    /// \pre is_open()
    void write_close(unsigned short code, std::string_view reason);

private:
    template <class Step>
    void close_on_failure(Step const& step);
    void read_some();
    void on_read(error_code error);
    void refuse_close_code();
    void start_close(boost::beast::websocket::close_reason const& reason);
    std::string_view text() const;

    std::string& output_;
    /// What Beast posts.
    TaskQueue tasks_;
    boost::beast::websocket::stream<MemoryStream, true> ws_;
    /// The message that is being read, or that was returned last.
    boost::beast::flat_buffer message_;
    std::size_t bytes_without_message_ = 0;
    int control_frames_ = 0;
    bool is_reading_ = false;
    /// It has not been returned yet.
    bool has_message_ = false;
    bool is_open_ = false;
    bool was_message_too_long_ = false;
};

} // namespace tefuda::server
