#include "server/net/certificate.hpp"

#include "server/metrics/metrics.hpp"
#include "server/metrics/utc.hpp"
#include "server/runtime/clock.hpp"

#include <boost/asio/ssl/context.hpp>

#include <openssl/x509.h>
#include <spdlog/spdlog.h>

#include <cstdint>
#include <ctime>
#include <stdexcept>
#include <utility>

namespace tefuda::server {

namespace {

namespace ssl = boost::asio::ssl;

void throw_if(boost::system::error_code const& error, char const* what, std::filesystem::path const& file) {
    if (error) throw std::runtime_error(std::string(what) + " " + file.string() + ": " + error.message() + ".");
}

std::shared_ptr<ssl::context> load(TlsFiles const& files) {
    auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
    auto* const native = context->native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_options(native, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    // Of TLS 1.2 only ciphers with forward secrecy that authenticate what they encrypt; all of TLS 1.3's are such.
    if (SSL_CTX_set_cipher_list(native, "ECDHE+AESGCM:ECDHE+CHACHA20") != 1)
        throw std::runtime_error("OpenSSL has no cipher that this server uses.");
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
    // Clients resume their sessions with tickets, so the server needs no cache.
    SSL_CTX_set_session_cache_mode(native, SSL_SESS_CACHE_OFF);
    boost::system::error_code error;
    // Without this callback OpenSSL would ask for a passphrase on the terminal.
    context->set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string(); }, error);
    context->use_certificate_chain_file(files.certificate.string(), error);
    throw_if(error, "Can't use the certificate", files.certificate);
    context->use_private_key_file(files.key.string(), ssl::context::pem, error);
    throw_if(error, "Can't use the certificate's key", files.key);
    // OpenSSL compares them by itself only where both are of one type.
    if (SSL_CTX_check_private_key(native) != 1)
        throw std::runtime_error("Can't use the certificate's key " + files.key.string() + ": it is not the key of " +
                                 files.certificate.string() + ".");
    return context;
}

/// In seconds since 1970; 0 if it can't be read.
std::int64_t end_of(ssl::context& context) {
    auto const* const certificate = SSL_CTX_get0_certificate(context.native_handle());
    std::tm end{};
    if (!certificate || ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &end) != 1) return 0;
    return timegm(&end);
}

/// Counts when it ends, and logs it: one that has ended is refused by every browser.
void report_end(ssl::context& context, TlsFiles const& files) {
    auto const end = end_of(context);
    metrics().certificate_end.set(end);
    auto const text = iso_time(at_second(end));
    if (end != 0 && at_second(end) <= this_moment().second())
        spdlog::error("The certificate {} ended at {}: browsers refuse it, and nobody can play. Renew it.",
                      files.certificate.string(), text);
    else
        spdlog::info("The certificate {} is valid until {}", files.certificate.string(), text);
}

} // namespace

Certificate::Certificate(TlsFiles files) : files_(std::move(files)), context_(load(files_)) {
    report_end(*context(), files_);
}

void Certificate::reload() {
    auto fresh = load(files_);
    report_end(*fresh, files_);
    context_.with([&](auto& context) { context.swap(fresh); });
}

std::shared_ptr<ssl::context> Certificate::context() const {
    return context_.with([](auto const& context) { return context; });
}

} // namespace tefuda::server
