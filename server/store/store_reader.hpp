// Reads from the store for event loops, which must not block: one worker does the reads, and each result is posted to
// the executor of the caller.
#pragma once

#include "server/runtime/executor.hpp"
#include "server/runtime/worker.hpp"
#include "server/store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tefuda::server {

/// Why a read has no result.
struct ReadFailure {
    std::string reason; ///< a sentence for the log
};

template <class T>
using ReadResult = std::variant<T, ReadFailure>;

/// Thread-safe. Every `done` is called exactly once, on the executor that was given with it. Results come in the order
/// of the requests; a refused request fails at once. The executors must outlive the reader.
class StoreReader {
public:
    template <class T>
    using Done = std::function<void(ReadResult<T>)>;

    /// \param store non-owning; must outlive the reader
    /// \param capacity maximum number of requests that wait; beyond it a request fails at once
    explicit StoreReader(Store& store, std::size_t capacity = 10'000);
    /// Refuses the requests that wait, and finishes the read that is under way.
    ~StoreReader();
    StoreReader(StoreReader const&) = delete;
    StoreReader& operator=(StoreReader const&) = delete;

    /// As Store::is_shared.
    bool is_shared() const { return store_.is_shared(); }
    /// As Store::read_room.
    void read_room(std::string code, Executor& executor, Done<std::optional<StoredRoom>> done);
    /// As Store::read_match.
    void read_match(std::string room, int number, Executor& executor, Done<std::optional<StoredMatch>> done);
    /// As Store::ended_matches.
    void ended_matches(std::string room, int from, Executor& executor, Done<std::vector<int>> done);
    /// As Store::claim.
    void claim(std::string code, bool from_others, Executor& executor, Done<ClaimResult> done);
    /// As Store::give_back.
    void give_back(std::vector<RoomClaim> rooms, Executor& executor, Done<std::monostate> done);
    /// As Store::expire.
    void expire(std::int64_t seconds, Executor& executor, Done<std::vector<std::string>> done);

    /// As Store::trim.
    void trim(std::uint64_t bytes, std::int64_t from, Executor& executor, Done<Store::Trimmed> done);

private:
    /// Reads and posts the result; or, if `refusal` is given, posts that.
    using Request = std::function<void(std::optional<ReadFailure> refusal)>;

    template <class T, class Read>
    void enqueue(Read read, Executor& executor, Done<T> done);
    Worker::Next step();

    Store& store_;
    std::size_t const capacity_;
    std::mutex mutex_;
    std::deque<Request> waiting_;
    /// Uses all of the above.
    std::unique_ptr<Worker> worker_;
};

} // namespace tefuda::server
