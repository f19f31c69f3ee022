// A client that sends exactly the bytes that a test gives it, valid or not. If an expected answer does not come within
// ten seconds it throws, which fails the test.
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

/// The numbers of RFC 6455, section 5.2.
enum class Opcode : unsigned char { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

struct WsFrame {
    Opcode opcode{};
    bool last = true;
    std::string payload;

    /// The code of a close frame; 1005 if it has none (RFC 6455, section 7.4.1).
    unsigned close_code() const;
};

class RawClient {
public:
    /// \param receive_buffer SO_RCVBUF in bytes; 0 for the system's default
    explicit RawClient(std::uint16_t port, int receive_buffer = 0);
    ~RawClient();
    RawClient(RawClient const&) = delete;
    RawClient& operator=(RawClient const&) = delete;

    void send(std::string_view bytes);

    /// \param without_body for the response to a HEAD
    HttpResponse read_response(bool without_body = false);
    HttpResponse get(std::string const& target, std::string const& fields = "", std::string const& method = "GET");

    /// Does the opening handshake, with the key of the example in RFC 6455, section 1.3.
    HttpResponse open_websocket();
    void send_frame(Opcode opcode, std::string_view payload, bool last = true);
    void send_text(std::string_view text) { send_frame(Opcode::text, text); }
    WsFrame read_frame();
    /// The next frame, which must be a text.
    std::string read_text();
    /// Skips all frames before the close frame. \returns its code
    unsigned read_close();

    /// Waits until the server closes; discards what comes before. \returns true
    bool ends();
    /// Closes the sending side (FIN).
    void end_writing();
    /// Closes with RST, as the system of a crashed client may do.
    void reset();

private:
    bool receive();
    std::string take(std::size_t size);
    std::string take_chunks();

    int socket_;
    std::string received_;
};

/// The bytes of a frame, masked as a client must.
std::string frame_bytes(Opcode opcode, std::string_view payload, bool last = true);

/// The payload of a close frame.
std::string close_payload(unsigned code, std::string const& reason = "");

} // namespace tefuda::test
