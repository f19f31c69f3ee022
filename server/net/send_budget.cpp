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
        }
        auto& mine = found->second;
        if (bytes < mine.bytes) mine.since = now;
        budget_.add(address_, bytes, std::exchange(mine.bytes, bytes));
        if (bytes == 0) budget_.waiting_.erase(found);
        if (bytes > before) closed = budget_.close_some(address_);
    }
    for (auto const& close : closed) close();
}

std::vector<std::function<void()>> SendBudget::close_some(std::string const& address) {
    std::vector<std::function<void()>> closed;
    for (;;) {
        auto const found = of_address_.find(address);
        auto const address_is_over = found != of_address_.end() && found->second > limits_.an_address;
        if (!address_is_over && in_all_ <= limits_.in_all) return closed;
        auto longest = waiting_.end();
        for (auto it = waiting_.begin(); it != waiting_.end(); ++it)
            if (!address_is_over || it->second.address == address)
                if (longest == waiting_.end() || it->second.since < longest->second.since) longest = it;
        if (longest == waiting_.end()) return closed;
        auto const gone = waiting_.extract(longest);
        add(gone.mapped().address, 0, gone.mapped().bytes);
        closed.push_back(std::move(gone.mapped().close));
    }
}

void SendBudget::add(std::string const& address, std::size_t more, std::size_t less) {
    in_all_ += more - less;
    auto const found = of_address_.try_emplace(address).first;
    found->second += more - less;
    if (found->second == 0) of_address_.erase(found);
}

std::size_t SendBudget::waiting() const {
    std::lock_guard const lock(mutex_);
    return in_all_;
}

} // namespace tefuda::server
