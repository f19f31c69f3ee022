#include "server/operate/admin_socket.hpp"

#include "server/runtime/accept_loop.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/runtime/until_there_is_memory.hpp"
#include "server/runtime/worker.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace asio = boost::asio;

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

/// How long the server may take nothing that is sent to it.
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

class AdminSocket::Served {
public:
    Served(std::filesystem::path path, Handler handler)
        : path_(std::move(path)), handler_(std::move(handler)),
          loop_(std::make_shared<AcceptLoop<Local>>(
              context_, [this]() -> asio::io_context& { return context_; },
              [this](Socket socket) { accepted(std::move(socket)); }, "The operator can't connect")) {
        open();
        loop_->start();
        tick_later(std::chrono::milliseconds(0));
        worker_ = make_worker("operator", [this] {
            context_.run();
            return Worker::Next::when_woken();
        });
    }

    ~Served() { stop(); }

    void stop() {
        if (stopping_.exchange(true)) return;
        ::unlink(path_.c_str());
        until_there_is_memory([this] { asio::post(context_, [this] { close(); }); });
    }

private:
    using Local = asio::local::stream_protocol;
    using IoExecutor = AcceptLoop<Local>::IoExecutor;
    using Socket = AcceptLoop<Local>::Socket;
    using Timer = AcceptLoop<Local>::Timer;

    /// Among all as long as it is there.
    struct Client : std::enable_shared_from_this<Client> {
        Client(Served& its_served, Socket its_socket)
            : served(its_served), socket(std::move(its_socket)), deadline(served.context_) {
            served.clients_.push_back(this);
        }
        ~Client() { std::erase(served.clients_, this); }
        Client(Client const&) = delete;
        Client& operator=(Client const&) = delete;

        void close() {
            boost::system::error_code ignored;
            socket.close(ignored);
        }

        Served& served;
        Socket socket;
        Timer deadline; ///< until when it has to read its answer
        bool is_answered = false;
    };

    void open() {
        auto const address = address_of(path_);
        remove_old(path_);
        auto& acceptor = loop_->acceptor();
        boost::system::error_code error;
        acceptor.open(Local(), error);
        // Before the file is there: nobody else can ever open it.
        constexpr mode_t owner_only = 0600;
        auto const fails =
            error || ::fchmod(acceptor.native_handle(), owner_only) != 0 ||
            ::bind(acceptor.native_handle(), reinterpret_cast<sockaddr const*>(&address), sizeof(address)) != 0 ||
            ::listen(acceptor.native_handle(), static_cast<int>(most_clients)) != 0;
        if (fails) fail("--admin-socket: can't make " + path_.string(), error ? error.value() : errno);
    }

    /// The context ends when the clients have gone.
    void close() {
        loop_->close();
        tick_.cancel();
        for (auto* client : clients_) {
            if (client->is_answered)
                close_later(*client, std::chrono::seconds(1));
            else
                client->close();
        }
        work_.reset();
    }

    void tick_later(std::chrono::milliseconds wait) {
        if (stopping_) return;
        until_there_is_memory([&] {
            tick_.expires_after(wait);
            tick_.async_wait([this](boost::system::error_code error) {
                if (!error) tick();
            });
        });
    }

    void tick() {
        std::chrono::milliseconds next(1000);
        try {
            next = handler_.tick();
        } catch (std::exception const& problem) {
            log_failure("The operator's thread failed", problem);
        }
        tick_later(next);
    }

    void accepted(Socket socket) {
        if (clients_.size() >= most_clients || stopping_) return;
        auto client = std::make_shared<Client>(*this, std::move(socket));
        asio::co_spawn(context_, serve(*client), [client](std::exception_ptr const& failure) {
            try {
                if (failure) std::rethrow_exception(failure);
            } catch (std::exception const& problem) {
                log_failure("A connection of the operator failed", problem);
            }
        });
    }

    static void close_later(Client& client, std::chrono::seconds patience) {
        client.deadline.expires_after(patience);
        client.deadline.async_wait([weak = client.weak_from_this()](boost::system::error_code error) {
            auto const late = weak.lock();
            if (!error && late) late->close();
        });
    }

    asio::awaitable<void, IoExecutor> serve(Client& client) {
        constexpr asio::use_awaitable_t<IoExecutor> use_awaitable;
        constexpr std::chrono::seconds patience(10);
        for (std::string waiting; !stopping_;) {
            boost::system::error_code error;
            auto const length =
                co_await asio::async_read_until(client.socket, asio::dynamic_buffer(waiting, longest_line + 1), '\n',
                                                asio::redirect_error(use_awaitable, error));
            if (error || stopping_) co_return;
            auto const answer = handler_.answer(std::string_view(waiting).substr(0, length - 1)) + '\n';
            waiting.erase(0, length);
            // A command may have begun what is to be looked at soon.
            tick();
            client.is_answered = true;
            close_later(client, patience);
            co_await asio::async_write(client.socket, asio::buffer(answer), asio::redirect_error(use_awaitable, error));
            client.is_answered = false;
            client.deadline.cancel();
            if (error) co_return;
        }
    }

    std::filesystem::path const path_;
    Handler const handler_;
    std::atomic<bool> stopping_ = false;
    std::vector<Client*> clients_; ///< for the thread
    asio::io_context context_{1};
    asio::executor_work_guard<IoExecutor> work_{context_.get_executor()};
    Timer tick_{context_};
    std::shared_ptr<AcceptLoop<Local>> const loop_;
    /// Uses all of the above; waits for the context, which ends when the clients have gone.
    std::unique_ptr<Worker> worker_;
};

AdminSocket::AdminSocket(std::filesystem::path path, Handler handler)
    : served_(std::make_unique<Served>(std::move(path), std::move(handler))) {}

AdminSocket::~AdminSocket() = default;

void AdminSocket::stop() {
    served_->stop();
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
