#include "server/session/client_link.hpp"

#include "server/runtime/failure_log.hpp"
#include "server/runtime/until_there_is_memory.hpp"

namespace tefuda::server {

void ClientLink::send(std::string_view text) {
    if (executor_.here()) return write(text);
    try {
        dispatch([this, text = std::string(text)] { write(text); });
    } catch (std::exception const&) {
        // There is no memory for the copy.
        dispatch([this] { fail(); });
    }
}

void ClientLink::write(std::string_view text) {
    try {
        connection_->send(text);
    } catch (std::exception const& problem) {
        log_failure("A message could not be sent", problem);
        fail();
    }
}

void ClientLink::fail() noexcept {
    failed_ = true;
    connection_->abort();
}

void ClientLink::fail_later(std::exception const& problem) {
    log_failure("A client can't be reached", problem);
    until_there_is_memory([this] { executor_.post([self = client(), this] { fail(); }); });
}

} // namespace tefuda::server
