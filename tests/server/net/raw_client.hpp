// A client that sends exactly the bytes that a test wants, right or wrong. Whatever does not come within ten seconds
// fails the test.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::test {

struct HttpResponse {
    int status = 0;
    /// Names in lower case.
    std::map<std::string, std::string> fields;
    std::string body;
};

/// As RFC 6455 numbers them.
enum class Opcode : unsigned char { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

struct WsFrame {
    Opcode opcode{};
    bool last = true;
    std::string payload;

    /// Of a close frame; 1005 (RFC 6455) where it has none.
    unsigned close_code() const;
};

class RawClient {
public:
    /// \param receive_buffer SO_RCVBUF, 0: as the system has it
    explicit RawClient(std::uint16_t port, int receive_buffer = 0);
    ~RawClient();
    RawClient(RawClient const&) = delete;
    RawClient& operator=(RawClient const&) = delete;

    void send(std::string_view bytes);

    /// \param without_body the answer to a HEAD
    HttpResponse read_response(bool without_body = false);
    HttpResponse get(std::string const& target, std::string const& fields = "", std::string const& method = "GET");

    /// The opening handshake with the key of RFC 6455's example.
    HttpResponse open_websocket();
    void send_frame(Opcode opcode, std::string_view payload, bool last = true);
    void send_text(std::string_view text) { send_frame(Opcode::text, text); }
    WsFrame read_frame();
    /// The next frame, which must be a text.
    std::string read_text();
    /// Leaves out all but the close frame. \returns its code
    unsigned read_close();

    /// Whether the server has closed; drops what comes before.
    bool ends();
    /// Nothing more is sent (FIN).
    void end_writing();
    /// Closes with RST, as a client that crashes.
    void reset();

private:
    bool receive();
    std::string take(std::size_t size);

    int socket_;
    std::string received_;
};

/// The bytes of a frame, masked as a client must.
std::string frame_bytes(Opcode opcode, std::string_view payload, bool last = true);

} // namespace tefuda::test
