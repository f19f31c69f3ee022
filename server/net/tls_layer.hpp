// What encrypts a connection. Only its .cpp file sees Asio's TLS: handlers come through a virtual call, so that Beast's
// operations are not compiled once more for it.
#pragma once

#include "server/net/io.hpp"

#include <boost/asio/buffer.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace boost::asio::ssl {
class context;
}

namespace tefuda::server {

/// Is told once how a read or a write has ended, or destroyed untold with its event loop.
class IoCompletion {
public:
    virtual ~IoCompletion() = default;
    virtual void complete(error_code error, std::size_t bytes) = 0;
};

template <class Handler>
std::unique_ptr<IoCompletion> completion_of(Handler handler) {
    class Completion final : public IoCompletion {
    public:
        explicit Completion(Handler to_call) : handler_(std::move(to_call)) {}
        void complete(error_code error, std::size_t bytes) override { std::move(handler_)(error, bytes); }

    private:
        Handler handler_;
    };
    return std::make_unique<Completion>(std::move(handler));
}

/// The server's end of TLS over a socket that it owns. One read and one write at a time, all on the socket's thread. It
/// lives until its operations have ended: `socket().close()` ends them.
class TlsLayer {
public:
    virtual ~TlsLayer() = default;

    /// The opening, before all else.
    virtual Awaitable<> handshake(error_code& error) = 0;

    virtual void read_some(asio::mutable_buffer to, std::unique_ptr<IoCompletion> done) = 0;
    virtual void write_some(asio::const_buffer from, std::unique_ptr<IoCompletion> done) = 0;

    /// Tells the other side that nothing more comes, and waits for its word.
    virtual Awaitable<> shut_down() = 0;

    virtual Socket& socket() = 0;

    /// Several buffers as one, so that a frame's head and body become one record; of many bytes the first ones.
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
