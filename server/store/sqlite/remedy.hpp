// What to do about a failed system call.
#pragma once

#include <cerrno>
#include <cstring>
#include <string>

namespace tefuda::server {

/// The end of a sentence that names the file: why it failed, and what the operator can do. \param error of `errno`
inline std::string why_and_remedy(int error) {
    auto const remedy = [error] {
        switch (error) {
        case EMFILE:
        case ENFILE:
            return "allow more open files (ulimit -n, or the system's fs.file-max)";
        case EROFS:
            return "mount its disk for writing, or choose another --data";
        case ENOSPC:
        case EDQUOT:
        case EFBIG:
            return "make room on its disk";
        case EIO:
            return "its disk is broken (see the system's log): copy what can be read, and replace it";
        case ENOMEM:
            return "give the server more memory";
        default:
            return "let this user write there, or choose another --data";
        }
    };
    return std::string(" (") + std::strerror(error) + "): " + remedy() + ".";
}

} // namespace tefuda::server
