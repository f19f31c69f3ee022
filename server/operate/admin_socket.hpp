// The Unix socket at which the operator commands the server: who may open the file may command.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tefuda::server {

/// A line in, a line out. One thread carries out the commands, one after the other, each as long as it needs; nobody
/// waits for another client's reading. A client that sends a line of more than 64 KiB or doesn't read its answer within
/// 10 s is closed, and so is one that comes when there are 16 already.
class AdminSocket {
public:
    struct Handler {
        /// The answer to a line, without its end.
        std::function<std::string(std::string_view line)> answer;
        /// Called now and then. \returns when it is to be called again at the latest
        std::function<std::chrono::milliseconds()> tick;
    };

    /// Makes the file, with mode 0600; one that a server which is gone has left is replaced.
    /// \throws std::runtime_error, a sentence, where that can't be done
    AdminSocket(std::filesystem::path path, Handler handler);
    /// Stops, and waits for the command that is under way and, for a second, for a client to read its answer.
    ~AdminSocket();
    AdminSocket(AdminSocket const&) = delete;
    AdminSocket& operator=(AdminSocket const&) = delete;

    /// Deletes the file; no command is begun any more. Waits for nothing.
    void stop();

private:
    class Served;
    std::unique_ptr<Served> served_;
};

/// A sentence: nobody listens there.
struct NoServer : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Asks the server at this socket. \param line without its end
/// \returns the answer without its end \throws NoServer; std::runtime_error, a sentence, where it can't be asked
std::string ask_admin_socket(std::filesystem::path const& path, std::string_view line);

} // namespace tefuda::server
