#include "server/people/blocked_lists.hpp"

#include <algorithm>

namespace tefuda::server {

std::shared_ptr<SharedIds> BlockedLists::of(std::string const& id) {
    if (auto const known = lists_.find(id); known != lists_.end())
        if (auto shared = known->second.lock()) return shared;
    sweep_.before_insertion(lists_, [](auto const& each) { return each.second.expired(); });
    auto read = std::make_shared<SharedIds>(read_(id));
    lists_[id] = read;
    return read;
}

void BlockedLists::read_again(std::size_t most) {
    for (auto left = std::min(most, lists_.size()); left > 0; --left) {
        auto next = lists_.upper_bound(read_last_);
        if (next == lists_.end()) next = lists_.begin();
        read_last_ = next->first;
        if (auto const shared = next->second.lock()) shared->replace(read_(next->first));
    }
}

} // namespace tefuda::server
