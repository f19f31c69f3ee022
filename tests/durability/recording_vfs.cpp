#include "tests/durability/recording_vfs.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <new>
#include <thread>

namespace tefuda::server::test {

namespace {

RecordingVfs* recorder = nullptr;
sqlite3_vfs* real_vfs = nullptr;

/// SQLite allocates it, with the real file behind it.
struct File {
    sqlite3_file base;
    std::string* name; ///< null: it is not recorded

    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

File& file_of(sqlite3_file* file) {
    return *reinterpret_cast<File*>(file);
}

/// A method that only passes on: its name and the types of its arguments.
template <auto Method, class... Arguments>
auto pass_on(sqlite3_file* file, Arguments... arguments) {
    auto* const real = file_of(file).real();
    return (real->pMethods->*Method)(real, arguments...);
}

int close_file(sqlite3_file* file) {
    auto& it = file_of(file);
    auto const result = it.real()->pMethods->xClose(it.real());
    delete it.name;
    return result;
}

int write_file(sqlite3_file* file, void const* bytes, int size, sqlite3_int64 at) {
    auto& it = file_of(file);
    if (it.name)
        recorder->record({Operation::Kind::write, *it.name, at,
                          std::string(static_cast<char const*>(bytes), static_cast<std::size_t>(size))});
    if (it.name) recorder->slow_down(*it.name);
    return it.real()->pMethods->xWrite(it.real(), bytes, size, at);
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
    auto& it = file_of(file);
    if (it.name) recorder->record({Operation::Kind::truncate, *it.name, size, {}});
    return it.real()->pMethods->xTruncate(it.real(), size);
}

int sync_file(sqlite3_file* file, int flags) {
    auto& it = file_of(file);
    if (it.name && recorder->fails_sync(*it.name)) {
        recorder->record({Operation::Kind::failed_sync, *it.name, 0, {}});
        return SQLITE_IOERR_FSYNC;
    }
    auto const result = it.real()->pMethods->xSync(it.real(), flags);
    if (it.name && result == SQLITE_OK) recorder->record({Operation::Kind::sync, *it.name, 0, {}});
    return result;
}

using Methods = sqlite3_io_methods;

constexpr Methods methods{3,
                          close_file,
                          pass_on<&Methods::xRead, void*, int, sqlite3_int64>,
                          write_file,
                          truncate_file,
                          sync_file,
                          pass_on<&Methods::xFileSize, sqlite3_int64*>,
                          pass_on<&Methods::xLock, int>,
                          pass_on<&Methods::xUnlock, int>,
                          pass_on<&Methods::xCheckReservedLock, int*>,
                          pass_on<&Methods::xFileControl, int, void*>,
                          pass_on<&Methods::xSectorSize>,
                          pass_on<&Methods::xDeviceCharacteristics>,
                          pass_on<&Methods::xShmMap, int, int, int, void volatile**>,
                          pass_on<&Methods::xShmLock, int, int, int>,
                          pass_on<&Methods::xShmBarrier>,
                          pass_on<&Methods::xShmUnmap, int>,
                          pass_on<&Methods::xFetch, sqlite3_int64, int, void**>,
                          pass_on<&Methods::xUnfetch, sqlite3_int64, void*>};

int open_file(sqlite3_vfs*, char const* name, sqlite3_file* file, int flags, int* out) {
    auto& it = file_of(file);
    it.base.pMethods = nullptr;
    it.name = nullptr;
    auto const result = real_vfs->xOpen(real_vfs, name, it.real(), flags, out);
    if (result != SQLITE_OK) return result;
    if (name && (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)))
        it.name = new std::string(std::filesystem::path(name).filename());
    it.base.pMethods = &methods;
    return SQLITE_OK;
}

int remove_file(sqlite3_vfs*, char const* name, int sync) {
    recorder->record({Operation::Kind::remove, std::filesystem::path(name).filename(), 0, {}});
    return real_vfs->xDelete(real_vfs, name, sync);
}

std::string bytes_in(std::filesystem::path const& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void apply(std::string& content, Operation const& operation, std::size_t bytes) {
    auto const number = static_cast<std::size_t>(operation.number);
    switch (operation.kind) {
    case Operation::Kind::write:
        content.resize(std::max(content.size(), number + bytes));
        content.replace(number, bytes, operation.bytes, 0, bytes);
        break;
    case Operation::Kind::truncate:
        content.resize(number);
        break;
    case Operation::Kind::replace:
        content = operation.bytes.substr(0, bytes) + (content.size() > bytes ? content.substr(bytes) : "");
        break;
    case Operation::Kind::remove:
        content.clear();
        break;
    case Operation::Kind::sync:
    case Operation::Kind::failed_sync:
    case Operation::Kind::note:
        break;
    }
}

} // namespace

RecordingVfs::RecordingVfs(std::filesystem::path unsynced)
    : unsynced_(std::move(unsynced)), before_(sqlite3_vfs_find(nullptr)) {
    recorder = this;
    real_vfs = before_;
    vfs_ = *before_;
    vfs_.zName = "recording";
    vfs_.szOsFile = static_cast<int>(sizeof(File)) + before_->szOsFile;
    vfs_.pNext = nullptr;
    vfs_.xOpen = open_file;
    vfs_.xDelete = remove_file;
    sqlite3_vfs_register(&vfs_, 1);
}

RecordingVfs::~RecordingVfs() {
    sqlite3_vfs_unregister(&vfs_);
    sqlite3_vfs_register(before_, 1);
    recorder = nullptr;
}

void RecordingVfs::slow_down(std::string const& file) const {
    if (is_slow_ && !file.ends_with("-wal")) std::this_thread::sleep_for(std::chrono::microseconds(100));
}

void RecordingVfs::record(Operation operation) {
    std::lock_guard const lock(mutex_);
    if (auto content = bytes_in(unsynced_); content != last_unsynced_) {
        last_unsynced_ = content;
        operations_.push_back({Operation::Kind::replace, unsynced_.filename(), 0, std::move(content)});
    }
    operations_.push_back(std::move(operation));
}

std::vector<Operation> RecordingVfs::operations() const {
    std::lock_guard const lock(mutex_);
    return operations_;
}

void cut_power(std::vector<Operation> const& operations, std::size_t after, std::mt19937& random,
               std::filesystem::path const& directory) {
    // Of each operation whether the next sync of its file succeeds.
    std::vector<bool> durable(after);
    std::map<std::string, bool> synced;
    for (auto i = after; i-- > 0;) {
        auto const& [kind, file, number, bytes] = operations[i];
        if (kind == Operation::Kind::sync || kind == Operation::Kind::failed_sync)
            synced[file] = kind == Operation::Kind::sync;
        durable[i] = synced[file];
    }
    std::map<std::string, std::string> contents;
    for (std::size_t i = 0; i < after; ++i) {
        auto const& operation = operations[i];
        if (operation.file.empty()) continue;
        auto& content = contents[operation.file];
        auto bytes = operation.bytes.size();
        if (!durable[i]) {
            constexpr std::size_t sector = 512;
            auto const fate = random() % 4;
            if (fate == 0) continue;
            if (fate == 1 && bytes > 0) bytes = std::min(bytes, sector * (random() % (1 + bytes / sector)));
        }
        apply(content, operation, bytes);
    }
    for (auto const& [file, content] : contents) std::ofstream(directory / file, std::ios::binary) << content;
}

} // namespace tefuda::server::test
