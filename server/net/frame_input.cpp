#include "server/net/frame_input.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

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

std::vector<char> take_spare_buffer() {
    if (spare_buffers.empty()) return std::vector<char>(FrameInput::most_bytes);
    auto buffer = std::move(spare_buffers.back());
    spare_buffers.pop_back();
    return buffer;
}

} // namespace

std::span<char> FrameInput::room() {
    enlarge(bytes_.size() < most_bytes ? take_spare_buffer() : std::vector<char>());
    return std::span(bytes_).subspan(end_);
}

std::span<char> FrameInput::room_to_wait_with() {
    auto const full = end_ == bytes_.size() && bytes_.size() < most_bytes;
    enlarge(std::vector<char>(full ? std::max(first_bytes, 4 * bytes_.size()) : 0));
    return std::span(bytes_).subspan(end_);
}

/// \param buffer empty where the one that is there is large enough
void FrameInput::enlarge(std::vector<char> buffer) {
    auto const left = end_ - begin_;
    auto& to = buffer.empty() ? bytes_ : buffer;
    if (left > 0) std::memmove(to.data(), bytes_.data() + begin_, left);
    if (!buffer.empty()) bytes_ = std::move(buffer);
    end_ = left;
    begin_ = 0;
}

void FrameInput::rest() {
    if (bytes_.size() < most_bytes) return;
    std::vector<char> left(bytes_.begin() + static_cast<std::ptrdiff_t>(begin_),
                           bytes_.begin() + static_cast<std::ptrdiff_t>(end_));
    left.swap(bytes_);
    end_ -= begin_;
    begin_ = 0;
    if (spare_buffers.size() < most_spare_buffers) spare_buffers.push_back(std::move(left));
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
