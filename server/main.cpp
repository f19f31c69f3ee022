#include "protocol/async_api.hpp"
#include "server/app.hpp"
#include "server/config/admin_flags.hpp"
#include "server/config/config.hpp"
#include "server/health_probe.hpp"
#include "server/maintenance.hpp"
#include "server/match/match.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/metrics/logging.hpp"
#include "server/net/transport.hpp"
#include "server/operate/admin_client.hpp"
#include "server/runtime/event_loops.hpp"
#include "server/store/store.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/datagram_protocol.hpp>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <future>
#include <iostream>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace tefuda::server {

namespace {

/// Blocks SIGINT, SIGTERM and SIGHUP in this thread and all threads that it starts later, so that `wait` gets them.
/// To be created before any thread.
class Signals {
public:
    Signals() {
        sigemptyset(&signals_);
        for (auto const signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals_, signal);
        pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    }

    int wait() const {
        int signal = 0;
        sigwait(&signals_, &signal);
        return signal;
    }

    /// \returns nothing if none comes in this time
    std::optional<int> wait_for(std::chrono::milliseconds time) const {
        timespec const at_most{0, std::chrono::nanoseconds(time).count()};
        auto const signal = sigtimedwait(&signals_, nullptr, &at_most);
        return signal > 0 ? std::optional(signal) : std::nullopt;
    }

private:
    sigset_t signals_{};
};

enum class ServiceState {
    ready,     ///< clients are served: as `GET /readyz` with 200
    reloading, ///< SIGHUP has come; `ready` follows
    stopping
};

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

/// Tells systemd how far the server is, where systemd has started it as a service of Type=notify or notify-reload: the
/// protocol of sd_notify(3). Does nothing where no service manager listens ($NOTIFY_SOCKET).
void notify_service_manager(ServiceState state) {
    auto const* const path = std::getenv("NOTIFY_SOCKET");
    if (!path || !*path) return;
    try {
        std::string name(path);
        // An abstract socket's name begins with a zero byte.
        if (name.front() == '@') name.front() = '\0';
        boost::asio::io_context context;
        boost::asio::local::datagram_protocol::socket socket(context, boost::asio::local::datagram_protocol());
        socket.send_to(boost::asio::buffer(message_of(state)), name);
    } catch (std::exception const& problem) {
        spdlog::warn("The service manager can't be told how far the server is: {}", problem.what());
    }
}

/// Each connection needs a file descriptor: allows as many as the system does (ulimit -Hn).
void raise_file_limit(std::size_t connections) {
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    constexpr auto unlimited = std::numeric_limits<std::size_t>::max();
    if (files.rlim_max != RLIM_INFINITY && connections != unlimited && connections > files.rlim_max)
        spdlog::warn("This process may open {} files (ulimit -Hn), which is not enough for {} connections "
                     "(--max-connections)",
                     files.rlim_max, connections);
}

std::string url_of(Config const& config, std::uint16_t port) {
    auto const& address = config.address;
    auto const host = address.find(':') == std::string::npos ? address : "[" + address + "]";
    return (config.transport.tls ? "https://" : "http://") + host + ":" + std::to_string(port) + "/";
}

/// What an operator wants to see of a server that he did not start.
void log_ready(Config const& config, std::string const& url) {
    auto const on_or_off = [](bool on) { return std::string_view(on ? "on" : "off"); };
    auto const data = config.data ? config.data->string() : std::string();
    log_event("Ready", {{"version", version()},
                        {"url", url},
                        {"threads", std::int64_t(config.threads)},
                        {"bot_threads", std::int64_t(config.bot_threads)},
                        {"store", !config.journal   ? "none"
                                  : config.database ? "database"
                                  : config.data     ? data
                                                    : "none"},
                        {"limits", on_or_off(!config.no_limits)},
                        {"trust_forwarded", on_or_off(config.transport.trust_forwarded)},
                        {"tls", on_or_off(config.transport.tls.has_value())}});
    auto const is_local = config.address.starts_with("127.") || config.address == "::1";
    if (::geteuid() == 0 && !is_local)
        spdlog::warn("The server runs as root and can be reached at {}: a user of its own could do less harm", url);
    if (config.no_limits && !is_local)
        spdlog::warn("Without limits (--no-limits) anybody who reaches {} can fill the memory of this server", url);
}

/// On stdout, for whoever has started the server, or reads both streams as one.
void print_address(Config const& config, std::string const& url) {
    auto const sentence = "Tefuda " + std::string(version()) + " is at " + url;
    if (config.log_format == LogFormat::json)
        std::cout << nlohmann::ordered_json{{"level", "info"}, {"message", sentence}, {"url", url}}.dump();
    else
        std::cout << sentence;
    std::cout << std::endl;
}

/// \returns false if a signal to stop came before the end
bool recover(Service& app, Signals const& signals) {
    std::stop_source stop;
    auto recovery = std::async(std::launch::async, [&] { app.recover(stop.get_token()); });
    while (recovery.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        auto const signal = signals.wait_for(std::chrono::milliseconds(10));
        if (signal && *signal != SIGHUP) stop.request_stop();
    }
    recovery.get();
    return !stop.stop_requested();
}

/// An exception that no loop has caught ends the process with a sentence: whoever watches it starts it again.
[[noreturn]] void end_of_a_thread() noexcept {
    try {
        if (auto const failure = std::current_exception()) std::rethrow_exception(failure);
        spdlog::critical("The server ends: it has failed");
    } catch (std::exception const& problem) {
        spdlog::critical("The server ends: a thread has failed: {}", problem.what());
    } catch (...) {
        spdlog::critical("The server ends: a thread has failed");
    }
    std::abort();
}

void run(Config const& config) {
    std::set_terminate(end_of_a_thread);
    Signals const signals;
    set_up_logging(config.log_level, config.log_format, config.database ? config.node : "");
    raise_file_limit(config.transport.connections);
    set_address_logging(config.log_addresses);
    EventLoops loops(config.threads);
    auto const app = make_app(config, loops.executors());
    Transport transport(loops, *app, config.transport, config.web ? WebFiles(*config.web) : WebFiles());
    auto const port = transport.listen(config.address, config.port);
    loops.start();
    auto has_recovered = false;
    try {
        has_recovered = recover(*app, signals);
    } catch (...) {
        // The transport and the app are destroyed first: no task may use them any more.
        loops.stop();
        throw;
    }
    if (has_recovered) {
        log_ready(config, url_of(config, port));
        print_address(config, url_of(config, port));
        notify_service_manager(ServiceState::ready);
        // SIGHUP reads the certificate again; without TLS there is none.
        while (signals.wait() == SIGHUP) {
            notify_service_manager(ServiceState::reloading);
            transport.reload_certificate();
            notify_service_manager(ServiceState::ready);
        }
    }
    notify_service_manager(ServiceState::stopping);
    spdlog::info("Stopping");
    transport.stop();
    loops.stop();
    spdlog::info("Stopped");
}

} // namespace

} // namespace tefuda::server

