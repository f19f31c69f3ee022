#include "tests/server/support/failing_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <mutex>
#include <optional>
#include <shared_mutex>

namespace tefuda::server::test {

namespace {

struct State {
    std::mutex mutex;
    std::string directory; ///< empty: nothing is counted
    std::string function;  ///< only calls of this one are to fail; empty: of all
    std::size_t until = 0; ///< the fault; 0: no call is to fail
    Fault fault;
    std::size_t calls = 0;
    std::size_t failed = 0;
    std::string last_failed;
    std::shared_mutex step; ///< shared by the calls that are under way
};

State& state() {
    static State only;
    return only;
}

bool is_anything_watched() {
    auto& it = state();
    std::lock_guard const lock(it.mutex);
    return !it.directory.empty();
}

/// Where nothing is watched empty, and needs no memory: a test may have none left.
std::string name_of(int file) {
    if (!is_anything_watched()) return {};
    std::array<char, PATH_MAX> name{};
    auto const link = "/proc/self/fd/" + std::to_string(file);
    auto const size = readlink(link.c_str(), name.data(), name.size());
    return size > 0 ? std::string(name.data(), static_cast<std::size_t>(size)) : "";
}

bool is_watched(std::string const& file) {
    auto& it = state();
    std::lock_guard const lock(it.mutex);
    return !it.directory.empty() && file.starts_with(it.directory);
}

/// \returns the fault, if this call is to fail
std::optional<Fault> count(char const* function, std::string const& file) {
    auto& it = state();
    std::lock_guard const lock(it.mutex);
    if (it.directory.empty() || !file.starts_with(it.directory)) return std::nullopt;
    ++it.calls;
    if (it.until == 0 || (!it.function.empty() && it.function != function)) return std::nullopt;
    if (--it.until > 0) return std::nullopt;
    if (--it.fault.calls > 0) it.until = 1;
    ++it.failed;
    it.last_failed = std::string(function) + " " + std::filesystem::path(file).filename().string();
    return it.fault;
}

int fail_with(Fault const& fault) {
    errno = fault.error;
    return -1;
}

ssize_t write_at(int file, void const* bytes, std::size_t size, off_t at) {
    return syscall(SYS_pwrite64, file, bytes, size, at);
}

ssize_t write_here(int file, void const* bytes, std::size_t size) {
    return syscall(SYS_write, file, bytes, size);
}

std::size_t part(std::size_t size, Fault const& fault) {
    return static_cast<std::size_t>(static_cast<double>(size) * fault.written);
}

/// Keeps `while_still` waiting until the call is over. Calls for other files don't wait for it.
std::shared_lock<std::shared_mutex> begin_step(std::string const& file) {
    return is_watched(file) ? std::shared_lock(state().step) : std::shared_lock<std::shared_mutex>();
}

ssize_t checked_pwrite(int file, void const* bytes, std::size_t size, off_t at) {
    auto const name = name_of(file);
    auto const step = begin_step(name);
    auto const fault = count("pwrite", name);
    if (!fault) return write_at(file, bytes, size, at);
    write_at(file, bytes, part(size, *fault), at);
    return fail_with(*fault);
}

int checked_sync(int file, char const* function, int number) {
    auto const name = name_of(file);
    if (auto const fault = count(function, name)) return fail_with(*fault);
    return is_watched(name) ? 0 : static_cast<int>(syscall(number, file));
}

int checked_truncate(int file, off_t size) {
    auto const name = name_of(file);
    auto const step = begin_step(name);
    if (auto const fault = count("ftruncate", name)) return fail_with(*fault);
    return static_cast<int>(syscall(SYS_ftruncate, file, size));
}

int checked_open(char const* name, int flags, mode_t mode) {
    auto const open_now = [&] { return static_cast<int>(syscall(SYS_openat, AT_FDCWD, name, flags, mode)); };
    if ((flags & O_ACCMODE) == O_RDONLY) return open_now();
    auto const step = begin_step(name);
    if (auto const fault = count("open", name)) return fail_with(*fault);
    return open_now();
}

mode_t mode_in(int flags, std::va_list arguments) {
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(arguments, int)) : mode_t{0};
}

} // namespace

FailingFiles::FailingFiles(std::filesystem::path const& directory) {
    auto& it = state();
    std::lock_guard const lock(it.mutex);
    it.directory = directory.string();
    it.until = 0;
    it.calls = it.failed = 0;
    it.last_failed.clear();
}

FailingFiles::~FailingFiles() {
    auto& it = state();
    std::lock_guard const lock(it.mutex);
    it.directory.clear();
    it.until = 0;
}

void FailingFiles::fail(std::size_t n, Fault fault) {
    fail("", n, fault);
}

void FailingFiles::fail(std::string const& function, std::size_t n, Fault fault) {
    auto& it = state();
    std::lock_guard const lock(it.mutex);
    it.function = function;
    it.until = n;
    it.fault = fault;
}

void FailingFiles::heal() {
    fail("", 0, {});
}

void FailingFiles::while_still(std::function<void()> const& work) const {
    std::unique_lock const lock(state().step);
    work();
}

std::size_t FailingFiles::calls() const {
    auto& it = state();
    std::lock_guard const lock(it.mutex);
    return it.calls;
}

std::size_t FailingFiles::failed() const {
    auto& it = state();
    std::lock_guard const lock(it.mutex);
    return it.failed;
}

std::string FailingFiles::last_failed() const {
    auto& it = state();
    std::lock_guard const lock(it.mutex);
    return it.last_failed;
}

} // namespace tefuda::server::test

// The C library's, for this program and for the libraries that it uses.

// NOLINTBEGIN(readability-identifier-naming)
using namespace tefuda::server::test;

extern "C" {

ssize_t pwrite(int file, void const* bytes, std::size_t size, off_t at) {
    return checked_pwrite(file, bytes, size, at);
}

ssize_t pwrite64(int file, void const* bytes, std::size_t size, off64_t at) {
    return checked_pwrite(file, bytes, size, at);
}

ssize_t write(int file, void const* bytes, std::size_t size) {
    auto const name = name_of(file);
    auto const step = begin_step(name);
    auto const fault = count("write", name);
    if (!fault) return write_here(file, bytes, size);
    write_here(file, bytes, part(size, *fault));
    return fail_with(*fault);
}

int fsync(int file) {
    return checked_sync(file, "fsync", SYS_fsync);
}

int fdatasync(int file) {
    return checked_sync(file, "fdatasync", SYS_fdatasync);
}

int ftruncate(int file, off_t size) noexcept {
    return checked_truncate(file, size);
}

int ftruncate64(int file, off64_t size) noexcept {
    return checked_truncate(file, size);
}

int open(char const* name, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    auto const mode = mode_in(flags, arguments);
    va_end(arguments);
    return checked_open(name, flags, mode);
}

int open64(char const* name, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    auto const mode = mode_in(flags, arguments);
    va_end(arguments);
    return checked_open(name, flags, mode);
}

int rename(char const* from, char const* to) noexcept {
    auto const step = begin_step(from);
    if (auto const fault = count("rename", from)) return fail_with(*fault);
    return static_cast<int>(syscall(SYS_rename, from, to));
}

int unlink(char const* name) noexcept {
    auto const step = begin_step(name);
    if (auto const fault = count("unlink", name)) return fail_with(*fault);
    return static_cast<int>(syscall(SYS_unlink, name));
}

} // extern "C"
// NOLINTEND(readability-identifier-naming)
