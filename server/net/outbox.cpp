#include "server/net/outbox.hpp"

#include <utility>

namespace tefuda::server {

bool Outbox::has_room_for(Frame const& frame) const {
    if (frames_ == 0) return true;
    return frames_ < limits_.frames && frame->size() <= limits_.bytes && bytes_ <= limits_.bytes - frame->size();
}

Outbox::Push Outbox::push(Frame frame) {
    if (closed_) return Push::closed;
    if (!has_room_for(frame)) {
        closed_ = true;
        for (auto const& dropped : std::exchange(queued_, {})) sent(dropped);
        return Push::overflow;
    }
    bytes_ += frame->size();
    ++frames_;
    queued_.push_back(std::move(frame));
    return Push::queued;
}

void Outbox::take(std::vector<Frame>& batch) {
    // The two vectors change places for ever, so that a busy session allocates neither.
    batch.clear();
    batch.swap(queued_);
}

void Outbox::sent(Frame const& frame) {
    bytes_ -= frame->size();
    --frames_;
}

} // namespace tefuda::server
