#include "server/room/chat_log.hpp"

#include <utility>

namespace tefuda::server {

namespace {

std::size_t bytes_of(ChatLine const& line) {
    return line.name.size() + line.text.size();
}

} // namespace

void ChatLog::add(ChatLine line) {
    bytes_ += bytes_of(line);
    lines_.push_back(std::make_shared<ChatLine const>(std::move(line)));
    while (lines_.size() > max_lines || bytes_ > max_bytes) {
        bytes_ -= bytes_of(*lines_.front());
        lines_.erase(lines_.begin());
    }
}

std::vector<ChatLine> ChatLog::lines() const {
    std::vector<ChatLine> all;
    for (auto const& line : lines_) all.push_back(*line);
    return all;
}

} // namespace tefuda::server
