// The WebSocket over Boost.Beast. Slow to compile: no bot includes it.
#include <tefuda/socket.hpp>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>

#include <regex>

namespace tefuda {

Address::Address(std::string const& url) {
    static std::regex const form(R"((wss?)://(\[([^\]/]+)\]|[^:/\[]+)(:(\d+))?(/.*)?)");
    std::smatch parts;
    if (!std::regex_match(url, parts, form)) throw std::invalid_argument("the address is not ws://HOST:PORT/PATH");
    encrypted = parts[1] == "wss";
    host = parts[3].matched ? parts[3] : parts[2];
    port = parts[5].matched ? parts[5].str() : encrypted ? "443" : "80";
    path = parts[6].matched ? parts[6].str() : "/";
    field_ = parts[2].str() + parts[4].str();
}

namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
namespace ssl = boost::asio::ssl;
using Tcp = asio::ip::tcp::socket;

/// Calls a function whose system_error means that the connection is lost.
template <class Function>
auto or_lost(Function const& function) {
    try {
        return function();
    } catch (boost::system::system_error const& problem) {
        throw Lost(problem.what());
    }
}

/// The implementation for both kinds of transport: plain TCP and TLS.
template <class Layer>
class SocketOver final : public Socket {
public:
    template <class... More>
    explicit SocketOver(Address const& address, More&... more) : stream_(context_, more...) {
        asio::ip::tcp::resolver resolver(context_);
        auto& tcp = boost::beast::get_lowest_layer(stream_);
        asio::connect(tcp, resolver.resolve(address.host, address.port));
        tcp.set_option(asio::ip::tcp::no_delay(true));
        if constexpr (!std::is_same_v<Layer, Tcp>) encrypt(address);
        stream_.read_message_max(0);
        stream_.handshake(address.field(), address.path);
    }

    void write(std::string const& text) override {
        or_lost([&] { stream_.write(asio::buffer(text)); });
    }

    std::string read() override {
        return or_lost([&] {
            boost::beast::flat_buffer buffer;
            stream_.read(buffer);
            return std::string(static_cast<char const*>(buffer.data().data()), buffer.size());
        });
    }

private:
    void encrypt(Address const& address) {
        auto& tls = stream_.next_layer();
        SSL_set_tlsext_host_name(tls.native_handle(), address.host.c_str());
        tls.set_verify_callback(asio::ssl::host_name_verification(address.host));
        tls.handshake(asio::ssl::stream_base::client);
    }

    asio::io_context context_;
    websocket::stream<Layer> stream_;
};

} // namespace

std::unique_ptr<Socket> Socket::connect(Address const& address) {
    return or_lost([&]() -> std::unique_ptr<Socket> {
        if (!address.encrypted) return std::make_unique<SocketOver<Tcp>>(address);
        ssl::context context(ssl::context::tls_client);
        context.set_default_verify_paths();
        context.set_verify_mode(ssl::verify_peer);
        return std::make_unique<SocketOver<ssl::stream<Tcp>>>(address, context);
    });
}

} // namespace tefuda
