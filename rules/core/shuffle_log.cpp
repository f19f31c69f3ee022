#include "rules/core/shuffle_log.hpp"

#include <algorithm>

namespace tefuda {

std::optional<Shuffled> ShuffleLog::add(Cards const& before, Cards after) {
    auto const earlier = outcomes_.size();
    outcomes_.push_back(std::move(after));
    auto const pack = std::find(packs_.begin(), packs_.end(), before);
    if (pack != packs_.end()) return Shuffled{.pack = static_cast<int>(pack - packs_.begin())};
    if (std::is_sorted(before.begin(), before.end())) return Shuffled{.sorted = true};
    for (auto index = earlier; index-- > 0;) {
        auto const& cards = outcomes_[index];
        if (cards.size() < before.size() || !std::equal(before.rbegin(), before.rend(), cards.rbegin())) continue;
        return Shuffled{.rest_of = static_cast<int>(index), .from = static_cast<int>(cards.size() - before.size())};
    }
    return std::nullopt;
}

Shuffled ShuffleLog::add_places(int n) {
    outcomes_.emplace_back();
    return Shuffled{.places = n};
}

} // namespace tefuda
