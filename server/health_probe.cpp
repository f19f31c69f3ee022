#include "server/health_probe.hpp"

#include "protocol/codec/text.hpp"

#include <openssl/bio.h>
#include <openssl/ssl.h>

#include <array>
#include <memory>
#include <string_view>

#include <sys/socket.h>
#include <sys/time.h>

namespace tefuda::server {

namespace {

constexpr timeval time_limit{4, 0};

struct FreeBio {
    void operator()(BIO* bio) const { BIO_free_all(bio); }
};
using Bio = std::unique_ptr<BIO, FreeBio>;

struct FreeContext {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};

std::string url_host_of(std::string const& address) {
    if (address == "0.0.0.0") return "127.0.0.1";
    if (address == "::") return "[::1]";
    return address.find(':') == std::string::npos ? address : "[" + address + "]";
}

Bio connect(std::string const& address, std::uint16_t port) {
    Bio bio(BIO_new_connect((url_host_of(address) + ":" + std::to_string(port)).c_str()));
    if (!bio || BIO_do_connect(bio.get()) != 1) return nullptr;
    auto const socket = static_cast<int>(BIO_get_fd(bio.get(), nullptr));
    for (auto const direction : {SO_RCVTIMEO, SO_SNDTIMEO})
        setsockopt(socket, SOL_SOCKET, direction, &time_limit, sizeof(time_limit));
    return bio;
}

Bio encrypted(Bio bio) {
    std::unique_ptr<SSL_CTX, FreeContext> const context(SSL_CTX_new(TLS_client_method()));
    Bio tls(context ? BIO_new_ssl(context.get(), 1) : nullptr);
    if (!tls) return nullptr;
    BIO_push(tls.get(), bio.release());
    return BIO_do_handshake(tls.get()) == 1 ? std::move(tls) : nullptr;
}

} // namespace

std::string why_not_ready(std::string const& address, std::uint16_t port, bool tls) {
    auto const where = (tls ? "https://" : "http://") + url_host_of(address) + ":" + std::to_string(port);
    auto bio = connect(address, port);
    if (!bio) return "No server listens at " + where + ".";
    if (tls) bio = encrypted(std::move(bio));
    if (!bio) return "What listens at " + where + " does not speak TLS: see --tls-cert.";
    constexpr std::string_view request = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    if (BIO_write(bio.get(), request.data(), static_cast<int>(request.size())) <= 0)
        return "The server at " + where + " takes no request.";
    std::string answer;
    std::array<char, 512> part{};
    for (auto length = 1; length > 0 && answer.size() < 4096;) {
        length = BIO_read(bio.get(), part.data(), static_cast<int>(part.size()));
        if (length > 0) answer.append(part.data(), static_cast<std::size_t>(length));
    }
    if (answer.starts_with("HTTP/1.1 200 ")) return {};
    if (answer.empty()) return "The server at " + where + " does not answer in time" + (tls ? "." : ", or speaks TLS.");
    auto const body = answer.find("\r\n\r\n");
    auto const status = answer.substr(0, answer.find('\r'));
    return "The server at " + where + " is not ready: " + status +
           (body == std::string::npos
                ? ""
                : ", " + codec::without_controls(answer.substr(body + 4), codec::Control::as_question_mark)) +
           ".";
}

} // namespace tefuda::server
