// WebSocket frames, as little of RFC 6455 as two ends need that trust each other: no fragments, no extensions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tefuda::bench {

enum class Opcode : std::uint8_t { text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

/// Appends a frame as a client sends it: masked, with the mask 0, so that nothing has to be computed.
void append_client_frame(std::string& out, Opcode opcode, std::string_view payload);
/// Appends a frame as a server sends it.
void append_server_frame(std::string& out, Opcode opcode, std::string_view payload);

/// What a socket brought and nobody has taken yet.
class FrameBuffer {
public:
    struct Frame {
        Opcode opcode;
        /// Valid until the next `room`.
        std::string_view payload;
    };

    /// \param least so many bytes there is always room for
    explicit FrameBuffer(std::size_t least = 16 * 1024) : least_(least) {}

    /// Where to read to.
    struct Room {
        char* data;
        std::size_t size;
    };
    Room room();
    void filled(std::size_t bytes) { end_ += bytes; }

    /// The next whole frame, unmasked.
    /// \returns false where none is there yet
    bool next(Frame& frame);

    /// All that is not taken, and to take so much of it: for the handshake before the frames.
    std::string_view rest() const { return {bytes_.data() + begin_, end_ - begin_}; }
    void drop(std::size_t bytes) { begin_ += bytes; }

private:
    std::size_t least_;
    std::string bytes_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

} // namespace tefuda::bench
