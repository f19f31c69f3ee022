#include "server/net/transport.hpp"

#include "server/metrics/metrics.hpp"
#include "server/net/http_session.hpp"
#include "server/net/server_context.hpp"
#include "server/runtime/accept_loop.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/system/system_error.hpp>
#include <spdlog/spdlog.h>

#include <future>
#include <stdexcept>
#include <utility>

namespace tefuda::server {

/// Begins a session for each connection, on all event loops in turn.
class Transport::Acceptor final : public AcceptLoop<asio::ip::tcp> {
public:
    Acceptor(EventLoops& loops, std::shared_ptr<ServerContext> context)
        : AcceptLoop(
              loops.context(0), [this]() -> asio::io_context& { return loops_.context(next_); },
              [this](Socket socket) { start_session(std::move(socket)); }, "Can't accept a connection"),
          loops_(loops), context_(std::move(context)) {}

private:
    void start_session(Socket socket) {
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

    EventLoops& loops_;
    std::shared_ptr<ServerContext> const context_;
    std::size_t next_ = 0;
};

Transport::Transport(EventLoops& loops, Service& service, TransportOptions const& options, WebFiles files)
    : loops_(loops), service_(service), options_(options),
      context_(new ServerContext{service, options, std::move(files)}),
      acceptor_(std::make_shared<Acceptor>(loops, context_)) {}

Transport::~Transport() = default;

std::uint16_t Transport::listen(std::string const& address, std::uint16_t port) {
    try {
        asio::ip::tcp::endpoint const at(asio::ip::make_address(address), port);
        auto& acceptor = acceptor_->acceptor();
        acceptor.open(at.protocol());
        acceptor.set_option(asio::socket_base::reuse_address(true));
        acceptor.bind(at);
        acceptor.listen();
        acceptor_->start();
        return acceptor.local_endpoint().port();
    } catch (boost::system::system_error const& problem) {
        throw std::runtime_error("Can't listen at " + address + ", port " + std::to_string(port) + ": " +
                                 problem.code().message() + ".");
    }
}

void Transport::reload_certificate() {
    if (!context_->certificate) return;
    try {
        context_->certificate->reload();
        spdlog::info("The certificate was read again");
    } catch (std::exception const& problem) {
        spdlog::error("{} The old one stays", problem.what());
    }
}

void Transport::stop() {
    loops_.executor(0).post([acceptor = acceptor_] { acceptor->close(); });
    // Shared: it may be told when nobody waits any more.
    auto const done = std::make_shared<std::promise<void>>();
    service_.stopping([done] { done->set_value(); });
    if (done->get_future().wait_for(options_.service_stop) == std::future_status::timeout)
        spdlog::warn("The rooms did not come to an end in time");
    context_->connections.stop_all();
    if (!context_->connections.wait_until_none(options_.connections_stop))
        spdlog::info("Some clients did not close in time");
}

} // namespace tefuda::server
