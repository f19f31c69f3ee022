// What was said in a room last, for clients who come later.
#pragma once

#include "protocol/server_message.hpp"

#include <chrono>
#include <memory>
#include <vector>

namespace tefuda::server {

/// The line as the operator is shown it: what a deleted player said is nobody's.
ChatLine without_gone(ChatLine line);
/// As everybody is shown it: with the name that the operator has given, too.
ChatLine as_shown(ChatLine line);

/// In memory only: a restart forgets it. Copies share their lines, so a copy is cheap.
class ChatLog {
public:
    using Time = std::chrono::steady_clock::time_point;

    static constexpr std::size_t max_lines = 50;
    /// Of all names and texts together.
    static constexpr std::size_t max_bytes = 32 * 1024;

    /// Forgets the oldest lines beyond the limits.
    /// \param now when it was said
    void add(ChatLine line, Time now = {});

    bool empty() const { return lines_.empty(); }
    /// The oldest line first.
    std::vector<ChatLine> lines() const;
    /// Calls `each` with every line and when it was said, the oldest first.
    template <class Each>
    void for_each(Each const& each) const {
        for (auto const& said : lines_) each(as_shown(said->line), said->at);
    }

private:
    struct Said {
        ChatLine line;
        Time at;
    };

    std::vector<std::shared_ptr<Said const>> lines_;
    std::size_t bytes_ = 0;
};

} // namespace tefuda::server
