#include "server/net/outbox.hpp"

#include <utility>

namespace tefuda::server {

bool Outbox::has_room_for(Frame const& frame) const {
    if (queued_.empty()) return true;
    return queued_.size() < limits_.frames && frame->size() <= limits_.bytes && bytes_ <= limits_.bytes - frame->size();
}

Outbox::Push Outbox::push(Frame frame) {
    if (closed_) return Push::closed;
    if (!has_room_for(frame)) {
        closed_ = true;
        queued_.clear();
        bytes_ = 0;
        return Push::overflow;
    }
    bytes_ += frame->size();
    queued_.push_back(std::move(frame));
    return Push::queued;
}

} // namespace tefuda::server
