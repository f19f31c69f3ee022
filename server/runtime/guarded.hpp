// A value that several threads share.
#pragma once

#include <mutex>
#include <utility>

namespace tefuda::server {

/// Owns a value that is reached under its mutex alone. Thread-safe.
template <class Value>
class Guarded {
public:
    template <class... Arguments>
    explicit Guarded(Arguments&&... arguments) : value_{std::forward<Arguments>(arguments)...} {}

    /// Calls `use` with the value, and nobody else has it meanwhile. Short work alone: `use` waits for nothing, calls
    /// no function that it was given by others, and never comes back here.
    /// \returns what `use` returns, by value: no reference into the value gets out
    template <class Use>
    auto with(Use&& use) {
        std::lock_guard const lock(mutex_);
        return std::forward<Use>(use)(value_);
    }
    /// The same, for reading.
    template <class Use>
    auto with(Use&& use) const {
        std::lock_guard const lock(mutex_);
        return std::forward<Use>(use)(std::as_const(value_));
    }

private:
    mutable std::mutex mutex_;
    Value value_;
};

} // namespace tefuda::server
