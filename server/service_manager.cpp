#include "server/service_manager.hpp"

#include <spdlog/spdlog.h>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>

namespace tefuda::server {

namespace {

std::string message_of(ServiceState state) {
    switch (state) {
    case ServiceState::ready:
        return "READY=1";
    case ServiceState::stopping:
        return "STOPPING=1";
    case ServiceState::reloading:
        break;
    }
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    auto const microseconds = std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
    return "RELOADING=1\nMONOTONIC_USEC=" + std::to_string(microseconds);
}

/// \returns 0, or the error's number
int send_to(std::string_view path, std::string const& message) {
    sockaddr_un address{};
    if (path.size() >= sizeof(address.sun_path)) return ENAMETOOLONG;
    address.sun_family = AF_UNIX;
    std::ranges::copy(path, address.sun_path);
    // An abstract socket's name begins with a zero byte.
    if (path.front() == '@') address.sun_path[0] = '\0';
    auto const size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
    auto const socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0) return errno;
    auto const sent =
        sendto(socket, message.data(), message.size(), MSG_NOSIGNAL, reinterpret_cast<sockaddr const*>(&address), size);
    auto const error = sent < 0 ? errno : 0;
    ::close(socket);
    return error;
}

} // namespace

void notify_service_manager(ServiceState state) {
    auto const* const path = std::getenv("NOTIFY_SOCKET");
    if (!path || !*path) return;
    if (auto const error = send_to(path, message_of(state)))
        spdlog::warn("The service manager can't be told how far the server is: {}", std::strerror(error));
}

} // namespace tefuda::server
