#include "tests/bench/load/connection.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tefuda::bench {

namespace {

[[noreturn]] void fail(char const* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

sockaddr_in loopback(std::uint32_t host, std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(0x7F000000U + host);
    return address;
}

/// A client address has about 28,000 ephemeral ports.
constexpr std::size_t connections_an_address = 20'000;

} // namespace

Connection::Connection(Loop& loop, std::uint16_t port, std::string const& target, std::size_t number)
    : loop_(loop), fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (fd_ < 0) fail("socket");
    int const on = 1;
    setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    auto const from = loopback(static_cast<std::uint32_t>(1 + number / connections_an_address), 0);
    auto const to = loopback(1, port);
    if (bind(fd_, reinterpret_cast<sockaddr const*>(&from), sizeof from) != 0) fail("bind");
    if (connect(fd_, reinterpret_cast<sockaddr const*>(&to), sizeof to) != 0) fail("connect");
    auto const& secrets = loop.secrets;
    shake_hands(target, secrets.empty() ? "" : "Authorization: Bearer " + secrets[number % secrets.size()] + "\r\n");
    if (fcntl(fd_, F_SETFL, O_NONBLOCK) != 0) fail("fcntl");
    loop_.watch(*this, EPOLL_CTL_ADD);
    if (!in_.rest().empty()) loop_.to_take_.push_back(this);
}

Connection::~Connection() {
    close(fd_);
}

void Connection::shake_hands(std::string const& target, std::string const& fields) {
    auto const request = "GET " + target +
                         " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                         fields + "\r\n";
    if (::send(fd_, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size())) fail("send");
    for (;;) {
        auto const end = in_.rest().find("\r\n\r\n");
        if (end != std::string_view::npos) {
            if (!in_.rest().starts_with("HTTP/1.1 101"))
                throw std::runtime_error("refused: " + std::string(in_.rest().substr(0, end)));
            in_.drop(end + 4);
            return;
        }
        auto const room = in_.room();
        auto const got = recv(fd_, room.data, room.size, 0);
        if (got <= 0) fail("handshake");
        in_.filled(static_cast<std::size_t>(got));
    }
}

void Connection::send(std::string_view payload, Opcode opcode) {
    if (out_.empty() && !blocked_) loop_.to_send_.push_back(this);
    append_client_frame(out_, opcode, payload);
}

void Connection::receive() {
    for (auto more = true; more;) {
        auto const room = in_.room();
        auto const got = recv(fd_, room.data, room.size, 0);
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0) throw std::runtime_error("the server dropped a connection");
        loop_.received_ += got;
        in_.filled(static_cast<std::size_t>(got));
        more = static_cast<std::size_t>(got) == room.size;
        take_frames();
    }
}

void Connection::take_frames() {
    FrameBuffer::Frame frame{};
    while (in_.next(frame)) {
        if (frame.opcode == Opcode::close) throw std::runtime_error("the server closed a connection");
        if (frame.opcode == Opcode::ping) {
            send(frame.payload, Opcode::pong);
        } else if (frame.opcode != Opcode::pong) {
            on_frame(*this, frame.opcode, frame.payload);
        }
    }
}

bool Connection::flush() {
    while (!out_.empty()) {
        auto const sent = ::send(fd_, out_.data(), out_.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EAGAIN) return false;
        if (sent < 0) fail("send");
        loop_.sent_ += sent;
        out_.erase(0, static_cast<std::size_t>(sent));
    }
    return true;
}

Loop::Loop() : epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    if (epoll_ < 0) fail("epoll_create1");
    // Timers fire at the requested time; the default allows a delay of 50 us.
    prctl(PR_SET_TIMERSLACK, 1);
}

Loop::~Loop() {
    close(epoll_);
}

void Loop::watch(Connection& connection, int operation) {
    epoll_event event{};
    event.events = EPOLLIN | (connection.blocked_ ? static_cast<unsigned>(EPOLLOUT) : 0U);
    event.data.ptr = &connection;
    if (epoll_ctl(epoll_, operation, connection.fd_, &event) != 0) fail("epoll_ctl");
}

void Loop::turn(std::chrono::nanoseconds at_most) {
    for (auto* connection : std::exchange(to_take_, {})) connection->take_frames();
    for (auto* connection : to_send_) {
        if (connection->flush()) continue;
        connection->blocked_ = true;
        watch(*connection, EPOLL_CTL_MOD);
    }
    to_send_.clear();
    std::array<epoll_event, 512> events;
    auto const seconds = std::chrono::floor<std::chrono::seconds>(at_most);
    timespec const timeout{seconds.count(), (at_most - seconds).count()};
    auto const count = epoll_pwait2(epoll_, events.data(), events.size(), &timeout, nullptr);
    for (int i = 0; i < count; ++i) {
        auto& connection = *static_cast<Connection*>(events[static_cast<std::size_t>(i)].data.ptr);
        if (connection.blocked_ && connection.flush()) {
            connection.blocked_ = false;
            watch(connection, EPOLL_CTL_MOD);
        }
        connection.receive();
    }
}

} // namespace tefuda::bench
