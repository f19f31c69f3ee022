// What waits to be sent to one client.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// A bounded queue of frames. Not thread-safe: its session's thread alone uses it.
class Outbox {
public:
    struct Limits {
        /// Payload bytes. One frame alone may be larger.
        std::size_t bytes = 4 * 1024 * 1024;
        std::size_t frames = 2048;
    };

    enum class Push {
        queued,
        /// There was no room: the outbox is closed now, with all that waited in it dropped.
        overflow,
        /// It was closed before; the frame is dropped.
        closed
    };

    explicit Outbox(Limits limits) : limits_(limits) {}

    Push push(std::string_view frame);

    /// Takes no more frames; what is queued may still be taken.
    void close() { closed_ = true; }

    /// Hands over what is queued, in order, for as long as `take` returns true.
    template <class Take>
    void drain(Take take) {
        std::size_t taken = 0;
        // A frame that is taken may close this outbox, not push another one.
        while (taken < queued_.size() && take(queued_[taken])) bytes_ -= queued_[taken++].size();
        queued_.erase(queued_.begin(), queued_.begin() + static_cast<std::ptrdiff_t>(taken));
    }

    /// Nothing waits to be taken.
    bool empty() const { return queued_.empty(); }

    bool closed() const { return closed_; }

    std::size_t bytes() const { return bytes_; }
    std::size_t frames() const { return queued_.size(); }

private:
    bool has_room_for(std::string_view frame) const;

    Limits limits_;
    std::vector<std::string> queued_;
    std::size_t bytes_ = 0;
    bool closed_ = false;
};

} // namespace tefuda::server
