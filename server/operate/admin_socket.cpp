#include "server/operate/admin_socket.hpp"

#include "server/runtime/failure_log.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

constexpr std::size_t longest_line = 64 * 1024;
constexpr std::size_t most_clients = 16;

[[noreturn]] void fail(std::string const& what, int error) {
    throw std::runtime_error(what + ": " + std::strerror(error) + ".");
}

sockaddr_un address_of(std::filesystem::path const& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    auto const& text = path.native();
    if (text.size() >= sizeof(address.sun_path))
        throw std::runtime_error("--admin-socket: the path " + text + " is too long: it may have 107 bytes.");
    std::ranges::copy(text, address.sun_path);
    return address;
}

/// How long a client, or the server, may take nothing that is sent to it.
void limit_sending(int socket) {
    timeval const patience{10, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
}

/// \returns -1 and `errno` where that can't be done
int connect_to(std::filesystem::path const& path) {
    auto const address = address_of(path);
    auto const socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0) return -1;
    limit_sending(socket);
    if (::connect(socket, reinterpret_cast<sockaddr const*>(&address), sizeof(address)) == 0) return socket;
    auto const error = errno;
    ::close(socket);
    errno = error;
    return -1;
}

/// A socket on which nobody listens is left of a server that was killed.
void remove_old(std::filesystem::path const& path) {
    struct stat found{};
    if (::lstat(path.c_str(), &found) != 0) return;
    if (!S_ISSOCK(found.st_mode))
        throw std::runtime_error("--admin-socket: " + path.string() + " is there already, and no socket.");
    if (auto const socket = connect_to(path); socket >= 0) {
        ::close(socket);
        throw std::runtime_error("--admin-socket: another server listens at " + path.string() + ".");
    }
    // Anything else, such as a socket of another user, may be in use.
    if (errno != ECONNREFUSED)
        fail("--admin-socket: " + path.string() + " is there already, and can't be tried", errno);
    ::unlink(path.c_str());
}

} // namespace

AdminSocket::AdminSocket(std::filesystem::path path, Handler handler)
    : path_(std::move(path)), handler_(std::move(handler)) {
    auto const address = address_of(path_);
    remove_old(path_);
    listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    stop_ = ::eventfd(0, EFD_CLOEXEC);
    // Before the file is there: nobody else can ever open it.
    constexpr mode_t owner_only = 0600;
    if (listener_ < 0 || stop_ < 0 || ::fchmod(listener_, owner_only) != 0 ||
        ::bind(listener_, reinterpret_cast<sockaddr const*>(&address), sizeof(address)) != 0 ||
        ::listen(listener_, static_cast<int>(most_clients)) != 0) {
        auto const error = errno;
        ::close(listener_);
        ::close(stop_);
        fail("--admin-socket: can't make " + path_.string(), error);
    }
    thread_ = std::thread([this] { work(); });
}

AdminSocket::~AdminSocket() {
    std::uint64_t const one = 1;
    static_cast<void>(::write(stop_, &one, sizeof(one)));
    thread_.join();
    ::unlink(path_.c_str());
    for (auto const& client : clients_) ::close(client.socket);
    ::close(listener_);
    ::close(stop_);
}

void AdminSocket::work() {
    auto next_tick = std::chrono::steady_clock::now();
    for (;;) {
        std::vector<pollfd> polled{{stop_, POLLIN, 0}, {listener_, POLLIN, 0}};
        for (auto const& client : clients_) polled.push_back({client.socket, POLLIN, 0});
        auto const wait = std::chrono::ceil<std::chrono::milliseconds>(next_tick - std::chrono::steady_clock::now());
        auto const found =
            ::poll(polled.data(), polled.size(), static_cast<int>(std::max<std::int64_t>(0, wait.count())));
        if (polled[0].revents != 0) return;
        try {
            if (found > 0) {
                auto place = polled.begin() + 2;
                std::erase_if(clients_, [&](Client& client) {
                    auto const is_over = (place++)->revents != 0 && !serve(client);
                    if (is_over) ::close(client.socket);
                    return is_over;
                });
                if (polled[1].revents != 0) accept_one();
            }
            next_tick = std::chrono::steady_clock::now() + handler_.tick();
        } catch (std::exception const& problem) {
            log_failure("The operator's thread failed", problem);
            next_tick = std::chrono::steady_clock::now() + std::chrono::seconds(1);
        }
    }
}

void AdminSocket::accept_one() {
    auto const socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) return;
    if (clients_.size() >= most_clients) {
        ::close(socket);
        return;
    }
    limit_sending(socket);
    clients_.push_back({socket, {}});
}

bool AdminSocket::serve(Client& client) {
    std::array<char, 4096> piece{};
    auto const count = ::recv(client.socket, piece.data(), piece.size(), MSG_DONTWAIT);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    if (count == 0) return false;
    client.waiting.append(piece.data(), static_cast<std::size_t>(count));
    for (;;) {
        auto const end = client.waiting.find('\n');
        if (end == std::string::npos) return client.waiting.size() <= longest_line;
        auto const line = client.waiting.substr(0, end);
        client.waiting.erase(0, end + 1);
        if (!send_all(client.socket, handler_.answer(line) + '\n')) return false;
    }
}

bool AdminSocket::send_all(int socket, std::string_view text) {
    while (!text.empty()) {
        auto const sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

std::string ask_admin_socket(std::filesystem::path const& path, std::string_view line) {
    auto const socket = connect_to(path);
    if (socket < 0) {
        auto const error = errno;
        if (error == ENOENT || error == ECONNREFUSED) throw NoServer("No server listens at " + path.string() + ".");
        fail("The server at " + path.string() + " can't be reached", error);
    }
    timeval const patience{60, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    auto question = std::string(line) + '\n';
    std::string answer;
    std::array<char, 64 * 1024> piece{};
    for (std::string_view rest = question; !rest.empty();) {
        auto const sent = ::send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent <= 0) break;
        rest.remove_prefix(static_cast<std::size_t>(sent));
    }
    bool is_late = false;
    while (answer.empty() || answer.back() != '\n') {
        auto const count = ::recv(socket, piece.data(), piece.size(), 0);
        if (count < 0 && errno == EINTR) continue;
        is_late = count < 0 && errno == EAGAIN;
        if (count <= 0) break;
        answer.append(piece.data(), static_cast<std::size_t>(count));
    }
    ::close(socket);
    if (answer.empty() || answer.back() != '\n')
        throw std::runtime_error("The server at " + path.string() +
                                 (is_late ? " has not answered within a minute" : " has stopped before it answered") +
                                 ": it is not known whether the command was carried out.");
    answer.pop_back();
    return answer;
}

} // namespace tefuda::server
