// Reads from the store for event loops, which must not block: one worker does the reads, and each result is posted to
// the executor of the caller.
#pragma once

#include "server/runtime/executor.hpp"
#include "server/runtime/until_there_is_memory.hpp"
#include "server/runtime/worker.hpp"
#include "server/store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
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

    bool is_shared() const { return store_.is_shared(); }

    // As in Store.

    void read_room(std::string code, Executor& executor, Done<std::optional<StoredRoom>> done) {
        ask(executor, std::move(done), [code = std::move(code)](Store& store) { return store.read_room(code); });
    }
    void read_match(std::string room, int number, Executor& executor, Done<std::optional<StoredMatch>> done) {
        ask(executor, std::move(done),
            [room = std::move(room), number](Store& store) { return store.read_match(room, number); });
    }
    void ended_matches(std::string room, int from, Executor& executor, Done<std::vector<int>> done) {
        ask(executor, std::move(done),
            [room = std::move(room), from](Store& store) { return store.ended_matches(room, from); });
    }
    void claim(std::string code, bool from_others, Executor& executor, Done<ClaimResult> done) {
        ask(executor, std::move(done),
            [code = std::move(code), from_others](Store& store) { return store.claim(code, from_others); });
    }
    void give_back(std::vector<RoomClaim> rooms, Executor& executor, Done<std::monostate> done) {
        ask(executor, std::move(done), [rooms = std::move(rooms)](Store& store) {
            store.give_back(rooms);
            return std::monostate();
        });
    }
    void expire(std::int64_t seconds, Executor& executor, Done<std::vector<std::string>> done) {
        ask(executor, std::move(done), [seconds](Store& store) { return store.expire(seconds); });
    }
    void trim(std::uint64_t bytes, std::int64_t from, Executor& executor, Done<Store::Trimmed> done) {
        ask(executor, std::move(done), [bytes, from](Store& store) { return store.trim(bytes, from); });
    }

private:
    /// Reads and posts the result; or, if `refusal` is given, posts that.
    using Request = std::function<void(std::optional<ReadFailure> refusal)>;

    template <class T, class Read>
    void ask(Executor& executor, Done<T> done, Read read) {
        struct Answer {
            Done<T> done;
            std::optional<ReadResult<T>> result;
        };
        // Whoever has asked is told in any case: it may be what all the others wait for.
        enqueue([this, &executor, read = std::move(read),
                 answer = std::make_shared<Answer>(std::move(done))](std::optional<ReadFailure> refusal) {
            answer->result = refusal ? ReadResult<T>(std::move(*refusal)) : result_of<T>(read);
            until_there_is_memory([&] { executor.post([answer] { answer->done(std::move(*answer->result)); }); });
        });
    }
    template <class T, class Read>
    ReadResult<T> result_of(Read const& read) {
        try {
            return read(store_);
        } catch (std::exception const& problem) {
            return until_there_is_memory([&] { return ReadFailure{problem.what()}; });
        }
    }
    void enqueue(Request request);
    Worker::Next step();

    Store& store_;
    std::size_t const capacity_;
    std::mutex mutex_;
    std::deque<Request> waiting_;
    /// Uses all of the above.
    std::unique_ptr<Worker> worker_;
};

} // namespace tefuda::server
