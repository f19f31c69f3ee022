// A disk on which a file can't grow, for as long as this lives: no file of the process can be longer than that one is.
#pragma once

#include "tests/support/catch.hpp"

#include <csignal>
#include <filesystem>

#include <sys/resource.h>

namespace tefuda::server::test {

class FullDisk {
public:
    explicit FullDisk(std::filesystem::path const& file) : FullDisk(std::filesystem::file_size(file)) {}
    explicit FullDisk(std::uintmax_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        REQUIRE(getrlimit(RLIMIT_FSIZE, &before_) == 0);
        auto limit = before_;
        limit.rlim_cur = bytes;
        REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FullDisk(FullDisk const&) = delete;
    FullDisk& operator=(FullDisk const&) = delete;

private:
    void (*handler_)(int);
    rlimit before_{};
};

} // namespace tefuda::server::test
