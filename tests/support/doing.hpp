// Names what an engine was asked where it ends the process: by an assertion, or by memory that is not its own.
#pragma once

#include <array>
#include <csignal>
#include <mutex>
#include <string>
#include <unistd.h>

namespace tefuda::test {

/// While it lives, a signal that ends the process on this thread first writes a text to stderr. Costs nothing before.
class Doing {
public:
    /// \param what gives the text; must outlive this object
    template <class What>
    explicit Doing(What const& what)
        : what_(&what), text_([](void const* of) -> std::string { return (*static_cast<What const*>(of))(); }),
          outer_(now()) {
        now() = this;
    }
    ~Doing() { now() = outer_; }
    Doing(Doing const&) = delete;
    Doing& operator=(Doing const&) = delete;

    /// Catches the signals, until somebody else does. What caught them before (Catch2) gets them afterwards.
    static void watch() {
        static std::mutex mutex;
        std::lock_guard const lock(mutex);
        for (std::size_t place = 0; place < signals.size(); ++place) {
            struct sigaction found{};
            sigaction(signals[place], nullptr, &found);
            if (found.sa_handler == tell) continue;
            before()[place] = found;
            struct sigaction ours{};
            ours.sa_handler = tell;
            ours.sa_flags = SA_ONSTACK;
            sigaction(signals[place], &ours, nullptr);
        }
    }

private:
    static constexpr std::array signals{SIGSEGV, SIGBUS, SIGFPE, SIGABRT};

    static Doing const*& now() {
        thread_local Doing const* innermost = nullptr;
        return innermost;
    }
    static std::array<struct sigaction, signals.size()>& before() {
        static std::array<struct sigaction, signals.size()> all{};
        return all;
    }

    static void write(char const* text, std::size_t size) {
        while (size > 0) {
            auto const written = ::write(STDERR_FILENO, text, size);
            if (written <= 0) return;
            text += written;
            size -= static_cast<std::size_t>(written);
        }
    }

    /// The text allocates, which a signal handler should not: at worst the process ends without it, as it does anyway.
    static void tell(int signal) {
        for (std::size_t place = 0; place < signals.size(); ++place)
            if (signals[place] == signal) sigaction(signal, &before()[place], nullptr);
        if (auto const* doing = now()) {
            auto const text = "\nThe engine ended the process in " + doing->text_(doing->what_) + "\n";
            write(text.data(), text.size());
        }
        std::raise(signal);
    }

    void const* what_;
    std::string (*text_)(void const* what);
    Doing const* outer_;
};

} // namespace tefuda::test
