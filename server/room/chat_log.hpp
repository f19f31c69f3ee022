// What was said in a room last, for clients who come later.
#pragma once

#include "protocol/server_message.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tefuda::server {

/// In memory only: a restart forgets it. Copies share their lines, so a copy is cheap.
class ChatLog {
public:
    static constexpr std::size_t max_lines = 50;
    /// Of all names and texts together.
    static constexpr std::size_t max_bytes = 32 * 1024;

    /// Forgets the oldest lines beyond the limits.
    void add(ChatLine line);

    bool empty() const { return lines_.empty(); }
    /// The oldest line first.
    std::vector<ChatLine> lines() const;

private:
    std::vector<std::shared_ptr<ChatLine const>> lines_;
    std::size_t bytes_ = 0;
};

} // namespace tefuda::server
