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

// A record: its length, least byte first, its text, and the SHA-256 of length, text, key and place; then zeros to the
// end of a block. So no block is written twice under a key, and blocks can go straight to the disk.
constexpr std::size_t length_size = 4;
constexpr std::size_t key_and_place_size = std::tuple_size_v<Bytes32> + sizeof(std::uint64_t);

/// A file that does not grow is synced at half the cost, so it grows in steps.
constexpr std::size_t step = 64 * log_block;

alignas(log_block) constexpr std::array<char, step> zeros{};

[[noreturn]] void fail(std::string const& what, fs::path const& name) {
    throw StoreFailure("The journal " + name.string() + " can't be " + what + ": " + std::strerror(errno) + ".");
}

char* put(char* bytes, std::uint64_t number, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) *bytes++ = static_cast<char>(number >> (8 * i));
    return bytes;
}

std::size_t length_at(std::string_view bytes) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < length_size; ++i)
        length |= static_cast<std::size_t>(static_cast<std::uint8_t>(bytes[i])) << (8 * i);
    return length;
}

/// That a record with a text of this length takes.
std::size_t blocks_of(std::size_t length) {
    return (length_size + length + key_and_place_size + log_block - 1) / log_block;
}

/// So that a file that was just made is there after a power cut.
void sync_directory(fs::path const& directory) {
    auto const opened = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    auto const synced = opened >= 0 && fsync(opened) == 0;
    if (opened >= 0) close(opened);
    if (!synced) fail("made", directory);
}

} // namespace

Log::Log(fs::path const& file) : name_(file), file_(open(file.c_str(), O_RDWR | O_CREAT | O_DSYNC | O_CLOEXEC, 0600)) {
    if (file_ < 0) fail("opened", name_);
    sync_directory(name_.parent_path());
    go_through_cache(false);
}

Log::~Log() {
    close(file_);
}

/// Not every file system lets it be gone around; that only takes longer.
bool Log::go_through_cache(bool yes) {
    auto const flags = fcntl(file_, F_GETFL);
    return flags >= 0 && ((flags & O_DIRECT) == 0) != yes &&
           fcntl(file_, F_SETFL, yes ? flags & ~O_DIRECT : flags | O_DIRECT) == 0;
}

std::vector<std::string> Log::read(Bytes32 const& key) {
    std::ifstream in(name_, std::ios::binary);
    std::string const bytes(std::istreambuf_iterator<char>(in), {});
    if (in.bad()) fail("read", name_);
    size_ = bytes.size() / log_block * log_block;
    begin_again(key);
    std::vector<std::string> records;
    for (;;) {
        auto rest = std::string_view(bytes).substr(end_);
        if (rest.size() < length_size) return records;
        auto const length = length_at(rest);
        if (length == 0 || rest.size() < blocks_of(length) * log_block) return records;
        rest = rest.substr(0, blocks_of(length) * log_block);
        auto const sealed = seal(rest.substr(length_size, length));
        if (sealed.bytes != rest) return records;
        records.emplace_back(rest.substr(length_size, length));
        end_ += rest.size();
        next_key_ = sealed.digest;
    }
}

void Log::append(std::string_view record) {
    auto const [bytes, digest] = seal(record);
    make_room(end_ + bytes.size());
    try {
        write(bytes, end_);
    } catch (StoreFailure const&) {
        take_back();
        throw;
    }
    end_ += bytes.size();
    next_key_ = digest;
}

void Log::begin_again(Bytes32 const& key) {
    key_ = next_key_ = key;
    end_ = 0;
}

Log::Sealed Log::seal(std::string_view text) {
    blocks_.resize(blocks_of(text.size()));
    auto* const begin = blocks_.front().bytes;
    auto* const end_of_text = std::copy(text.begin(), text.end(), put(begin, text.size(), length_size));
    auto* const end = put(std::copy(key_.begin(), key_.end(), end_of_text), end_, sizeof(std::uint64_t));
    auto const digest = sha256({reinterpret_cast<std::uint8_t const*>(begin), reinterpret_cast<std::uint8_t*>(end)});
    auto const size = blocks_.size() * log_block;
    std::fill(std::copy(digest.begin(), digest.end(), end_of_text), begin + size, '\0');
    return {{begin, size}, digest};
}

/// What was refused must not be there after a crash, though some of it may have been written.
void Log::take_back() noexcept {
    try {
        write({zeros.data(), log_block}, end_);
    } catch (StoreFailure const&) {
        // Then a disk that takes nothing has, in the worst case, one record that nobody was told of as stored.
    }
}

void Log::make_room(std::size_t end) {
    while (size_ < end) {
        write({zeros.data(), zeros.size()}, size_);
        size_ += zeros.size();
    }
}

void Log::write(std::string_view bytes, std::size_t at) {
    while (!bytes.empty()) {
        auto const written = pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        // Some let a file be opened so and then refuse.
        if (written < 0 && errno == EINVAL && go_through_cache(true)) continue;
        if (written < 0) fail("written to", name_);
        bytes.remove_prefix(static_cast<std::size_t>(written));
        at += static_cast<std::size_t>(written);
    }
}

} // namespace tefuda::server
