// Reads all of the rooms' file once, after the start, while the server serves: what is damaged there and is not needed
// now is named before somebody needs it.
#pragma once

#include "server/store/sqlite/rooms_reader.hpp"

#include <atomic>
#include <filesystem>
#include <thread>

namespace tefuda::server {

/// One thread at low priority with a connection of its own. It logs what it finds, and counts it as
/// Metrics::journal_damaged.
class BackgroundCheck {
public:
    /// \throws StoreFailure if the file can't be opened, or no thread can be made
    explicit BackgroundCheck(std::filesystem::path const& rooms);
    /// Ends the check.
    ~BackgroundCheck();
    BackgroundCheck(BackgroundCheck const&) = delete;
    BackgroundCheck& operator=(BackgroundCheck const&) = delete;

private:
    void work();
    void check_rooms();
    void note(std::string const& code, std::string const& sentence);
    void check_structure();

    RoomsReader rooms_;
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

} // namespace tefuda::server
