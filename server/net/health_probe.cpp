#include "server/net/health_probe.hpp"

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

bool is_ready(std::string const& address, std::uint16_t port, bool tls) {
    auto bio = connect(address, port);
    if (bio && tls) bio = encrypted(std::move(bio));
    if (!bio) return false;
    if (BIO_puts(bio.get(), "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") <= 0) return false;
    // The status line is in the first TLS record or TCP segment.
    std::array<char, 512> answer{};
    auto const length = BIO_read(bio.get(), answer.data(), static_cast<int>(answer.size()));
    return length > 0 && std::string_view(answer.data(), static_cast<std::size_t>(length)).starts_with("HTTP/1.1 200 ");
}

} // namespace tefuda::server
