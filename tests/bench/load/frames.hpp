// WebSocket frames. Implements only the part of RFC 6455 that two trusted peers need: no fragments, no extensions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tefuda::bench {

enum class Opcode : std::uint8_t { text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

/// Appends a frame as a client sends it. The mask is 0, so that masking costs nothing.
void append_client_frame(std::string& out, Opcode opcode, std::string_view payload);
/// Appends a frame as a server sends it.
void append_server_frame(std::string& out, Opcode opcode, std::string_view payload);

/// A receive buffer that splits the stream into frames.
class FrameBuffer {
public:
    struct Frame {
        Opcode opcode;
        /// Valid until the next call of `room`.
        std::string_view payload;
    };

    /// \param least the minimum size of the free space that `room` returns, in bytes
    explicit FrameBuffer(std::size_t least = 16 * 1024) : least_(least) {}

    /// The free space to read into; then report the number of bytes with `filled`.
    struct Room {
        char* data;
        std::size_t size;
    };
    Room room();
    void filled(std::size_t bytes) { end_ += bytes; }

    /// Removes the next complete frame and unmasks it.
    /// \returns false if there is no complete frame
    bool next(Frame& frame);

    /// All unread bytes, and a way to drop some of them. For the HTTP handshake before the frames.
    std::string_view rest() const { return {bytes_.data() + begin_, end_ - begin_}; }
    void drop(std::size_t bytes) { begin_ += bytes; }

private:
    std::size_t least_;
    std::string bytes_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

} // namespace tefuda::bench
