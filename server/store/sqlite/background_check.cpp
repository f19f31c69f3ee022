#include "server/store/sqlite/background_check.hpp"

#include "server/metrics/metrics.hpp"

#include <spdlog/spdlog.h>

namespace tefuda::server {

BackgroundCheck::BackgroundCheck(std::filesystem::path const& rooms)
    : rooms_(rooms), worker_(make_worker(
                         "journal check",
                         [this] {
                             check();
                             return Worker::Next::when_woken();
                         },
                         Priority::background)) {}

BackgroundCheck::~BackgroundCheck() {
    stopping_ = true;
    rooms_.interrupt();
    worker_->stop();
}

void BackgroundCheck::check() {
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
