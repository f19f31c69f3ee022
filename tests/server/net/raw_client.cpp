#include "raw_client.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tefuda::test {

namespace {

constexpr std::string_view line_end = "\r\n";

std::string lower_case(std::string text) {
    for (auto& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

HttpResponse parse_head(std::string_view head) {
    HttpResponse response;
    response.status = std::stoi(std::string(head.substr(head.find(' ') + 1, 3)));
    for (auto at = head.find(line_end) + 2; at < head.size();) {
        auto const end = head.find(line_end, at);
        auto const line = head.substr(at, end - at);
        auto const colon = line.find(": ");
        response.fields[lower_case(std::string(line.substr(0, colon)))] = line.substr(colon + 2);
        at = end + 2;
    }
    return response;
}

unsigned byte_at(std::string const& bytes, std::size_t index) {
    return static_cast<unsigned char>(bytes[index]);
}

} // namespace

unsigned WsFrame::close_code() const {
    return payload.size() < 2 ? 1005 : byte_at(payload, 0) << 8 | byte_at(payload, 1);
}

RawClient::RawClient(std::uint16_t port, int receive_buffer) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    timeval const time_limit{10, 0};
    int const on = 1;
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &time_limit, sizeof time_limit);
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (receive_buffer > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
        throw std::system_error(errno, std::generic_category(), "connect");
}

RawClient::~RawClient() {
    if (socket_ >= 0) ::close(socket_);
}

void RawClient::end_writing() {
    ::shutdown(socket_, SHUT_WR);
}

void RawClient::reset() {
    linger const at_once{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    ::close(socket_);
    socket_ = -1;
}

void RawClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        auto const sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        // The server may close while the test still sends; the test looks at what the server sent before.
        if (sent < 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

/// \returns false at the end
bool RawClient::receive() {
    std::array<char, 16384> bytes;
    auto const size = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (size < 0 && (errno == EAGAIN)) throw std::runtime_error("nothing came");
    if (size <= 0) return false;
    received_.append(bytes.data(), static_cast<std::size_t>(size));
    return true;
}

std::string RawClient::take(std::size_t size) {
    while (received_.size() < size)
        if (!receive()) throw std::runtime_error("the connection ended too early");
    auto const taken = received_.substr(0, size);
    received_.erase(0, size);
    return taken;
}

HttpResponse RawClient::read_response(bool without_body) {
    std::size_t end = 0;
    while ((end = received_.find("\r\n\r\n")) == std::string::npos)
        if (!receive()) throw std::runtime_error("the connection ended before a response");
    auto response = parse_head(take(end + 4).substr(0, end + 2));
    auto const length = response.fields.find("content-length");
    if (length != response.fields.end() && !without_body) response.body = take(std::stoul(length->second));
    auto const coding = response.fields.find("transfer-encoding");
    if (coding != response.fields.end() && coding->second == "chunked" && !without_body) response.body = take_chunks();
    return response;
}

/// RFC 9112, section 7.1.
std::string RawClient::take_chunks() {
    for (std::string body;;) {
        std::size_t end = 0;
        while ((end = received_.find("\r\n")) == std::string::npos)
            if (!receive()) throw std::runtime_error("the connection ended within a chunk");
        auto const size = std::stoul(take(end + 2), nullptr, 16);
        body += take(size);
        if (take(2) != "\r\n") throw std::runtime_error("a chunk has another length");
        if (size == 0) return body;
    }
}

HttpResponse RawClient::get(std::string const& target, std::string const& fields, std::string const& method) {
    send(method + " " + target + " HTTP/1.1\r\nHost: test\r\n" + fields + "\r\n");
    return read_response(method == "HEAD");
}

HttpResponse RawClient::open_websocket() {
    return get("/ws", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
}

std::string frame_bytes(Opcode opcode, std::string_view payload, bool last) {
    constexpr std::string_view mask = "\x12\x34\x56\x78";
    auto const byte = [](std::size_t value) { return static_cast<char>(static_cast<unsigned char>(value & 0xff)); };
    std::string bytes{byte((last ? 0x80U : 0U) | static_cast<unsigned>(opcode))};
    if (payload.size() < 126) {
        bytes += byte(0x80 | payload.size());
    } else if (payload.size() < 65536) {
        bytes += {byte(0x80 | 126), byte(payload.size() >> 8), byte(payload.size())};
    } else {
        bytes += byte(0x80 | 127);
        for (int shift = 56; shift >= 0; shift -= 8) bytes += byte(payload.size() >> shift);
    }
    bytes += mask;
    for (std::size_t i = 0; i < payload.size(); ++i) bytes += static_cast<char>(payload[i] ^ mask[i % 4]);
    return bytes;
}

std::string close_payload(unsigned code, std::string const& reason) {
    return std::string{static_cast<char>(code >> 8), static_cast<char>(code & 0xff)} + reason;
}

void RawClient::send_frame(Opcode opcode, std::string_view payload, bool last) {
    send(frame_bytes(opcode, payload, last));
}

WsFrame RawClient::read_frame() {
    auto const head = take(2);
    std::size_t size = byte_at(head, 1);
    if (size >= 126) {
        auto const length = take(size == 126 ? 2 : 8);
        size = 0;
        for (std::size_t i = 0; i < length.size(); ++i) size = size << 8 | byte_at(length, i);
    }
    return {static_cast<Opcode>(byte_at(head, 0) & 0x0f), (byte_at(head, 0) & 0x80) != 0, take(size)};
}

std::string RawClient::read_text() {
    auto frame = read_frame();
    if (frame.opcode != Opcode::text || !frame.last) throw std::runtime_error("another frame than a text came");
    return frame.payload;
}

unsigned RawClient::read_close() {
    for (;;)
        if (auto const frame = read_frame(); frame.opcode == Opcode::close) return frame.close_code();
}

bool RawClient::ends() {
    while (receive()) received_.clear();
    return true;
}

} // namespace tefuda::test
