// The WebSocket over Boost.Beast. Slow to compile: no bot includes it.
#include <tefuda/fields.hpp>
#include <tefuda/socket.hpp>

#include <boost/asio/connect.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <regex>
#include <type_traits>
#include <utility>

namespace tefuda {

Address::Address(std::string const& url) {
    static std::regex const form(R"((wss?|https?)://(\[([^\]/]+)\]|[^:/\[]+)(:(\d+))?(/.*)?)");
    std::smatch parts;
    if (!std::regex_match(url, parts, form))
        throw std::invalid_argument(url + " is no address of a server: ws://HOST:PORT/ws");
    auto const as_in_a_browser = parts[1].str().front() == 'h';
    encrypted = parts[1] == "wss" || parts[1] == "https";
    host = parts[3].matched ? parts[3] : parts[2];
    port = parts[5].matched ? parts[5].str() : encrypted ? "443" : "80";
    path = parts[6].matched ? parts[6].str() : "/";
    if (as_in_a_browser && path == "/") path = "/ws";
    field_ = parts[2].str() + parts[4].str();
}

namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
namespace ssl = boost::asio::ssl;
using Tcp = asio::ip::tcp::socket;

/// Calls a function whose system_error means that there is no connection to this address.
template <class Function>
auto or_lost(Address const& address, Function const& function) {
    try {
        return function();
    } catch (boost::system::system_error const& problem) {
        // `what()` would also name a line of Boost's. Another attempt would not make a certificate right.
        if (problem.code().category() == asio::error::get_ssl_category())
            throw std::runtime_error(address.field() + ": " + problem.code().message());
        throw Lost(address.field() + ": " + problem.code().message());
    }
}

/// The certificate must be that of this host.
void expect(Address const& address, ssl::stream<Tcp>& tls) {
    SSL_set_tlsext_host_name(tls.native_handle(), address.host.c_str());
    tls.set_verify_callback(asio::ssl::host_name_verification(address.host));
}

ssl::context trusting_context() {
    ssl::context context(ssl::context::tls_client);
    context.set_default_verify_paths();
    context.set_verify_mode(ssl::verify_peer);
    return context;
}

/// Waits for one operation after the other, as long as there is time for all of them.
class Patience {
public:
    using Clock = std::chrono::steady_clock;
    Patience(asio::io_context& context, Clock::duration time) : context_(context), end_(Clock::now() + time) {}

    /// \param begin starts an operation with the handler that it is given
    template <class Begin>
    void wait(Begin const& begin) {
        auto const result = std::make_shared<std::optional<boost::system::error_code>>();
        begin([result](boost::system::error_code error, auto const&...) { *result = error; });
        context_.restart();
        while (!*result && context_.run_one_until(end_) != 0) {}
        if (!*result) throw boost::system::system_error(asio::error::timed_out);
        if (**result) throw boost::system::system_error(**result);
    }

private:
    asio::io_context& context_;
    Clock::time_point const end_;
};

/// POST /api/me. \returns the body of the answer
template <class Stream>
std::string post(Stream& stream, Patience& patience, Address const& address, std::string const& body) {
    namespace http = boost::beast::http;
    http::request<http::string_body> request{http::verb::post, "/api/me", 11};
    request.set(http::field::host, address.field());
    request.set(http::field::content_type, "application/json");
    request.set(http::field::connection, "close");
    request.body() = body;
    request.prepare_payload();
    patience.wait([&](auto handler) { http::async_write(stream, request, handler); });
    boost::beast::flat_buffer buffer;
    http::response<http::string_body> answer;
    patience.wait([&](auto handler) { http::async_read(stream, buffer, answer, handler); });
    return std::move(answer.body());
}

/// The implementation for both kinds of transport: plain TCP and TLS.
template <class Layer>
class SocketOver final : public Socket {
public:
    template <class... More>
    SocketOver(asio::io_context& context, Address const& address, More&... more)
        : context_(context), state_(std::make_shared<State>(context, more...)) {
        asio::ip::tcp::resolver resolver(context);
        auto& stream = state_->stream;
        auto& tcp = boost::beast::get_lowest_layer(stream);
        asio::connect(tcp, resolver.resolve(address.host, address.port));
        tcp.set_option(asio::ip::tcp::no_delay(true));
        if constexpr (!std::is_same_v<Layer, Tcp>) {
            expect(address, stream.next_layer());
            stream.next_layer().handshake(asio::ssl::stream_base::client);
        }
        stream.read_message_max(0);
        if (!address.secret.empty())
            stream.set_option(
                websocket::stream_base::decorator([secret = address.secret](websocket::request_type& request) {
                    request.set(boost::beast::http::field::authorization, "Bearer " + secret);
                }));
        shake_hands(address);
        state_->read();
    }

