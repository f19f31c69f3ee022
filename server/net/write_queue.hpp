// The bytes that wait to be sent to one client.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Two buffers: one gathers bytes while the other is being sent. The number of bytes in them is bounded. Not
/// thread-safe: only its session uses it. Without bytes it owns no memory, because most connections are idle.
class WriteQueue {
public:
    /// \param capacity the maximum number of bytes that may wait
    explicit WriteQueue(std::size_t capacity) : capacity_(capacity) {}

    /// Reserves memory for bytes that are about to be gathered. \returns false if the queue would be longer than its
    /// capacity then. An empty queue takes any number of bytes, so that one message may be longer than the capacity.
    [[nodiscard]] bool reserve(std::size_t bytes);

    /// Append the bytes to send here.
    std::string& gathered() { return gathered_; }

    bool empty() const { return size() == 0; }
    std::size_t size() const { return gathered_.size() + sending_.size(); }
    /// Bytes of memory that it has, sent bytes among them.
    std::size_t memory() const { return gathered_.capacity() + sending_.capacity(); }

    /// Takes all gathered bytes for one send. They are valid until `end_send`. \returns an empty view if none are
    /// gathered, or if a send is under way
    std::string_view begin_send();
    /// The bytes that `begin_send` returned have been sent, or never will be.
    void end_send();

    /// Discards the bytes that are not being sent.
    void clear_gathered();

private:
    std::size_t const capacity_;
    std::string gathered_;
    std::string sending_;
    std::size_t last_sent_ = 0;
};

} // namespace tefuda::server
