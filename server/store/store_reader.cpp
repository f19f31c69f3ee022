#include "server/store/store_reader.hpp"

#include "server/runtime/until_there_is_memory.hpp"

#include <utility>

namespace tefuda::server {

namespace {

template <class T, class Read>
ReadResult<T> result_of(Read const& read) {
    try {
        return read();
    } catch (std::exception const& problem) {
        return until_there_is_memory([&] { return ReadFailure{problem.what()}; });
    }
}

} // namespace

StoreReader::StoreReader(Store& store, std::size_t capacity)
    : store_(store), capacity_(capacity), worker_(make_worker("store reader", [this] { return step(); })) {}

StoreReader::~StoreReader() {
    std::deque<Request> unread;
    {
        std::lock_guard const lock(mutex_);
        unread.swap(waiting_);
    }
    for (auto const& request : unread) request(ReadFailure{"The server is stopping."});
}

void StoreReader::read_room(std::string code, Executor& executor, Done<std::optional<StoredRoom>> done) {
    enqueue<std::optional<StoredRoom>>([this, code = std::move(code)] { return store_.read_room(code); }, executor,
                                       std::move(done));
}

void StoreReader::read_match(std::string room, int number, Executor& executor, Done<std::optional<StoredMatch>> done) {
    enqueue<std::optional<StoredMatch>>(
        [this, room = std::move(room), number] { return store_.read_match(room, number); }, executor, std::move(done));
}

void StoreReader::ended_matches(std::string room, int from, Executor& executor, Done<std::vector<int>> done) {
    enqueue<std::vector<int>>([this, room = std::move(room), from] { return store_.ended_matches(room, from); },
                              executor, std::move(done));
}

void StoreReader::claim(std::string code, bool from_others, Executor& executor, Done<ClaimResult> done) {
    enqueue<ClaimResult>([this, code = std::move(code), from_others] { return store_.claim(code, from_others); },
                         executor, std::move(done));
}

void StoreReader::give_back(std::vector<RoomClaim> rooms, Executor& executor, Done<std::monostate> done) {
    auto const give = [this, rooms = std::move(rooms)] {
        store_.give_back(rooms);
        return std::monostate();
    };
    enqueue<std::monostate>(give, executor, std::move(done));
}

void StoreReader::expire(std::int64_t seconds, Executor& executor, Done<std::vector<std::string>> done) {
    enqueue<std::vector<std::string>>([this, seconds] { return store_.expire(seconds); }, executor, std::move(done));
}

void StoreReader::trim(std::uint64_t bytes, std::int64_t from, Executor& executor, Done<Store::Trimmed> done) {
    enqueue<Store::Trimmed>([this, bytes, from] { return store_.trim(bytes, from); }, executor, std::move(done));
}

template <class T, class Read>
void StoreReader::enqueue(Read read, Executor& executor, Done<T> done) {
    struct Answer {
        Done<T> done;
        std::optional<ReadResult<T>> result;
    };
    // Whoever has asked is told in any case: it may be what all the others wait for.
    auto request = [read = std::move(read), &executor,
                    answer = std::make_shared<Answer>(std::move(done))](std::optional<ReadFailure> refusal) {
        answer->result = refusal ? ReadResult<T>(std::move(*refusal)) : result_of<T>(read);
        until_there_is_memory([&] { executor.post([answer] { answer->done(std::move(*answer->result)); }); });
    };
    {
        std::lock_guard const lock(mutex_);
        if (waiting_.size() < capacity_) {
            waiting_.push_back(std::move(request));
            return worker_->wake();
        }
    }
    request(ReadFailure{"Too many reads of the journal wait already."});
}

Worker::Next StoreReader::step() {
    Request request;
    {
        std::lock_guard const lock(mutex_);
        if (waiting_.empty()) return Worker::Next::when_woken();
        request = std::move(waiting_.front());
        waiting_.pop_front();
    }
    request(std::nullopt);
    return Worker::Next::at_once();
}

} // namespace tefuda::server
