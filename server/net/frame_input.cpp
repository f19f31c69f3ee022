#include "server/net/frame_input.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace tefuda::server {

namespace {

/// Undoes itself.
/// \returns whether what comes out is ASCII
bool apply(FrameHead::Mask const& mask, std::span<char> text) {
    std::array<char, 8> twice;
    for (std::size_t i = 0; i < twice.size(); ++i) twice[i] = mask[i % mask.size()];
    auto const wide_mask = std::bit_cast<std::uint64_t>(twice);
    std::uint64_t all = 0;
    std::size_t i = 0;
    for (; i + sizeof(all) <= text.size(); i += sizeof(all)) {
        std::uint64_t some;
        std::memcpy(&some, &text[i], sizeof(some));
        some ^= wide_mask;
        all |= some;
        std::memcpy(&text[i], &some, sizeof(some));
    }
    for (; i < text.size(); ++i) all |= static_cast<unsigned char>(text[i] ^= mask[i % mask.size()]);
    return (all & 0x8080808080808080) == 0;
}

/// Of most_bytes: few of a thread's connections hold one at a time.
thread_local std::vector<std::vector<char>> spare_buffers;
constexpr std::size_t most_spare_buffers = 4;

std::vector<char> buffer_of(std::size_t size) {
    if (size < FrameInput::most_bytes || spare_buffers.empty()) return std::vector<char>(size);
    auto buffer = std::move(spare_buffers.back());
    spare_buffers.pop_back();
    return buffer;
}

void keep_spare(std::vector<char> buffer) {
    if (buffer.size() == FrameInput::most_bytes && spare_buffers.size() < most_spare_buffers)
        spare_buffers.push_back(std::move(buffer));
}

} // namespace

std::span<char> FrameInput::room() {
    auto const came = std::exchange(came_, 0);
    if (was_filled_ || end_ - begin_ > few_bytes / 2) return make_room(most_bytes);
    return make_room(came > few_bytes ? some_bytes : few_bytes);
}

std::span<char> FrameInput::more_room() {
    return make_room(most_bytes);
}

std::span<char> FrameInput::make_room(std::size_t size) {
    auto const left = end_ - begin_;
    if (bytes_.size() == size) {
        if (left > 0) std::memmove(bytes_.data(), bytes_.data() + begin_, left);
    } else {
        auto buffer = buffer_of(size);
        if (left > 0) std::memcpy(buffer.data(), bytes_.data() + begin_, left);
        keep_spare(std::exchange(bytes_, std::move(buffer)));
    }
    begin_ = 0;
    end_ = left;
    return std::span(bytes_).subspan(end_);
}

void FrameInput::commit(std::size_t bytes) {
    came_ += bytes;
    end_ += bytes;
    was_filled_ = end_ == bytes_.size();
}

std::optional<std::string_view> FrameInput::take_text(std::size_t at_most) {
    if (left_ > 0) return std::nullopt;
    auto const head = read_frame_head(bytes());
    if (!head || !head->whole_text || head->payload_size > at_most || head->frame_size() > bytes().size())
        return std::nullopt;
    auto const text = std::span(bytes_).subspan(begin_ + head->head_size, head->payload_size);
    if (!apply(*head->whole_text, text)) {
        apply(*head->whole_text, text);
        return std::nullopt;
    }
    begin_ += head->frame_size();
    return std::string_view(text.data(), text.size());
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
