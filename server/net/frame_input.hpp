// What has come from one WebSocket's client, cut into frames.
#pragma once

#include "server/net/frame_head.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// A buffer that gives no more than one frame at once: so whoever reads it never holds a part of the next one.
class FrameInput {
public:
    static constexpr std::size_t most_bytes = 16 * 1024;

    /// Where bytes go that may be long in coming: few, unless more came since the last time or are left.
    /// \pre not can_take()
    std::span<char> room();
    /// Where bytes go that are here already, behind those that have filled the `room`.
    std::span<char> more_room();
    void commit(std::size_t bytes);

    bool empty() const { return begin_ == end_; }
    /// What came last has filled its room: more may be here.
    bool was_filled() const { return was_filled_; }

    /// Takes the next message if it is all here, in one frame, not longer than this, and in ASCII: nothing is left to
    /// be judged about such a one. \returns it until there is other room
    std::optional<std::string_view> take_text(std::size_t at_most);

    /// There is something to give: not a head alone that is not complete.
    bool can_take() const;

    /// Gives as much of the frame that is being read as is here and goes into `to`; where none is, of the next one.
    /// \returns how many bytes
    std::size_t take(std::span<char> to);

private:
    /// So many hold what a player in one room sends at once.
    static constexpr std::size_t few_bytes = 256;
    /// And what one in many rooms does.
    static constexpr std::size_t some_bytes = 1536;

    std::span<char> make_room(std::size_t size);
    std::string_view bytes() const { return {bytes_.data() + begin_, end_ - begin_}; }

    std::vector<char> bytes_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    /// Since the last `room`.
    std::size_t came_ = 0;
    bool was_filled_ = false;
    /// Of the frame that is being read.
    std::uint64_t left_ = 0;
};

} // namespace tefuda::server
