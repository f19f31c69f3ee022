// The server's TLS certificate.
#pragma once

#include "server/runtime/guarded.hpp"

#include <filesystem>
#include <memory>

namespace boost::asio::ssl {
class context;
}

namespace tefuda::server {

struct TlsFiles {
    /// PEM: the server's certificate, then the intermediate certificates.
    std::filesystem::path certificate;
    /// PEM, without a passphrase.
    std::filesystem::path key;
};

/// Thread-safe.
class Certificate {
public:
    /// \throws std::runtime_error, a sentence, if the files can't be read or don't belong together
    explicit Certificate(TlsFiles files);

    /// Reads the files again, for new connections. \throws as the constructor; then the old certificate stays in use
    void reload();

    /// For a new connection; TLS 1.2 or later.
    std::shared_ptr<boost::asio::ssl::context> context() const;

private:
    TlsFiles const files_;
    Guarded<std::shared_ptr<boost::asio::ssl::context>> context_;
};

} // namespace tefuda::server
