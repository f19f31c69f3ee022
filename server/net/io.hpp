// Asio's types as server/net uses them. For its .cpp files alone.
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

// The concrete executor instead of asio's any_io_executor: it compiles a third faster, and runs a little faster too.
using IoExecutor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<asio::ip::tcp, IoExecutor>;
using SteadyTimer =
    asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, IoExecutor>;
template <class T = void>
using Awaitable = asio::awaitable<T, IoExecutor>;
constexpr asio::use_awaitable_t<IoExecutor> use_awaitable;

/// For `co_await operation(…, into(error))`: the error is assigned, not thrown.
inline auto into(error_code& error) {
    return asio::redirect_error(use_awaitable, error);
}

} // namespace tefuda::server