    ~SocketOver() override {
        boost::system::error_code ignored;
        boost::beast::get_lowest_layer(state_->stream).close(ignored);
    }

    void write(std::string const& text) override {
        std::optional<boost::system::error_code> result;
        state_->stream.async_write(asio::buffer(text), [&](auto error, std::size_t) { result = error; });
        while (!result) context_.run_one();
        if (*result) throw Lost(result->message());
    }

    std::optional<std::string> take() override {
        auto& arrived = state_->arrived;
        if (arrived.empty()) {
            if (state_->failure) throw Lost(state_->failure.message());
            return std::nullopt;
        }
        auto text = std::move(arrived.front());
        arrived.pop_front();
        return text;
    }

private:
    void shake_hands(Address const& address) {
        websocket::response_type answer;
        boost::system::error_code error;
        state_->stream.handshake(answer, address.field(), address.path, error);
        if (error == websocket::error::upgrade_declined) {
            auto const status = answer.result_int();
            auto const refusal = "The server refuses the connection: HTTP " + std::to_string(status) + " " +
                                 std::string(answer.reason()) + ".";
            // Another attempt would help only where too many ask, or a server behind a proxy is away.
            if (status < 500 && answer.result() != boost::beast::http::status::too_many_requests)
                throw std::runtime_error(refusal);
            throw Lost(refusal);
        }
        if (is_other_protocol(error))
            throw std::runtime_error(address.field() + " is no server of Tefuda: " + error.message());
        if (error) throw Lost(error.message());
    }

    /// Whether what answers speaks no HTTP, or no WebSocket; not where it ended in the middle of a word.
    static bool is_other_protocol(boost::system::error_code const& error) {
        namespace http = boost::beast::http;
        return (error.category() == http::make_error_code(http::error::bad_version).category() &&
                error != http::error::end_of_stream && error != http::error::partial_message) ||
               error == websocket::condition::handshake_failed;
    }

    /// What a read needs, which may end after its socket.
    struct State : std::enable_shared_from_this<State> {
        template <class... More>
        explicit State(asio::io_context& context, More&... more) : stream(context, more...) {}

        /// Reads until the connection ends.
        void read() {
            stream.async_read(buffer, [self = this->shared_from_this()](auto error, std::size_t) {
                if (error) {
                    self->failure = error;
                    return;
                }
                self->arrived.push_back(boost::beast::buffers_to_string(self->buffer.data()));
                self->buffer.clear();
                self->read();
            });
        }

        websocket::stream<Layer> stream;
        boost::beast::flat_buffer buffer;
        std::deque<std::string> arrived;
        boost::system::error_code failure;
    };

    asio::io_context& context_;
    std::shared_ptr<State> state_;
};

} // namespace

struct Sockets::Impl {
    asio::io_context context;
    asio::executor_work_guard<asio::io_context::executor_type> work = asio::make_work_guard(context);
};

Sockets::Sockets() : impl_(std::make_unique<Impl>()) {}
Sockets::~Sockets() = default;

std::unique_ptr<Socket> Sockets::connect(Address const& to) {
    auto address = to;
    address.secret = secret_;
    return or_lost(address, [&]() -> std::unique_ptr<Socket> {
        if (!address.encrypted) return std::make_unique<SocketOver<Tcp>>(impl_->context, address);
        auto context = trusting_context();
        return std::make_unique<SocketOver<ssl::stream<Tcp>>>(impl_->context, address, context);
    });
}

std::string register_bot(Address const& address, std::string const& name) {
    auto const body = nlohmann::json{{"name", name}, {"kind", "bot"}}.dump();
    auto const answer = message_from(or_lost(address, [&] {
        constexpr std::chrono::seconds time(10);
        asio::io_context context;
        Patience patience(context, time);
        asio::ip::tcp::resolver resolver(context);
        auto const found = resolver.resolve(address.host, address.port);
        auto const connect = [&](Tcp& tcp) {
            patience.wait([&](auto handler) { asio::async_connect(tcp, found, handler); });
        };
        if (!address.encrypted) {
            Tcp tcp(context);
            connect(tcp);
            return post(tcp, patience, address, body);
        }
        auto trusting = trusting_context();
        ssl::stream<Tcp> tls(context, trusting);
        connect(tls.next_layer());
        expect(address, tls);
        patience.wait([&](auto handler) { tls.async_handshake(asio::ssl::stream_base::client, handler); });
        return post(tls, patience, address, body);
    }));
    if (!answer.contains("secret")) throw std::runtime_error(field<std::string>(answer, "message"));
    return field<std::string>(answer, "secret");
}

void Sockets::wait_until(Clock::time_point end) {
    impl_->context.run_one_until(end);
}

} // namespace tefuda
