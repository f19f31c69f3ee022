// Whether the server is ready for clients, as `/readyz` says.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace tefuda::server {

/// Thread-safe.
class Readiness {
public:
    enum class State { starting, ready, no_database, stopping };

    /// \param can_store false where what is kept can't be stored
    explicit Readiness(std::function<bool()> can_store = [] { return true; }) : can_store_(std::move(can_store)) {}

    void set(State state) { state_ = state; }
    /// Changes it where it is `from`.
    void change(State from, State to) { state_.compare_exchange_strong(from, to); }
    /// As RoomRegistry::set_draining: it is not ready meanwhile.
    void set_draining(bool draining) { is_draining_ = draining; }

    bool is_starting() const { return state_ == State::starting; }
    /// Why it is not ready, a sentence; nothing where it is.
    std::optional<std::string_view> obstacle() const {
        switch (state_.load()) {
        case State::starting:
            return "The server is starting.";
        case State::stopping:
            return "The server is shutting down.";
        case State::no_database:
            return "The database is away.";
        case State::ready:
            break;
        }
        if (is_draining_) return "The server is about to stop, and takes no new matches.";
        if (!can_store_()) return "The server can store nothing now.";
        return std::nullopt;
    }

private:
    std::function<bool()> const can_store_;
    std::atomic<State> state_ = State::starting;
    std::atomic<bool> is_draining_ = false;
};

} // namespace tefuda::server
