// The load's WebSocket connections, all on one thread, with epoll and one send for each socket and turn of the loop.
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

    /// Connects and does the WebSocket handshake; blocks.
    /// \param target the request target, such as /ws
    /// \param number the connection's number; chooses the client address, because each has a limited number of ports
    /// \throws std::runtime_error
    Connection(Loop& loop, std::uint16_t port, std::string const& target, std::size_t number);
    ~Connection();
    Connection(Connection const&) = delete;
    Connection& operator=(Connection const&) = delete;

    /// Queues a frame; it is sent in the next turn of the loop.
    void send(std::string_view payload, Opcode opcode = Opcode::text);

    OnFrame on_frame;

private:
    friend class Loop;

    /// \param fields of the request, each with its end of line
    void shake_hands(std::string const& target, std::string const& fields);
    void receive();
    void take_frames();
    /// Sends queued bytes. \returns false if the socket's send buffer is full
    bool flush();

    Loop& loop_;
    int fd_;
    FrameBuffer in_;
    std::string out_;
    bool blocked_ = false;
};

/// The event loop. It must outlive its connections. Connections must not be destroyed during `turn`.
class Loop {
public:
    Loop();
    ~Loop();
    Loop(Loop const&) = delete;
    Loop& operator=(Loop const&) = delete;

    /// Sends queued frames, waits at most this long for received data, and passes received frames to `on_frame`.
    /// \throws std::runtime_error if the server closes a connection
    void turn(std::chrono::nanoseconds at_most);

    /// Of players: connection n is the player of the n-th of them, or of those from the beginning again; none: nobody.
    std::vector<std::string> secrets;

    std::int64_t bytes_received() const { return received_; }
    std::int64_t bytes_sent() const { return sent_; }

private:
    friend class Connection;

    void watch(Connection& connection, int operation);

    int epoll_;
    /// Connections that received frames together with the handshake's response.
    std::vector<Connection*> to_take_;
    std::vector<Connection*> to_send_;
    std::int64_t received_ = 0;
    std::int64_t sent_ = 0;
};

} // namespace tefuda::bench
