// A blocking WebSocket client for ws://HOST:PORT/PATH and wss://HOST:PORT/PATH (PORT and PATH are optional).
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

namespace tefuda {

/// The connection was lost, or there is none.
class Lost : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct Address {
    bool encrypted;
    std::string host, port, path;

    /// \throws std::invalid_argument
    explicit Address(std::string const& url);

    /// The value of the HTTP header Host.
    std::string const& field() const { return field_; }

private:
    std::string field_;
};

/// Functions throw Lost if the connection is lost.
class Socket {
public:
    virtual ~Socket() = default;
    virtual void write(std::string const& text) = 0;
    virtual std::string read() = 0;

    /// With wss, the server's certificate must be valid for the host. SSL_CERT_FILE names a file of trusted
    /// certificates to use instead of the system's.
    static std::unique_ptr<Socket> connect(Address const& address);
};

} // namespace tefuda
