// RFC 6455 between bytes in memory: Boost.Beast reads and writes all frames, and has no socket.
#pragma once

#include "server/net/memory_stream.hpp"
#include "server/net/peer.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

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
