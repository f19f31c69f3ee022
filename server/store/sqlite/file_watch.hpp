#pragma once

#include "server/store/store.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <vector>

namespace tefuda::server {

/// Notices that files which this process has open were deleted or replaced. Thread-safe once all files are added.
class FileWatch {
public:
    /// \pre the file is there
    void add(std::filesystem::path const& file) { files_.push_back({file, inode_of(file)}); }

    /// The first file that is no longer the one that was added; null if all are.
    std::filesystem::path const* lost() const {
        for (auto const& [file, inode] : files_)
            if (inode_of(file) != inode) return &file;
        return nullptr;
    }

private:
    struct Inode {
        dev_t device = 0;
        ino_t number = 0;
        friend bool operator==(Inode const&, Inode const&) = default;
    };
    struct File {
        std::filesystem::path name;
        Inode inode;
    };

    static Inode inode_of(std::filesystem::path const& file) {
        struct stat status {};
        return stat(file.c_str(), &status) == 0 ? Inode{status.st_dev, status.st_ino} : Inode{};
    }

    std::vector<File> files_;
};

} // namespace tefuda::server
