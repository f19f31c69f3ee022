#pragma once

#include "server/store/sqlite/remedy.hpp"
#include "server/store/store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace tefuda::server {

/// Reserves a directory for this process during its life; the kernel releases it if the process dies.
class DirectoryLock {
public:
    /// \throws StoreFailure if another process holds it, or the directory can't be written to
    explicit DirectoryLock(std::filesystem::path const& directory)
        : file_(open((directory / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
        if (file_ < 0) throw StoreFailure("Can't write to " + directory.string() + why_and_remedy(errno));
        if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
        close(file_);
        throw StoreFailure("Another server uses " + directory.string() + ": stop it, or choose another --data.");
    }
    ~DirectoryLock() { close(file_); }
    DirectoryLock(DirectoryLock const&) = delete;
    DirectoryLock& operator=(DirectoryLock const&) = delete;

private:
    int file_;
};

} // namespace tefuda::server
