#include "server/app.hpp"
#include "server/config.hpp"
#include "server/net/health_probe.hpp"
#include "server/runtime/event_loops.hpp"
#include "server/net/transport.hpp"

#include <spdlog/spdlog.h>

#include <sys/resource.h>

#include <csignal>
#include <iostream>
#include <stdexcept>

namespace tefuda::server {

namespace {

/// Waited for instead of handled: blocked in this thread and in all that it starts.
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

private:
    sigset_t signals_{};
};

/// A connection is a file: as many as the system grants.
void raise_file_limit() {
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

std::string url_of(Config const& config, std::uint16_t port) {
    auto const& address = config.address;
    auto const host = address.find(':') == std::string::npos ? address : "[" + address + "]";
    return (config.transport.tls ? "https://" : "http://") + host + ":" + std::to_string(port) + "/";
}

void run(Config const& config) {
    Signals const signals;
    raise_file_limit();
    set_up_logging(config.log_level, config.log_format);
    EventLoops threads(config.threads);
    auto const app = make_app(config, threads.executors());
    Transport transport(threads, *app, config.transport, config.web ? WebFiles(*config.web) : WebFiles());
    auto const port = transport.listen(config.address, config.port);
    threads.start();
    try {
        app->recover();
    } catch (...) {
        // Nothing may run any more when what it runs on goes.
        threads.stop();
        throw;
    }
    std::cout << "Tefuda " << version() << " is at " << url_of(config, port) << std::endl;
    // Without a certificate to be read again, a hang-up is what it is elsewhere: a wish to stop.
    while (signals.wait() == SIGHUP && config.transport.tls) transport.reload_certificate();
    spdlog::info("Stopping");
    transport.stop();
    threads.stop();
}

} // namespace

} // namespace tefuda::server

int main(int argc, char* argv[]) {
    using namespace tefuda::server;
    auto const read = read_config(argc, argv);
    if (auto const* early = std::get_if<EarlyExit>(&read)) {
        (early->code == 0 ? std::cout : std::cerr) << early->text;
        return early->code;
    }
    auto const& config = std::get<Config>(read);
    if (config.only_health) return takes_players(config.address, config.port, config.transport.tls.has_value()) ? 0 : 1;
    try {
        run(config);
        return 0;
    } catch (std::exception const& problem) {
        std::cerr << "tefuda-server: " << problem.what() << '\n';
        return 1;
    }
}
