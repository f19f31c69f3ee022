#include "server/net/listener.hpp"

#include "server/metrics/metrics.hpp"
#include "server/net/http_session.hpp"
#include "server/runtime/accept_loop.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/system/system_error.hpp>

#include <stdexcept>
#include <utility>

namespace tefuda::server {

namespace {

/// Begins a session for each connection, on all event loops in turn.
class Sessions {
public:
    Sessions(EventLoops& loops, std::shared_ptr<ServerContext> context) : loops_(loops), context_(std::move(context)) {}

    asio::io_context& home() { return loops_.context(next_); }

    void start(Socket socket) {
        metrics().connections_accepted.add();
        auto& executor = loops_.executor(next_);
        next_ = (next_ + 1) % loops_.count();
        error_code ignored;
        socket.set_option(asio::ip::tcp::no_delay(true), ignored);
        executor.post([&executor, socket = std::move(socket), context = context_]() mutable {
            auto stream = context->certificate
                              ? Stream(make_tls_layer(std::move(socket), *context->certificate->context()))
                              : Stream(std::move(socket));
            start_http_session(executor, std::move(stream), context);
        });
    }

private:
    EventLoops& loops_;
    std::shared_ptr<ServerContext> const context_;
    std::size_t next_ = 0;
};

} // namespace

class Listener::Acceptor {
public:
    Acceptor(EventLoops& loops, std::shared_ptr<ServerContext> context) : loops_(loops) {
        auto const sessions = std::make_shared<Sessions>(loops, std::move(context));
        loop_ = std::make_shared<Loop>(
            loops.context(0), [sessions]() -> asio::io_context& { return sessions->home(); },
            [sessions](Socket socket) { sessions->start(std::move(socket)); }, "Can't accept a connection");
    }

    std::uint16_t open(std::string const& address, std::uint16_t port) {
        asio::ip::tcp::endpoint const at(asio::ip::make_address(address), port);
        auto& acceptor = loop_->acceptor();
        acceptor.open(at.protocol());
        acceptor.set_option(asio::socket_base::reuse_address(true));
        acceptor.bind(at);
        acceptor.listen();
        loop_->start();
        return acceptor.local_endpoint().port();
    }

    void close() {
        loops_.executor(0).post([loop = loop_] { loop->close(); });
    }

private:
    using Loop = AcceptLoop<asio::ip::tcp>;
    EventLoops& loops_;
    std::shared_ptr<Loop> loop_;
};

Listener::Listener(EventLoops& loops, std::shared_ptr<ServerContext> context)
    : acceptor_(std::make_unique<Acceptor>(loops, std::move(context))) {}

Listener::~Listener() = default;

std::uint16_t Listener::open(std::string const& address, std::uint16_t port) {
    try {
        return acceptor_->open(address, port);
    } catch (boost::system::system_error const& problem) {
        throw std::runtime_error("Can't listen at " + address + ", port " + std::to_string(port) + ": " +
                                 problem.code().message() + ".");
    }
}

void Listener::close() {
    acceptor_->close();
}

} // namespace tefuda::server
