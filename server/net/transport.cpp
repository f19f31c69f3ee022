#include "server/net/transport.hpp"

#include "server/net/listener.hpp"
#include "server/net/server_context.hpp"

#include <spdlog/spdlog.h>

#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace tefuda::server {

namespace {

/// A signal that is given once, from any thread. Copies share it; it may be given when nobody waits any more.
class Signal {
public:
    void give() const {
        std::lock_guard const lock(state_->mutex);
        state_->given = true;
        state_->changed.notify_all();
    }

    bool wait(std::chrono::milliseconds at_most) const {
        std::unique_lock lock(state_->mutex);
        return state_->changed.wait_for(lock, at_most, [this] { return state_->given; });
    }

private:
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        bool given = false;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
};

} // namespace

Transport::Transport(EventLoops& loops, Service& service, TransportOptions const& options, WebFiles files)
    : service_(service), options_(options), context_(new ServerContext{service, options, std::move(files)}),
      listener_(std::make_unique<Listener>(loops, context_)) {}

Transport::~Transport() = default;

std::uint16_t Transport::listen(std::string const& address, std::uint16_t port) {
    return listener_->open(address, port);
}

void Transport::reload_certificate() {
    if (!context_->certificate) return;
    try {
        context_->certificate->reload();
        spdlog::info("The certificate was read again");
    } catch (std::exception const& problem) {
        spdlog::error("{} The old one stays", problem.what());
    }
}

void Transport::stop() {
    listener_->close();
    Signal const done;
    service_.stopping([done] { done.give(); });
    if (!done.wait(options_.service_stop)) spdlog::warn("The rooms did not come to an end in time");
    context_->connections.stop_all();
    if (!context_->connections.wait_until_none(options_.connections_stop))
        spdlog::info("Some clients did not close in time");
}

} // namespace tefuda::server
