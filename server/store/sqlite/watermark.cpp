#include "server/store/sqlite/watermark.hpp"

#include "server/store/sqlite/crc.hpp"
#include "server/store/sqlite/remedy.hpp"
#include "server/store/store.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <utility>

namespace tefuda::server {

namespace {

/// Lines of one length, each written at once: a word, the journal's id, the number, the sum of what is before it.
constexpr std::size_t line_bytes = 80;
using Line = std::array<char, line_bytes + 1>;

Line line_of(char const* what, std::string const& id, std::int64_t number) {
    Line line{};
    auto const size = std::snprintf(line.data(), line.size(), "%-8s%s %20" PRId64 " ", what, id.c_str(), number);
    auto const used = std::min(static_cast<std::size_t>(size), line_bytes - 9);
    std::snprintf(line.data() + used, line.size() - used, "%08" PRIx32, crc_of({line.data(), used}));
    for (auto& byte : line)
        if (byte == '\0') byte = ' ';
    line[line_bytes - 1] = '\n';
    line[line_bytes] = '\0';
    return line;
}

} // namespace

Watermark::Watermark(std::filesystem::path file, std::string id)
    : name_(std::move(file)), id_(std::move(id)), file_(open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (file_ < 0) throw StoreFailure("The journal " + name_.string() + " can't be opened" + why_and_remedy(errno));
    batch_ = read(0, "batch");
    write_ = read(1, "write");
}

Watermark::~Watermark() {
    close(file_);
}

std::optional<std::int64_t> Watermark::read(int line, char const* what) {
    Line found{};
    auto const size = pread(file_, found.data(), line_bytes, static_cast<off_t>(line * line_bytes));
    if (size == 0) return std::nullopt;
    std::array<char, 9> word{};
    std::array<char, 33> id{};
    std::int64_t number = -1;
    if (size == line_bytes && std::sscanf(found.data(), "%8s %32s %" SCNd64, word.data(), id.data(), &number) == 3 &&
        found == line_of(what, id.data(), number)) {
        if (id_ == id.data()) return number;
        foreign_ = true;
    }
    damaged_ = true;
    return std::nullopt;
}

void Watermark::note_batch(std::int64_t number) {
    write_line(0, "batch", number);
}

void Watermark::note_write(std::int64_t number) {
    write_line(1, "write", number);
}

void Watermark::write_line(int line, char const* what, std::int64_t number) {
    auto const text = line_of(what, id_, number);
    static_cast<void>(pwrite(file_, text.data(), line_bytes, static_cast<off_t>(line * line_bytes)) == line_bytes);
}

void Watermark::sync() {
    static_cast<void>(fdatasync(file_) == 0);
}

} // namespace tefuda::server
