// What waits to be sent to one client.
#pragma once

#include "server/net/service.hpp"

#include <cstddef>
#include <vector>

namespace tefuda::server {

/// A bounded queue of frames. A frame counts from `push` until `sent`, also while it is being written. Not thread-safe:
/// its session's thread alone uses it.
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

    Push push(Frame frame);

    /// Takes no more frames; what is queued may still be taken.
    void close() { closed_ = true; }

    /// Moves everything queued to `batch`, in order; what was in there is dropped.
    void take(std::vector<Frame>& batch);

    /// To be called once for each frame taken, when it is written.
    void sent(Frame const& frame);

    /// Nothing waits to be taken.
    bool empty() const { return queued_.empty(); }

    bool closed() const { return closed_; }

    /// Bytes and frames that count now.
    std::size_t bytes() const { return bytes_; }
    std::size_t frames() const { return frames_; }

private:
    bool has_room_for(Frame const& frame) const;

    Limits limits_;
    std::vector<Frame> queued_;
    std::size_t bytes_ = 0;
    std::size_t frames_ = 0;
    bool closed_ = false;
};

} // namespace tefuda::server
