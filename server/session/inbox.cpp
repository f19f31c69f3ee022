#include "server/session/inbox.hpp"

#include <algorithm>

namespace tefuda::server {

void Inbox::add(Message message) {
    insert(waiting_.end(), std::move(message));
}

void Inbox::put_back(Message message) {
    insert(waiting_.begin(), std::move(message));
}

void Inbox::hand_back(Message message) {
    message.is_charged = true;
    insert(std::ranges::find_if(waiting_, [](Message const& each) { return !each.is_charged; }), std::move(message));
}

void Inbox::insert(std::list<Message>::const_iterator place, Message message) {
    count(waiting_.insert(place, std::move(message))->bytes);
}

std::optional<Inbox::Message> Inbox::pop() {
    if (waiting_.empty() || !may_handle(waiting_.front().is_for_room)) return std::nullopt;
    std::optional<Message> message(std::move(waiting_.front()));
    waiting_.pop_front();
    discount(message->bytes);
    return message;
}

void Inbox::passed_on(std::size_t bytes) {
    ++in_rooms_;
    count(bytes);
}

void Inbox::answered(std::size_t bytes) {
    --in_rooms_;
    discount(bytes);
}

void Inbox::count(std::size_t bytes) {
    ++messages_;
    bytes_ += bytes;
    budget_->add(1, bytes);
    if (messages_ >= max_messages || bytes_ >= max_bytes || budget_->is_spent()) full_ = true;
}

/// Half of it, so that the client is not stopped again for each message. An inbox that is full has a message, whose
/// answer comes here: so whoever waits for the budget needs nobody else to go on.
void Inbox::discount(std::size_t bytes) {
    --messages_;
    bytes_ -= bytes;
    budget_->remove(1, bytes);
    if (!full_ || messages_ > max_messages / 2 || bytes_ > max_bytes / 2) return;
    if (budget_->is_spent() && messages_ > 0) return;
    full_ = false;
    drained_ = true;
}

} // namespace tefuda::server
