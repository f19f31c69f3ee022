// TLS for one connection. Only its .cpp file includes Asio's TLS: handlers are called through a virtual function, so
// that Beast's operations are compiled once only, not for each kind of stream.
#pragma once

#include "server/net/io.hpp"

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/buffer.hpp>

#include <array>
#include <cstddef>
#include <memory>

namespace boost::asio::ssl {
class context;
}

namespace tefuda::server {

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

} // namespace tefuda::server
