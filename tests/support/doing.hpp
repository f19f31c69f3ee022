// Names what an engine was asked where it ends the process: by an assertion, or by memory that is not its own.
#pragma once

#include <array>
#include <csignal>
#include <mutex>
#include <string>
#include <unistd.h>

namespace tefuda::test {

/// While it lives, a signal that ends the process on this thread first writes this text to stderr.
class Doing {
public:
    explicit Doing(std::string what) : what_(std::move(what)), outer_(now()) { now() = &what_; }
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

    static std::string const*& now() {
        thread_local std::string const* text = nullptr;
        return text;
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

    /// Calls only what a signal handler may call.
    static void tell(int signal) {
        constexpr char begin[] = "\nThe engine ended the process in ";
        if (now()) {
            write(begin, sizeof begin - 1);
            write(now()->data(), now()->size());
            write("\n", 1);
        }
        for (std::size_t place = 0; place < signals.size(); ++place)
            if (signals[place] == signal) sigaction(signal, &before()[place], nullptr);
        std::raise(signal);
    }

    std::string what_;
    std::string const* outer_;
};

} // namespace tefuda::test
