#include "server/people/deletions_file.hpp"

#include "server/metrics/utc.hpp"
#include "server/store/store.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>

namespace tefuda::server {

DeletionsFile::DeletionsFile(std::filesystem::path const& folder)
    : path_(folder / "deletions"), file_(::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600)) {
    if (file_ < 0) fail("opened", errno);
    // Its name must outlast a crash, too.
    auto const directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    ::fsync(directory);
    ::close(directory);
}

DeletionsFile::~DeletionsFile() {
    ::close(file_);
}

std::vector<std::string> DeletionsFile::read() const {
    std::ifstream file(path_);
    if (!file) fail("read", errno);
    std::vector<std::string> players;
    for (std::string line; std::getline(file, line);) {
        auto const id = std::string_view(line).substr(0, line.find(' '));
        // Where a disk was full or the power was cut, half a line is left: of a deletion that nobody was told of.
        constexpr std::size_t id_length = 12;
        if (id.size() == id_length && line.size() > id_length) players.emplace_back(id);
    }
    if (file.bad()) fail("read", errno);
    return players;
}

void DeletionsFile::append(std::vector<std::string> const& players, std::int64_t now) {
    // A line break first: half a line may be left.
    std::string text;
    for (auto const& player : players) text += "\n" + player + " " + utc_date(at_second(now));
    if (text.empty()) return;
    text += '\n';
    for (std::string_view rest = text; !rest.empty();) {
        auto const written = ::write(file_, rest.data(), rest.size());
        if (written < 0 && errno != EINTR) fail("written", errno);
        if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fdatasync(file_) != 0) fail("written", errno);
}

void DeletionsFile::fail(char const* what, int error) const {
    throw StoreFailure("The file of deleted players " + path_.string() + " can't be " + what + ": " +
                       std::generic_category().message(error) + ".");
}

} // namespace tefuda::server
