// The file `deletions`: who was deleted, beside the store and its backups.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tefuda::server {

/// A line for each player: the id, a space, the date. It only grows, and nothing puts an older one in its place, so
/// that a player stays deleted where a backup is put back. For one thread at a time; blocks.
class DeletionsFile {
public:
    /// Makes the file where it is missing. \throws StoreFailure a sentence, where it can't be read and written
    explicit DeletionsFile(std::filesystem::path const& folder);
    ~DeletionsFile();
    DeletionsFile(DeletionsFile const&) = delete;
    DeletionsFile& operator=(DeletionsFile const&) = delete;

    /// All that are in the file, in order.
    std::vector<std::string> read() const;
    /// Of the day of `now`, in seconds since 1970. They are durable when it returns. \throws StoreFailure
    void append(std::vector<std::string> const& players, std::int64_t now);

private:
    [[noreturn]] void fail(char const* what, int error) const;

    std::filesystem::path const path_;
    int const file_;
};

} // namespace tefuda::server
