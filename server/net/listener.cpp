#include "server/net/listener.hpp"

#include "server/metrics/metrics.hpp"
#include "server/net/http_session.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/system/system_error.hpp>
#include <spdlog/spdlog.h>

#include <stdexcept>
#include <utility>

namespace tefuda::server {

class Listener::Acceptor : public std::enable_shared_from_this<Acceptor> {
public:
    Acceptor(EventLoops& loops, std::shared_ptr<ServerContext> context)
        : loops_(loops), context_(std::move(context)), acceptor_(loops.context(0)), pause_(loops.context(0)) {}

    std::uint16_t open(std::string const& address, std::uint16_t port) {
        asio::ip::tcp::endpoint const at(asio::ip::make_address(address), port);
        acceptor_.open(at.protocol());
        acceptor_.set_option(asio::socket_base::reuse_address(true));
        acceptor_.bind(at);
        acceptor_.listen();
        asio::co_spawn(acceptor_.get_executor(), accept_all(), [self = shared_from_this()](std::exception_ptr) {});
        return acceptor_.local_endpoint().port();
    }

    void close() {
        loops_.executor(0).post([self = shared_from_this()] {
            error_code ignored;
            self->acceptor_.close(ignored);
            self->pause_.cancel();
        });
    }

private:
    Awaitable<> accept_all() {
        for (std::size_t next = 0; acceptor_.is_open();) {
            error_code error;
            Socket socket(loops_.context(next));
            co_await acceptor_.async_accept(socket, into(error));
            if (!error) {
                start_session(std::move(socket), loops_.executor(next));
                next = (next + 1) % loops_.count();
            } else if (acceptor_.is_open()) {
                // Most likely there are no file descriptors left: an immediate retry would fail again.
                if (auto const now = std::chrono::steady_clock::now(); now >= silent_until_) {
                    spdlog::warn("Can't accept a connection: {}", error.message());
                    silent_until_ = now + std::chrono::minutes(1);
                }
                pause_.expires_after(std::chrono::milliseconds(100));
                co_await pause_.async_wait(into(error));
            }
        }
    }

    void start_session(Socket socket, Executor& executor) {
        metrics().connections_accepted.add();
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
    std::shared_ptr<ServerContext> context_;
    asio::basic_socket_acceptor<asio::ip::tcp, IoExecutor> acceptor_;
    SteadyTimer pause_;
    /// Until then it is not said again that no connection can be accepted.
    std::chrono::steady_clock::time_point silent_until_{};
};

Listener::Listener(EventLoops& loops, std::shared_ptr<ServerContext> context)
    : acceptor_(std::make_shared<Acceptor>(loops, std::move(context))) {}

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
