#include "server/store/sqlite/background_check.hpp"

#include "server/metrics/metrics.hpp"
#include "server/runtime/background_priority.hpp"
#include "server/store/damaged_rooms.hpp"

#include <spdlog/spdlog.h>

#include <system_error>

namespace tefuda::server {

BackgroundCheck::BackgroundCheck(std::filesystem::path const& rooms) : rooms_(rooms) {
    try {
        thread_ = std::thread([this] { work(); });
    } catch (std::system_error const& problem) {
        throw StoreFailure(std::string("The journal can't start its thread (") + problem.what() +
                           "): allow more threads (ulimit -u, or the container's limit).");
    }
}

BackgroundCheck::~BackgroundCheck() {
    stopping_ = true;
    rooms_.interrupt();
    thread_.join();
}

void BackgroundCheck::work() {
    work_in_background();
    try {
        check_rooms();
        check_structure();
        if (!stopping_) spdlog::info("All of the journal was read: {} damaged", metrics().journal_damaged.value());
    } catch (std::exception const& problem) {
        if (!stopping_) spdlog::error("The journal can't be checked: {}", problem.what());
    }
}

void BackgroundCheck::check_rooms() {
    for (auto const& code : rooms_.codes()) {
        if (stopping_) return;
        try {
            rooms_.read_all(
                code, [](StoredMatch const&, bool) {}, [&](std::string const& sentence) { note(code, sentence); });
        } catch (StoreFailure const& problem) {
            note(code, problem.what());
        }
    }
}

void BackgroundCheck::note(std::string const& code, std::string const& sentence) {
    if (stopping_) return;
    note_damaged_room(code);
    spdlog::error("Room {} is damaged: {}", code, sentence);
}

void BackgroundCheck::check_structure() {
    if (stopping_) return;
    auto const damage = rooms_.check_structure();
    if (!damage) return;
    metrics().journal_damaged.add();
    spdlog::error("The journal's file of rooms is damaged: {}", *damage);
}

} // namespace tefuda::server
