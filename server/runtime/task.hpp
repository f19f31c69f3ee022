// A call to make later. Move-only, so it may own what can't be copied: a socket, a message, a coroutine's handler.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace tefuda::server {

/// What std::move_only_function<void()> of C++23 is.
class Task {
public:
    Task() = default;
    Task(std::nullptr_t) {}
    template <class Run>
        requires(!std::same_as<std::remove_cvref_t<Run>, Task> && std::invocable<std::decay_t<Run>&>)
    Task(Run&& run) : call_(std::make_unique<Call<std::decay_t<Run>>>(std::forward<Run>(run))) {}

    explicit operator bool() const { return call_ != nullptr; }

    /// \pre it is not empty
    void operator()() { call_->run(); }

private:
    struct AnyCall {
        virtual ~AnyCall() = default;
        virtual void run() = 0;
    };
    template <class Run>
    struct Call final : AnyCall {
        explicit Call(Run&& its_function) : function(std::move(its_function)) {}
        explicit Call(Run const& its_function) : function(its_function) {}
        void run() override { function(); }
        Run function;
    };

    std::unique_ptr<AnyCall> call_;
};

} // namespace tefuda::server
