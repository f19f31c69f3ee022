// A disk that fails. For programs with failing_files.cpp among their sources, which takes the place of the C library's
// functions that change files, for SQLite too.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace tefuda::server::test {

/// What happens to a call that is to fail.
struct Fault {
    int error = 0; ///< of `errno`
    /// A write that fails has written this share of its bytes. A sync that fails has always left them in the kernel's
    /// memory.
    double written = 0;
    /// How many calls fail in a row.
    int calls = 1;
};

/// Counts the calls that write, sync, open for writing, rename, delete or cut files in a directory, and makes some of
/// them fail; nothing is really synced. For as long as this lives; there may be one at a time. Thread-safe.
class FailingFiles {
public:
    explicit FailingFiles(std::filesystem::path const& directory);
    ~FailingFiles();
    FailingFiles(FailingFiles const&) = delete;
    FailingFiles& operator=(FailingFiles const&) = delete;

    /// The n-th call from now on fails, 1 being the next.
    void fail(std::size_t n, Fault fault);
    /// The n-th call from now on of the function with this name fails.
    void fail(std::string const& function, std::size_t n, Fault fault);
    /// No more calls fail.
    void heal();

    /// Runs work between two calls: other threads wait before their next one. \param work makes no such calls
    void while_still(std::function<void()> const& work) const;

    /// How many calls there were.
    std::size_t calls() const;
    /// How many of them have failed.
    std::size_t failed() const;
    /// The last one that has failed: "fdatasync pending.sqlite-wal".
    std::string last_failed() const;
};

} // namespace tefuda::server::test
