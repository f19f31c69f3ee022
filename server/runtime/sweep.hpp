// When to look for what may be forgotten.
#pragma once

#include <algorithm>
#include <cstddef>

namespace tefuda::server {

/// For a map whose entries grow old and are looked for by nobody: goes through it before an insertion, so seldom that
/// each insertion costs a constant time on average. The map has at most twice as many entries as are in use, or
/// `least`. Not thread-safe.
class Sweep {
public:
    /// \param least with fewer entries it is left alone
    explicit Sweep(std::size_t least) : least_(least), next_(least) {}

    /// \param is_old is called with an entry, which it may change
    template <class Map, class IsOld>
    void before_insertion(Map& map, IsOld const& is_old) {
        if (is_due(map.size())) sweep(map, is_old);
    }

    bool is_due(std::size_t size) const { return size >= next_; }

    template <class Map, class IsOld>
    void sweep(Map& map, IsOld const& is_old) {
        for (auto each = map.begin(); each != map.end();) {
            auto const entry = each++;
            if (is_old(*entry)) map.erase(entry);
        }
        next_ = std::max(least_, 2 * map.size());
    }

private:
    std::size_t const least_;
    std::size_t next_;
};

} // namespace tefuda::server
