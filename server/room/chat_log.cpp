#include "server/room/chat_log.hpp"

#include "server/match/seat_owner.hpp"

#include <utility>

namespace tefuda::server {

namespace {

std::size_t bytes_of(ChatLine const& line) {
    return line.name.size() + line.text.size();
}

} // namespace

void ChatLog::add(ChatLine line, Time now) {
    bytes_ += bytes_of(line);
    lines_.push_back(std::make_shared<Said const>(std::move(line), now));
    while (lines_.size() > max_lines || bytes_ > max_bytes) {
        bytes_ -= bytes_of(lines_.front()->line);
        lines_.erase(lines_.begin());
    }
}

std::vector<ChatLine> ChatLog::lines() const {
    std::vector<ChatLine> all;
    for (auto const& line : lines_) all.push_back(as_shown(line->line));
    return all;
}

ChatLine without_gone(ChatLine line) {
    if (!line.player || !gone_players().contains(*line.player)) return line;
    line.player.reset();
    line.name = gone_name;
    return line;
}

ChatLine as_shown(ChatLine line) {
    if (line.player) line.name = shown_name(line.name, *line.player);
    return without_gone(std::move(line));
}

} // namespace tefuda::server
