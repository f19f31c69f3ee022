#include "server/store/sqlite/sqlite_check.hpp"

#include "server/store/sqlite/pending_file.hpp"
#include "server/store/sqlite/rooms_file.hpp"
#include "server/store/sqlite/store_files.hpp"
#include "server/store/sqlite/table_files.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

void check_access(fs::path const& path, int how, std::string const& what) {
    if (::access(path.c_str(), how) == 0) return;
    throw StoreFailure("This user may not " + what + " " + path.string() + " (" +
                       std::generic_category().message(errno) + ").");
}

/// That it is there, or can be made.
void check_folder(fs::path const& folder) {
    auto there = fs::absolute(folder);
    while (!fs::exists(there) && there.has_relative_path()) there = there.parent_path();
    if (!fs::is_directory(there)) throw StoreFailure(there.string() + " is no directory.");
    check_access(there, R_OK | W_OK | X_OK, "write into");
}

/// Of a file of SQLite's, from its first bytes: to open it would make files beside it.
struct SqliteHead {
    int application_id = 0;
    int version = 0;
};

SqliteHead head_of(fs::path const& file) {
    constexpr std::string_view begins("SQLite format 3\0", 16);
    std::array<char, 100> bytes{};
    std::ifstream(file, std::ios::binary).read(bytes.data(), bytes.size());
    if (!std::string_view(bytes.data(), bytes.size()).starts_with(begins))
        throw StoreFailure(file.string() + " is no file of SQLite's.");
    auto const number = [&](std::size_t at) {
        auto value = 0U;
        for (auto const byte : std::span(bytes).subspan(at, 4)) value = value << 8 | static_cast<unsigned char>(byte);
        return static_cast<int>(value);
    };
    return {number(68), number(60)};
}

void check_file(fs::path const& file, FileFormat const& format) {
    if (!has_content(file)) return;
    check_access(file, R_OK | W_OK, "write");
    auto const head = head_of(file);
    // All of it is in its log yet.
    if (head.application_id == 0 && head.version == 0) return;
    if (head.application_id != format.application_id)
        throw StoreFailure(file.string() + " is no file of this server's.");
    if (head.version > format.version())
        throw StoreFailure(file.string() + " was written by a newer server (version " + std::to_string(head.version) +
                           ", this one knows " + std::to_string(format.version()) + ").");
}

} // namespace

void check_sqlite_store(fs::path const& folder) {
    check_folder(folder);
    StoreFiles const files(folder);
    check_files(files);
    check_file(files.pending, pending_format);
    check_file(files.rooms, rooms_format);
    check_file(folder / "people.sqlite", people_format);
    check_file(folder / "operator.sqlite", operator_format);
}

} // namespace tefuda::server
