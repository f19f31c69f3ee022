// Reads all of the rooms' file once, after the start, while the server serves: what is damaged there and is not needed
// now is named before somebody needs it.
#pragma once

#include "server/runtime/worker.hpp"
#include "server/store/sqlite/rooms_reader.hpp"

#include <atomic>
#include <filesystem>
#include <memory>

namespace tefuda::server {

/// One worker at low priority with a connection of its own. It logs what it finds, and counts it as
/// Metrics::journal_damaged.
class BackgroundCheck {
public:
    /// \throws StoreFailure if the file can't be opened
    explicit BackgroundCheck(std::filesystem::path const& rooms);
    /// Ends the check.
    ~BackgroundCheck();

private:
    void check();
    void check_rooms();
    void note(std::string const& code, std::string const& sentence);
    void check_structure();

    RoomsReader rooms_;
    std::atomic<bool> stopping_ = false;
    /// Uses all of the above.
    std::unique_ptr<Worker> worker_;
};

} // namespace tefuda::server
