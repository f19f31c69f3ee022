#include "server/net/outbox.hpp"

namespace tefuda::server {

bool Outbox::has_room_for(std::string_view frame) const {
    if (queued_.empty()) return true;
    return queued_.size() < limits_.frames && frame.size() <= limits_.bytes && bytes_ <= limits_.bytes - frame.size();
}

Outbox::Push Outbox::push(std::string_view frame) {
    if (closed_) return Push::closed;
    if (!has_room_for(frame)) {
        closed_ = true;
        queued_.clear();
        bytes_ = 0;
        return Push::overflow;
    }
    bytes_ += frame.size();
    queued_.emplace_back(frame);
    return Push::queued;
}

} // namespace tefuda::server
