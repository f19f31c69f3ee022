#include "server/net/stream.hpp"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

namespace tefuda::server {

namespace {

class AsioTlsLayer final : public TlsLayer, public std::enable_shared_from_this<AsioTlsLayer> {
public:
    AsioTlsLayer(Socket socket, asio::ssl::context& context) : stream_(std::move(socket), context) {}

    Awaitable<> handshake(error_code& error) override {
        co_await stream_.async_handshake(asio::ssl::stream_base::server, into(error));
    }

    // Asio's operations use the stream when they end; the session may have released it by then.

    void read_some(asio::mutable_buffer to, IoHandler done) override {
        stream_.async_read_some(
            to, [self = shared_from_this(), done = std::move(done)](error_code error, std::size_t bytes) mutable {
                std::move(done)(error, bytes);
            });
    }

    void write_some(asio::const_buffer from, IoHandler done) override {
        stream_.async_write_some(
            from, [self = shared_from_this(), done = std::move(done)](error_code error, std::size_t bytes) mutable {
                std::move(done)(error, bytes);
            });
    }

    Awaitable<> shut_down() override {
        auto const self = shared_from_this();
        error_code ignored;
        co_await stream_.async_shutdown(into(ignored));
    }

    Socket& socket() override { return stream_.next_layer(); }

private:
    asio::ssl::stream<Socket> stream_;
};

} // namespace

std::shared_ptr<TlsLayer> make_tls_layer(Socket socket, asio::ssl::context& context) {
    return std::make_shared<AsioTlsLayer>(std::move(socket), context);
}

} // namespace tefuda::server
