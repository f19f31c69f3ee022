// An object's thread, and what is asked of the object on others. For the .cpp files of server/net alone: it brings in
// Asio.
#pragma once

#include "server/net/io.hpp"

#include <boost/asio/post.hpp>

#include <atomic>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Of an object that lives on one event loop. It does what is asked of it in the order of the asking, also that of
/// several threads that wait for each other.
template <class Object>
class OwnThread {
public:
    using Request = std::function<void(Object&)>;

    explicit OwnThread(IoExecutor executor) : executor_(std::move(executor)) {}

    /// Whether the caller is on it; then what others have asked for before is done.
    bool is_here(Object& object) {
        if (!executor_.running_in_this_thread()) return false;
        if (waiting_) take(object);
        return true;
    }

    /// \pre the caller is on another one
    void ask(Object& object, Request request) {
        std::lock_guard const lock(mutex_);
        requests_.push_back(std::move(request));
        if (!waiting_.exchange(true)) asio::post(executor_, [self = object.shared_from_this(), this] { take(*self); });
    }

private:
    void take(Object& object) {
        std::vector<Request> asked;
        {
            std::lock_guard const lock(mutex_);
            asked.swap(requests_);
            waiting_ = false;
        }
        for (auto const& request : asked) request(object);
    }

    IoExecutor const executor_;
    std::mutex mutex_;
    std::vector<Request> requests_;
    std::atomic<bool> waiting_ = false;
};

} // namespace tefuda::server
