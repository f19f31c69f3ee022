#include "server/store/store_reader.hpp"

namespace tefuda::server {

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

void StoreReader::enqueue(Request request) {
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
