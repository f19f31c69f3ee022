#include "server/net/listener.hpp"

#include "server/net/http_session.hpp"
#include "server/metrics/metrics.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/system_error.hpp>
#include <spdlog/spdlog.h>

#include <stdexcept>
#include <utility>

namespace tefuda::server {

class Listener::Loop : public std::enable_shared_from_this<Loop> {
public:
    Loop(EventLoops& threads, std::shared_ptr<ServerContext> site)
        : threads_(threads), context_(std::move(site)), acceptor_(threads.context(0)), pause_(threads.context(0)) {}

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
        asio::post(acceptor_.get_executor(), [self = shared_from_this()] {
            error_code ignored;
            self->acceptor_.close(ignored);
            self->pause_.cancel();
        });
    }

private:
    Awaitable<> accept_all() {
        for (std::size_t next = 0; acceptor_.is_open();) {
            error_code error;
            Socket socket(threads_.context(next));
            co_await acceptor_.async_accept(socket, into(error));
            if (!error) {
                hand_over(std::move(socket), threads_.context(next));
                next = (next + 1) % threads_.count();
            } else if (acceptor_.is_open()) {
                // Out of file descriptors, most likely: to try again at once would only burn time.
                spdlog::warn("Can't accept a connection: {}", error.message());
                pause_.expires_after(std::chrono::milliseconds(100));
                co_await pause_.async_wait(into(error));
            }
        }
    }

    void hand_over(Socket socket, asio::io_context& to) {
        metrics().connections_accepted.add();
        error_code ignored;
        socket.set_option(asio::ip::tcp::no_delay(true), ignored);
        asio::post(to, [socket = std::move(socket), site = context_]() mutable {
            auto stream = site->certificate ? Stream(make_tls_layer(std::move(socket), *site->certificate->context()))
                                            : Stream(std::move(socket));
            start_http_session(std::move(stream), std::move(site));
        });
    }

    EventLoops& threads_;
    std::shared_ptr<ServerContext> context_;
    asio::basic_socket_acceptor<asio::ip::tcp, IoExecutor> acceptor_;
    SteadyTimer pause_;
};

Listener::Listener(EventLoops& threads, std::shared_ptr<ServerContext> site)
    : loop_(std::make_shared<Loop>(threads, std::move(site))) {}

Listener::~Listener() = default;

std::uint16_t Listener::open(std::string const& address, std::uint16_t port) {
    try {
        return loop_->open(address, port);
    } catch (boost::system::system_error const& problem) {
        throw std::runtime_error("Can't listen at " + address + ", port " + std::to_string(port) + ": " +
                                 problem.code().message() + ".");
    }
}

void Listener::close() {
    loop_->close();
}

} // namespace tefuda::server
