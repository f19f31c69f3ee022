#include "server/store/sqlite/folded_rooms.hpp"

#include "server/runtime/until_there_is_memory.hpp"
#include "server/store/sqlite/transaction_codec.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <string_view>

namespace tefuda::server {

namespace {

/// \returns the change, where it says how a match or a board came out
std::optional<EncodedChange> outcome_in(Change const& change) {
    if (auto const* result = std::get_if<ResultSaved>(&change)) return *result;
    if (auto const* begun = std::get_if<BoardBegun>(&change)) return *begun;
    if (auto const* ended = std::get_if<BoardEnded>(&change)) return *ended;
    return std::nullopt;
}

} // namespace

FoldedRooms::FoldedRooms(StoreFiles const& files, PendingFile& pending, RoomsFile& rooms, Watermark& watermark,
                         StoreClock const& clock)
    : files_(files), pending_(pending), rooms_(rooms), watermark_(watermark), clock_(clock),
      folded_(rooms.head().folded), believed_(rooms.head().expired, clock.steady()) {}

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

void FoldedRooms::note_outcomes(std::int64_t batch, std::span<Transaction const> transactions,
                                LostPlaces const& lost) noexcept {
    // A table takes an outcome that is noted twice as one.
    auto const note = [&](std::string const& room, Change const& change) {
        auto const outcome = outcome_in(change);
        if (!outcome) return;
        std::lock_guard const lock(outcomes_mutex_);
        if (outcomes_until_ <= folded_) outcomes_ = {};
        outcomes_until_ = batch;
        outcomes_.add(room, *outcome);
    };
    for (std::size_t place = 0; place < transactions.size(); ++place) {
        if (std::ranges::find(lost, place) != lost.end()) continue;
        auto const& [room, changes, epoch, creates] = transactions[place];
        for (auto const& change : changes) until_there_is_memory([&] { note(room, change); });
    }
}

void FoldedRooms::fold_outcomes() {
    std::lock_guard const lock(mutex_);
    auto const [outcomes, until] = [this] {
        std::lock_guard const copying(outcomes_mutex_);
        return std::pair(outcomes_, outcomes_until_);
    }();
    if (outcomes.empty() || until <= folded_) return;
    if (lost_) throw StoreFailure(*lost_);
    rooms_.fail_if_sync_failed();
    rooms_.fold_outcomes(outcomes);
    watermark_.note_write(rooms_.last_write());
    std::lock_guard const forgetting(outcomes_mutex_);
    if (outcomes_until_ == until) outcomes_ = {};
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
    auto old = rooms_.expire(seconds, believed_.at(clock_.wall(), clock_.steady()));
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

FoldedRooms::Pending FoldedRooms::read_pending() {
    Pending pending;
    auto const add = [&](std::string_view room, EncodedChange const& change) { pending.changes.add(room, change); };
    pending.last = pending_.read_after(folded_, [&](std::string_view batch) {
        if (!read_transactions(batch, add)) pending_.fail_as_damaged("a batch can't be read");
    });
    return pending;
}

void FoldedRooms::fold_all() {
    fold(read_pending());
}

void FoldedRooms::fold(Pending const& pending) {
    if (lost_) throw StoreFailure(*lost_);
    rooms_.fail_if_sync_failed();
    if (pending.last != folded_) {
        rooms_.fold(pending.changes, pending.last, clock_.wall());
        watermark_.note_write(rooms_.last_write());
    }
    folded_ = pending.last;
    problem_.reset();
    if (!rooms_.wal_is_long()) return;
    // The Watermark first: if the WAL were lost while it is copied, the file would be a mixture.
    watermark_.sync();
    rooms_.checkpoint();
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
    auto const pending = read_pending();
    try {
        fold(pending);
    } catch (StoreFailure const& problem) {
        spdlog::warn("The journal can't be folded for a read: {}", problem.what());
        auto const* changes = pending.changes.find(room);
        if (!changes) return read_rooms();
        std::invoke_result_t<Read const&> result;
        rooms_.preview(room, *changes, clock_.wall(), [&] { result = read_rooms(); });
        return result;
    }
    return read_rooms();
}

} // namespace tefuda::server
