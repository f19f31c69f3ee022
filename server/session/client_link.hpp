// The way back to a client: its messages, and the event loop on which its session lives.
#pragma once

#include "server/net/service.hpp"
#include "server/room/participant.hpp"

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace tefuda::server {

/// Part of a session, which it keeps alive as long as something is on its way to it. What can't reach the client or its
/// session closes the connection: nothing is lost in silence.
class ClientLink {
public:
    /// \param client the session; owns this object
    ClientLink(std::shared_ptr<ClientConnection> connection, Participant& client)
        : connection_(std::move(connection)), executor_(connection_->executor()), client_(client) {}

    /// To be used on its executor, but for what is constant.
    ClientConnection& connection() const { return *connection_; }
    Executor& executor() const { return executor_; }
    ParticipantPtr client() const { return client_.shared_from_this(); }
    /// As ClientConnection::address.
    std::string const& address() const { return connection_->address(); }

    /// From any thread. A failure is this client's alone: whoever sends goes on.
    void send(std::string_view text);

    /// A message to the client, or the answer to one of its own, is lost: it has to connect again and resume. On the
    /// executor.
    void fail() noexcept;
    bool has_failed() const { return failed_; }

    /// Runs it on the executor, at once where the caller is there.
    template <class Run>
    void dispatch(Run run) {
        if (executor_.here()) return run();
        try {
            executor_.post([self = client(), run = std::move(run)]() mutable { run(); });
        } catch (std::exception const& problem) {
            fail_later(problem);
        }
    }

private:
    void write(std::string_view text);
    void fail_later(std::exception const& problem);

    std::shared_ptr<ClientConnection> const connection_;
    Executor& executor_;
    Participant& client_;
    bool failed_ = false;
};

} // namespace tefuda::server
