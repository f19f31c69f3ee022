#include "server/journal/log.hpp"

#include "server/journal/store.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

// A record: its length, least byte first, its text, and the SHA-256 of key, place, length and text.
constexpr std::size_t length_size = 4;
constexpr std::size_t digest_size = std::tuple_size_v<Bytes32>;

/// A file that does not grow is synced at half the cost, so it grows in steps.
constexpr std::size_t step = 256 * 1024;

[[noreturn]] void fail(std::string const& what, fs::path const& name) {
    throw StoreFailure("The journal " + name.string() + " can't be " + what + ": " + std::strerror(errno) + ".");
}

void put(std::string& bytes, std::uint64_t number, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(number >> (8 * i));
}

std::size_t length_at(std::string_view bytes) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < length_size; ++i)
        length |= static_cast<std::size_t>(static_cast<std::uint8_t>(bytes[i])) << (8 * i);
    return length;
}

void append_digest(std::string& bytes, std::string_view of) {
    auto const digest = sha256({reinterpret_cast<std::uint8_t const*>(of.data()), of.size()});
    bytes.append(digest.begin(), digest.end());
}

/// So that a file that was just made is there after a power cut.
void sync_directory(fs::path const& directory) {
    auto const opened = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    auto const synced = opened >= 0 && fsync(opened) == 0;
    if (opened >= 0) close(opened);
    if (!synced) fail("made", directory);
}

} // namespace

Log::Log(fs::path const& file) : name_(file), file_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (file_ < 0) fail("opened", name_);
    sync_directory(name_.parent_path());
}

Log::~Log() {
    close(file_);
}

std::vector<std::string> Log::read(Bytes32 const& key) {
    std::ifstream in(name_, std::ios::binary);
    std::string const bytes(std::istreambuf_iterator<char>(in), {});
    if (in.bad()) fail("read", name_);
    size_ = bytes.size();
    begin_again(key);
    std::vector<std::string> records;
    for (;;) {
        auto const rest = std::string_view(bytes).substr(end_);
        if (rest.size() < length_size + digest_size) return records;
        auto const length = length_at(rest);
        if (length == 0 || length > rest.size() - length_size - digest_size) return records;
        auto const text = rest.substr(length_size, length);
        std::string digest;
        append_digest(digest, head(length).append(text));
        if (rest.substr(length_size + length, digest_size) != digest) return records;
        records.emplace_back(text);
        end_ += length_size + length + digest_size;
    }
}

void Log::append(std::string_view record) {
    auto bytes = head(record.size()).append(record);
    append_digest(bytes, bytes);
    auto const written = std::string_view(bytes).substr(bytes.size() - length_size - record.size() - digest_size);
    make_room(end_ + written.size());
    write(written, end_);
    if (fdatasync(file_) != 0) fail("written to", name_);
    end_ += written.size();
}

void Log::begin_again(Bytes32 const& key) {
    key_ = key;
    end_ = 0;
}

std::string Log::head(std::size_t length) const {
    std::string bytes(key_.begin(), key_.end());
    put(bytes, end_, sizeof(std::uint64_t));
    put(bytes, length, length_size);
    return bytes;
}

void Log::make_room(std::size_t end) {
    static std::array<char, step> const zeros{};
    while (size_ < end) {
        write({zeros.data(), zeros.size()}, size_);
        size_ += zeros.size();
    }
}

void Log::write(std::string_view bytes, std::size_t at) {
    while (!bytes.empty()) {
        auto const written = pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("written to", name_);
        bytes.remove_prefix(static_cast<std::size_t>(written));
        at += static_cast<std::size_t>(written);
    }
}

} // namespace tefuda::server
