// Short names for the Asio types that server/net uses. For its .cpp files and their headers only.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>

namespace tefuda::server {

namespace asio = boost::asio;
using boost::system::error_code;

// The concrete executor instead of asio's any_io_executor: it compiles in two thirds of the time and runs a little
// faster too.
using IoExecutor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<asio::ip::tcp, IoExecutor>;
using SteadyTimer =
    asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, IoExecutor>;
template <class T = void>
using Awaitable = asio::awaitable<T, IoExecutor>;
constexpr asio::use_awaitable_t<IoExecutor> use_awaitable;

/// For `co_await operation(…, into(error))`: the operation assigns the error instead of throwing it.
inline auto into(error_code& error) {
    return asio::redirect_error(use_awaitable, error);
}

} // namespace tefuda::server
