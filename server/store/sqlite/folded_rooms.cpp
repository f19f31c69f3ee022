#include "server/store/sqlite/folded_rooms.hpp"

#include "server/runtime/clock.hpp"
#include "server/store/sqlite/transaction_codec.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <string_view>
#include <variant>

namespace tefuda::server {

namespace {

bool changes_no_match(EncodedChange const& change) {
    return !std::holds_alternative<EncodedMatch>(change) && !std::holds_alternative<EncodedAction>(change) &&
           !std::holds_alternative<MatchEnded>(change) && !std::holds_alternative<MatchRemoved>(change);
}

} // namespace

FoldedRooms::FoldedRooms(StoreFiles const& files, PendingFile& pending, RoomsFile& rooms, Watermark& watermark)
    : files_(files), pending_(pending), rooms_(rooms), watermark_(watermark), folded_(rooms.head().folded),
      believed_(rooms.head().expired, steady_now()) {}

void FoldedRooms::fold() {
    std::lock_guard const lock(mutex_);
    fold_all();
}

bool FoldedRooms::fold_in_background(bool log) {
    std::lock_guard const lock(mutex_);
    try {
        fold_and_checkpoint();
        return true;
    } catch (std::exception const& problem) {
        if (log) spdlog::warn("The journal can't be folded now: {}", problem.what());
        return false;
    }
}

void FoldedRooms::fold_rooms() {
    std::lock_guard const lock(mutex_);
    auto const pending = read_pending(std::max(folded_.load(), rooms_folded_), changes_no_match);
    if (!pending.changes.empty()) write([&] { rooms_.fold(pending.changes, std::nullopt); });
    rooms_folded_ = pending.last;
}

void FoldedRooms::restart_pending_wal() {
    std::lock_guard const lock(mutex_);
    // The background thread tries again; each commit would take long.
    if (problem_) throw StoreFailure(*problem_);
    if (!pending_.checkpoint_due()) fold_and_checkpoint();
    pending_.restart_wal();
}

std::optional<StoredRoom> FoldedRooms::read_room(std::string const& code) {
    return read(code, [&] { return rooms_.read_room(code); });
}

std::optional<StoredMatch> FoldedRooms::read_match(std::string const& room, int number) {
    return read(room, [&] { return rooms_.read_match(room, number); });
}

std::vector<int> FoldedRooms::ended_matches(std::string const& room, int from) {
    return read(room, [&] { return rooms_.ended_matches(room, from); });
}

Store::Recovered FoldedRooms::recover(std::function<void(StoredRoom)> const& each) {
    std::lock_guard const lock(mutex_);
    return rooms_.recover(each);
}

std::vector<std::string> FoldedRooms::expire(std::int64_t seconds) {
    std::lock_guard const lock(mutex_);
    fold_all();
    auto old = rooms_.expire(seconds, believed_.at(seconds_now(), steady_now()));
    watermark_.note_write(rooms_.last_write());
    return old;
}

Store::Trimmed FoldedRooms::trim(std::uint64_t bytes, std::int64_t from, std::size_t pending) {
    std::lock_guard const lock(mutex_);
    if (from == 0 && rooms_.used_bytes() + pending <= bytes) return {};
    fold_all();
    if (from == 0 && rooms_.used_bytes() <= bytes) return {};
    auto trimmed = rooms_.trim(bytes / 10 * 9, from);
    watermark_.note_write(rooms_.last_write());
    return trimmed;
}

std::string FoldedRooms::give_up(std::filesystem::path const& file) {
    std::lock_guard const lock(mutex_);
    lost_ = rescue(files_, file, pending_, rooms_);
    problem_ = lost_;
    return *lost_;
}

FoldedRooms::Pending FoldedRooms::read_pending(std::int64_t after, Chooses const& chooses) {
    Pending pending;
    auto const add = [&](std::string_view room, EncodedChange const& change) {
        if (!chooses || chooses(change)) pending.changes.add(room, change);
    };
    pending.last = pending_.read_after(after, [&](std::string_view batch) {
        if (!read_transactions(batch, add)) pending_.fail_as_damaged("a batch can't be read");
    });
    return pending;
}

template <class Work>
void FoldedRooms::write(Work const& work) {
    if (lost_) throw StoreFailure(*lost_);
    rooms_.fail_if_sync_failed();
    auto const before = rooms_.last_write();
    work();
    if (rooms_.last_write() != before) watermark_.note_write(rooms_.last_write());
    if (!rooms_.wal_is_long()) return;
    // The Watermark first: if the WAL were lost while it is copied, the file would be a mixture.
    watermark_.sync();
    rooms_.checkpoint();
}

void FoldedRooms::fold_all() {
    fold(read_pending(folded_));
}

void FoldedRooms::fold(Pending const& pending) {
    write([&] {
        if (pending.last != folded_) rooms_.fold(pending.changes, pending.last);
        folded_ = pending.last;
        problem_.reset();
    });
}

void FoldedRooms::fold_and_checkpoint() {
    try {
        fold_all();
        pending_.checkpoint();
    } catch (std::exception const& problem) {
        problem_ = problem.what();
        throw;
    }
}

/// Everything is folded before it is read. If that can't be done, what is pending of this room is added in memory.
template <class Read>
std::invoke_result_t<Read const&> FoldedRooms::read(std::string const& room, Read const& read_rooms) {
    std::lock_guard const lock(mutex_);
    auto const pending = read_pending(folded_);
    try {
        fold(pending);
    } catch (StoreFailure const& problem) {
        spdlog::warn("The journal can't be folded for a read: {}", problem.what());
        auto const* changes = pending.changes.find(room);
        if (!changes) return read_rooms();
        std::invoke_result_t<Read const&> result;
        rooms_.preview(room, *changes, [&] { result = read_rooms(); });
        return result;
    }
    return read_rooms();
}

} // namespace tefuda::server
