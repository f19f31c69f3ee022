// Accepts connections, whatever fails meanwhile.
#pragma once

#include "server/runtime/failure_log.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

namespace tefuda::server {

/// Its acceptor lives on one io_context, on whose thread everything but the constructor is to be called. Pending waits
/// keep it alive until it is closed.
///
/// No coroutine: where memory is out, Asio destroys one that waits, and nobody would be accepted any more. What these
/// functions begin they begin again until there is memory for it.
template <class Protocol>
class AcceptLoop : public std::enable_shared_from_this<AcceptLoop<Protocol>> {
public:
    using IoExecutor = boost::asio::io_context::executor_type;
    using Acceptor = boost::asio::basic_socket_acceptor<Protocol, IoExecutor>;
    using Socket = boost::asio::basic_stream_socket<Protocol, IoExecutor>;
    using Timer = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                    boost::asio::wait_traits<std::chrono::steady_clock>, IoExecutor>;
    /// \returns where the next connection is to live
    using Home = std::function<boost::asio::io_context&()>;
    /// An exception costs this connection only.
    using Accepted = std::function<void(Socket)>;

    /// \param failure how the log says that nobody can be accepted, constant
    AcceptLoop(boost::asio::io_context& context, Home home, Accepted accepted, std::string_view failure)
        : home_(std::move(home)), accepted_(std::move(accepted)), failure_(failure), acceptor_(context),
          pause_(context) {}

    /// To be opened, bound and listened at before `start`.
    Acceptor& acceptor() { return acceptor_; }

    /// Once, before or while the context runs.
    void start() {
        acceptor_.non_blocking(true);
        wait();
    }

    void close() {
        boost::system::error_code ignored;
        acceptor_.close(ignored);
        pause_.cancel();
    }

private:
    void wait() {
        until_there_is_memory([this] {
            acceptor_.async_wait(boost::asio::socket_base::wait_read,
                                 [self = this->shared_from_this()](boost::system::error_code) { self->accept(); });
        });
    }

    /// Most likely there are no file descriptors left, or no memory: an immediate retry would fail again.
    void wait_later() {
        until_there_is_memory([this] {
            pause_.expires_after(std::chrono::milliseconds(100));
            pause_.async_wait([self = this->shared_from_this()](boost::system::error_code) { self->accept(); });
        });
    }

    void accept() {
        if (!acceptor_.is_open()) return;
        if (accept_those_that_wait())
            wait();
        else
            wait_later();
    }

    /// \returns false where that failed
    bool accept_those_that_wait() noexcept {
        // Then the others of this thread have their turn.
        constexpr int at_once = 16;
        try {
            for (int i = 0; i < at_once; ++i) {
                boost::system::error_code error;
                Socket socket(home_());
                acceptor_.accept(socket, error);
                if (error == boost::asio::error::would_block) return true;
                if (error == boost::asio::error::connection_aborted) continue;
                if (error) {
                    failures_(failure_, error.message());
                    return false;
                }
                accepted_(std::move(socket));
            }
            return true;
        } catch (std::exception const& problem) {
            failures_(failure_, problem);
            return false;
        }
    }

    Home const home_;
    Accepted const accepted_;
    std::string_view const failure_;
    Acceptor acceptor_;
    Timer pause_;
    FailureLog failures_{std::chrono::minutes(1)};
};

} // namespace tefuda::server
