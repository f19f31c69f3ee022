// What the server proves with that it is who it says.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>

namespace boost::asio::ssl {
class context;
}

namespace tefuda::server {

struct TlsFiles {
    /// PEM: the server's certificate, then those that it is signed with.
    std::filesystem::path certificate;
    /// PEM, without a passphrase.
    std::filesystem::path key;
};

/// Thread-safe.
class Certificate {
public:
    /// \throws std::runtime_error, a sentence, when the files are no such pair
    explicit Certificate(TlsFiles files);

    /// Reads the files again, for connections that come from now on. \throws as the constructor; the old ones stay then
    void reload();

    /// For one more connection: TLS 1.2 or later.
    std::shared_ptr<boost::asio::ssl::context> context() const;

private:
    TlsFiles const files_;
    mutable std::mutex mutex_;
    std::shared_ptr<boost::asio::ssl::context> context_;
};

} // namespace tefuda::server
