#include "server/app.hpp"
#include "server/config.hpp"
#include "server/net/io_threads.hpp"
#include "server/net/transport.hpp"

#include <spdlog/spdlog.h>

#include <sys/resource.h>

#include <csignal>
#include <iostream>
#include <stdexcept>

namespace tefuda::server {

namespace {

/// SIGINT and SIGTERM, waited for instead of handled: blocked in this thread and in all that it starts.
class StopSignals {
public:
    StopSignals() {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGINT);
        sigaddset(&signals_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    }

    void wait() const {
        int signal = 0;
        sigwait(&signals_, &signal);
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

std::string url_of(std::string const& address, std::uint16_t port) {
    auto const host = address.find(':') == std::string::npos ? address : "[" + address + "]";
    return "http://" + host + ":" + std::to_string(port) + "/";
}

void run(Config const& config) {
    StopSignals const signals;
    raise_file_limit();
    set_up_logging(config.log_level, config.log_format);
    IoThreads threads(config.threads);
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
    std::cout << "Tefuda " << version() << " is at " << url_of(config.address, port) << std::endl;
    signals.wait();
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
    try {
        run(std::get<Config>(read));
        return 0;
    } catch (std::exception const& problem) {
        std::cerr << "tefuda-server: " << problem.what() << '\n';
        return 1;
    }
}