int main(int argc, char* argv[]) {
    using namespace tefuda::server;
    // Who writes to a connection that the other side has closed gets an error instead.
    std::signal(SIGPIPE, SIG_IGN);
    auto const read = read_config(argc, argv);
    if (auto const* early = std::get_if<EarlyExit>(&read)) {
        if (early->code == 0)
            std::cout << early->text;
        else
            std::cerr << failure_text(early->text);
        return early->code;
    }
    auto const& config = std::get<Config>(read);
    try {
        if (config.command != Command::serve) set_up_logging("off", config.log_format);
        switch (config.command) {
        case Command::serve:
            run(config);
            return 0;
        case Command::check:
            check_start(config, std::cout);
            return 0;
        case Command::health: {
            auto const problem = why_not_ready(config.address, config.port, config.transport.tls.has_value());
            if (!problem.empty()) std::cerr << "tefuda-server: " << problem << '\n';
            return problem.empty() ? 0 : 1;
        }
        case Command::asyncapi:
            std::cout << tefuda::async_api_document(version(), describe_games()) << '\n';
            return 0;
        case Command::backup:
            back_up(config, std::cout);
            return 0;
        case Command::verify:
            return verify(config, std::cout) ? 0 : 1;
        case Command::migrate:
            return migrate(config, std::cout) ? 0 : 1;
        case Command::drop_match:
            drop_match(config, std::cout);
            return 0;
        case Command::admin:
            return command_server(admin_sockets_of(config), request_of(config.admin_call), config.admin_call.as_json,
                                  std::cout, std::cerr);
        }
    } catch (NewerStore const& problem) {
        std::cerr << failure_text("tefuda-server: " + std::string(problem.what()) + '\n');
        return config.command == Command::check ? 1 : 2;
    } catch (std::exception const& problem) {
        std::cerr << failure_text("tefuda-server: " + std::string(problem.what()) + '\n');
        return 1;
    }
}
