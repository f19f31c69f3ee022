// A client's connection with or without TLS. HTTP and WebSocket use it in the same way. For the .cpp files of
// server/net only: it includes Asio.
#pragma once

#include "server/net/io.hpp"

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/role.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace boost::asio::ssl {
class context;
}

namespace tefuda::server {

// TLS for one connection. Only its .cpp file includes Asio's TLS: handlers are called through a virtual function, so
// that Beast's operations are compiled once only, not for each kind of stream.

/// The handler of a read or a write: called once, or destroyed without a call when its event loop is destroyed.
using IoHandler = asio::any_completion_handler<void(error_code, std::size_t)>;

/// The server's side of TLS; owns the socket. Not thread-safe: only to be used on the socket's event loop, with at most
/// one read and one write under way. Operations keep it alive; `socket().close()` ends them.
class TlsLayer {
public:
    virtual ~TlsLayer() = default;

    /// Before everything else.
    virtual Awaitable<> handshake(error_code& error) = 0;

    virtual void read_some(asio::mutable_buffer to, IoHandler done) = 0;
    virtual void write_some(asio::const_buffer from, IoHandler done) = 0;

    /// Sends the close_notify alert and waits for the client's.
    virtual Awaitable<> shut_down() = 0;

    virtual Socket& socket() = 0;

    /// Copies several small buffers into one, so that they become one TLS record. \returns a view of the first bytes:
    /// of many bytes not all, as `async_write_some` may do
    template <class Buffers>
    asio::const_buffer gather(Buffers const& buffers) {
        for (auto at = asio::buffer_sequence_begin(buffers); at != asio::buffer_sequence_end(buffers); ++at) {
            asio::const_buffer const one(*at);
            if (one.size() == asio::buffer_size(buffers)) return one;
        }
        return asio::buffer(gathered_, asio::buffer_copy(asio::buffer(gathered_), buffers));
    }

private:
    std::array<std::byte, 4096> gathered_;
};

std::shared_ptr<TlsLayer> make_tls_layer(Socket socket, asio::ssl::context& context);

/// The first buffer that is not empty: a TLS read fills one buffer at a time.
template <class Buffers>
asio::mutable_buffer first_of(Buffers const& buffers) {
    for (auto at = asio::buffer_sequence_begin(buffers); at != asio::buffer_sequence_end(buffers); ++at)
        if (asio::mutable_buffer const one(*at); one.size() > 0) return one;
    return {};
}

/// An AsyncStream as Beast defines it. Owns its socket. Not thread-safe: only to be used on the socket's event loop.
class Stream {
public:
    using executor_type = IoExecutor;

    explicit Stream(Socket socket) : socket_(std::move(socket)) {}
    explicit Stream(std::shared_ptr<TlsLayer> tls) : socket_(tls->socket().get_executor()), tls_(std::move(tls)) {}

    executor_type get_executor() { return socket_.get_executor(); }

    /// The TLS handshake, before everything else; does nothing without TLS.
    Awaitable<> open(error_code& error) {
        if (tls_) co_await tls_->handshake(error);
    }

    template <class Buffers, class Token>
    auto async_read_some(Buffers const& buffers, Token&& token) {
        if (!tls_) return socket_.async_read_some(buffers, std::forward<Token>(token));
        return asio::async_initiate<Token, void(error_code, std::size_t)>(
            [](auto handler, TlsLayer* tls, asio::mutable_buffer to) { tls->read_some(to, std::move(handler)); }, token,
            tls_.get(), first_of(buffers));
    }

    /// Reads without waiting. \returns the number of bytes; 0 if there are none, on errors and with TLS: then
    /// `async_read_some` gives the result
    std::size_t try_read_some(asio::mutable_buffer to) {
        if (tls_) return 0;
        error_code error;
        if (!socket_.non_blocking()) socket_.non_blocking(true, error);
        return error ? 0 : socket_.read_some(to, error);
    }

    template <class Buffers, class Token>
    auto async_write_some(Buffers const& buffers, Token&& token) {
        if (!tls_) return socket_.async_write_some(buffers, std::forward<Token>(token));
        return asio::async_initiate<Token, void(error_code, std::size_t)>(
            [](auto handler, TlsLayer* tls, asio::const_buffer from) { tls->write_some(from, std::move(handler)); },
            token, tls_.get(), tls_->gather(buffers));
    }

    /// Writes without waiting. \returns the number of bytes; 0 if the socket takes none now, on errors and with TLS:
    /// then `async_write_some` gives the result
    std::size_t try_write_some(asio::const_buffer from) {
        if (tls_) return 0;
        error_code error;
        if (!socket_.non_blocking()) socket_.non_blocking(true, error);
        return error ? 0 : socket_.write_some(from, error);
    }

    /// Closes the sending side, then reads and discards until the client closes too, or until `abort`. If the server
    /// closed the socket while the client is still sending, the client could lose the last bytes that it was sent.
    Awaitable<> end_writing_and_drain() {
        if (tls_) co_await tls_->shut_down();
        error_code error;
        socket().shutdown(Socket::shutdown_send, error);
        std::array<char, 4096> rest;
        while (!error) co_await socket().async_read_some(asio::buffer(rest), into(error));
    }

    /// Closes the socket at once; operations under way end with an error.
    void abort() {
        error_code ignored;
        socket().close(ignored);
    }

    Socket& socket() { return tls_ ? tls_->socket() : socket_; }

private:
    /// Unused with TLS: the TLS layer owns its socket.
    Socket socket_;
    std::shared_ptr<TlsLayer> tls_;
};

} // namespace tefuda::server
