// WebSocket clients for ws://HOST:PORT/PATH and wss://HOST:PORT/PATH (PORT and PATH are optional), all on one thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace tefuda {

/// The connection was lost, or there is none.
class Lost : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct Address {
    bool encrypted;
    std::string host, port, path;
    /// Of the player that opens a connection; empty: nobody.
    std::string secret;

    /// \throws std::invalid_argument
    explicit Address(std::string const& url);

    /// The value of the HTTP header Host.
    std::string const& field() const { return field_; }

private:
    std::string field_;
};

/// Makes a player of kind bot. \returns its secret, which nobody can read again \throws Lost, also where the server
/// takes more than ten seconds; std::runtime_error where it refuses
std::string register_bot(Address const& address, std::string const& name);

class Socket {
public:
    virtual ~Socket() = default;

    /// Blocks until the text is on its way; meanwhile messages may arrive. \throws Lost
    virtual void write(std::string const& text) = 0;

    /// The next message that has arrived; nothing if none has. \throws Lost if no more will come
    virtual std::optional<std::string> take() = 0;
};

/// Waits for several sockets at once. It must outlive them.
class Sockets {
public:
    using Clock = std::chrono::steady_clock;

    Sockets();
    ~Sockets();

    /// With wss, the server's certificate must be valid for the host. SSL_CERT_FILE names a file of trusted
    /// certificates to use instead of the system's. \throws Lost
    std::unique_ptr<Socket> connect(Address const& address);

    /// Waits until something may have arrived, or a connection may be lost; at most until then.
    void wait_until(Clock::time_point end);

    /// Of the player that opens connections from now on; empty: nobody.
    void set_secret(std::string secret) { secret_ = std::move(secret); }

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    std::string secret_;
};

} // namespace tefuda
