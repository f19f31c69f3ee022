// The load's WebSockets, all on one thread: epoll, and one send for each socket and turn.
#pragma once

#include "tests/bench/load/frames.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tefuda::bench {

class Loop;

class Connection {
public:
    /// \param payload valid during the call
    using OnFrame = std::function<void(Connection&, Opcode, std::string_view payload)>;

    /// Connects and shakes hands, blocking.
    /// \param target of the request, such as /ws
    /// \param number chooses the address that it comes from
    /// \throws std::runtime_error
    Connection(Loop& loop, std::uint16_t port, std::string const& target, std::size_t number);
    ~Connection();
    Connection(Connection const&) = delete;
    Connection& operator=(Connection const&) = delete;

    /// Goes out with the next turn of the loop.
    void send(std::string_view payload, Opcode opcode = Opcode::text);

    OnFrame on_frame;

private:
    friend class Loop;

    void shake_hands(std::string const& target);
    void receive();
    void take_frames();
    /// \returns false while the socket takes no more
    bool flush();

    Loop& loop_;
    int fd_;
    FrameBuffer in_;
    std::string out_;
    bool blocked_ = false;
};

/// Must outlive its connections, which must not go while it turns.
class Loop {
public:
    Loop();
    ~Loop();
    Loop(Loop const&) = delete;
    Loop& operator=(Loop const&) = delete;

    /// Sends what is to be sent, waits until something comes, at most so long, and hands it to `on_frame`.
    /// \throws std::runtime_error when a connection is closed by the other side
    void turn(std::chrono::nanoseconds at_most);

    std::int64_t bytes_received() const { return received_; }
    std::int64_t bytes_sent() const { return sent_; }

private:
    friend class Connection;

    void watch(Connection& connection, int operation);

    int epoll_;
    /// Those whose handshake brought frames along.
    std::vector<Connection*> to_take_;
    std::vector<Connection*> to_send_;
    std::int64_t received_ = 0;
    std::int64_t sent_ = 0;
};

} // namespace tefuda::bench
