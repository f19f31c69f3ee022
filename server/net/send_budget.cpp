#include "server/net/send_budget.hpp"

#include <utility>

namespace tefuda::server {

void SendBudget::Account::set(std::size_t bytes, TimePoint now) {
    auto const before = std::exchange(bytes_, bytes);
    if (bytes == before) return;
    std::vector<std::function<void()>> closed;
    {
        std::lock_guard const lock(budget_.mutex_);
        auto found = budget_.waiting_.find(id_);
        if (found == budget_.waiting_.end()) {
            // Nothing waited before, or it is being closed: then its bytes count no more.
            if (before > 0) return;
            id_ = budget_.next_id_++;
            found = budget_.waiting_.emplace(id_, Waiting{address_, 0, now, close_}).first;
        } else {
            budget_.remove(id_, found->second);
        }
        auto& mine = found->second;
        if (bytes < mine.bytes) mine.since = now;
        mine.bytes = bytes;
        try {
            if (bytes > 0) budget_.add(id_, mine);
        } catch (...) {
            budget_.waiting_.erase(found);
            throw;
        }
        if (bytes == 0) budget_.waiting_.erase(found);
        if (bytes > before) closed = budget_.close_some(address_);
    }
    for (auto const& close : closed) close();
}

std::vector<std::function<void()>> SendBudget::close_some(std::string const& address) {
    std::vector<std::function<void()>> closed;
    for (;;) {
        auto const found = of_address_.find(address);
        auto const address_is_over = found != of_address_.end() && found->second.bytes > limits_.an_address;
        if (!address_is_over && in_all_ <= limits_.in_all) return closed;
        auto const longest = (address_is_over ? found->second.turns : turns_).begin()->second;
        auto gone = waiting_.extract(longest);
        remove(longest, gone.mapped());
        closed.push_back(std::move(gone.mapped().close));
    }
}

void SendBudget::add(std::uint64_t id, Waiting const& waiting) {
    auto& of = of_address_[waiting.address];
    auto const turn = turns_.insert({waiting.since, id}).first;
    try {
        of.turns.insert(*turn);
    } catch (...) {
        turns_.erase(turn);
        throw;
    }
    in_all_ += waiting.bytes;
    of.bytes += waiting.bytes;
}

void SendBudget::remove(std::uint64_t id, Waiting const& waiting) {
    auto const found = of_address_.find(waiting.address);
    auto& of = found->second;
    in_all_ -= waiting.bytes;
    of.bytes -= waiting.bytes;
    turns_.erase({waiting.since, id});
    of.turns.erase({waiting.since, id});
    if (of.turns.empty()) of_address_.erase(found);
}

std::size_t SendBudget::waiting() const {
    std::lock_guard const lock(mutex_);
    return in_all_;
}

} // namespace tefuda::server
