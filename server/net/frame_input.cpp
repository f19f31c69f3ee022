#include "server/net/frame_input.hpp"

#include <algorithm>
#include <cstring>

namespace tefuda::server {

std::span<char> FrameInput::room() {
    if (end_ == bytes_.size() && bytes_.size() < most_bytes) bytes_.resize(4 * bytes_.size());
    std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    return std::span(bytes_).subspan(end_);
}

bool FrameInput::holds_text() const {
    if (left_ > 0) return false;
    auto const head = read_frame_head(bytes());
    return head && head->is_whole_text && head->frame_size() <= bytes().size();
}

bool FrameInput::can_take() const {
    return left_ > 0 ? !empty() : read_frame_head(bytes()).has_value();
}

std::size_t FrameInput::take(std::span<char> to) {
    if (left_ == 0) {
        auto const head = read_frame_head(bytes());
        if (!head) return 0;
        left_ = head->frame_size();
    }
    auto const taken = static_cast<std::size_t>(std::min<std::uint64_t>({left_, bytes().size(), to.size()}));
    std::memcpy(to.data(), bytes().data(), taken);
    begin_ += taken;
    left_ -= taken;
    return taken;
}

} // namespace tefuda::server
