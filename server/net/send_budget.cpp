#include "server/net/send_budget.hpp"

#include <utility>

namespace tefuda::server {

void SendBudget::Account::set(std::size_t bytes, TimePoint now) {
    auto const before = std::exchange(bytes_, bytes);
    if (bytes == before) return;
    std::vector<std::function<void()>> closed;
    {
        std::lock_guard const lock(budget_.mutex_);
        auto& all = budget_.waiting_;
        auto found = all.find(id_);
        if (found == all.end()) {
            // Nothing waited before, or it is being closed: then its bytes count no more.
            if (before > 0) return;
            id_ = budget_.next_id_++;
            found = all.insert({id_, address_, 0, now, close_}).first;
        }
        budget_.count(address_, found->bytes, bytes);
        if (bytes == 0)
            all.erase(found);
        else
            all.modify(found, [&](Waiting& mine) {
                if (bytes < std::exchange(mine.bytes, bytes)) mine.since = now;
            });
        if (bytes > before) closed = budget_.close_some(address_);
    }
    for (auto const& close : closed) close();
}

std::vector<std::function<void()>> SendBudget::close_some(std::string const& address) {
    std::vector<std::function<void()>> closed;
    auto& in_turn = waiting_.get<1>();
    auto const& of_addresses = waiting_.get<2>();
    for (;;) {
        auto const found = of_address_.find(address);
        auto const address_is_over = found != of_address_.end() && found->second > limits_.an_address;
        if (!address_is_over && in_all_ <= limits_.in_all) return closed;
        auto const longest = address_is_over ? waiting_.project<1>(of_addresses.lower_bound(address)) : in_turn.begin();
        closed.push_back(longest->close);
        count(longest->address, longest->bytes, 0);
        in_turn.erase(longest);
    }
}

void SendBudget::count(std::string const& address, std::size_t from, std::size_t to) {
    auto const of = of_address_.try_emplace(address).first;
    of->second += to - from;
    in_all_ += to - from;
    if (of->second == 0) of_address_.erase(of);
}

std::size_t SendBudget::waiting() const {
    std::lock_guard const lock(mutex_);
    return in_all_;
}

} // namespace tefuda::server
