#include "clients/rules-python/src/card_choice.hpp"

#include <algorithm>

namespace tefuda::python {

namespace {

constexpr std::size_t joker = Card::kinds - 1;

/// \pre no joker
int height(RankOrder const& order, std::size_t kind) {
    return order.height(all_ranks[kind % all_ranks.size()]);
}

int sum(CardCounts const& counts) {
    int all = 0;
    for (auto const count : counts) all += count;
    return all;
}

/// The height of the highest card that is no joker; that of the highest rank if there is none.
int highest(CardCounts const& list, RankOrder const& order) {
    int found = -1;
    for (std::size_t kind = 0; kind < joker; ++kind)
        if (list[kind] > 0) found = std::max(found, height(order, kind));
    return found < 0 ? order.height(order.highest()) : found;
}

/// Moves the `number` highest cards that are not jokers. \returns false if there are fewer than `number`
bool move_highest(CardCounts& from, CardCounts& to, int number, RankOrder const& order) {
    auto const& ranks = order.from_low();
    for (auto rank = ranks.rbegin(); rank != ranks.rend() && number > 0; ++rank)
        for (auto const suit : all_suits) {
            auto const kind = Card(*rank, suit).order();
            auto const moved = std::min<int>(from[kind], number);
            from[kind] = static_cast<std::uint8_t>(from[kind] - moved);
            to[kind] = static_cast<std::uint8_t>(to[kind] + moved);
            number -= moved;
        }
    return number == 0;
}

} // namespace

CardCounts counts_of(Cards const& cards) {
    CardCounts counts{};
    for (auto const card : cards) ++counts[card.order()];
    return counts;
}

Ranks ranks_to_copy(CardCounts const& chosen, RankOrder const& order) {
    Ranks ranks;
    for (auto const rank : all_ranks) {
        auto const kind = static_cast<std::size_t>(number_of(rank)) - 1;
        if (chosen[kind] + chosen[kind + 13] + chosen[kind + 26] + chosen[kind + 39] > 0) ranks.push_back(rank);
    }
    std::sort(ranks.begin(), ranks.end(),
              [&](Rank one, Rank other) { return order.height(one) > order.height(other); });
    return ranks;
}

int jokers_in(CardCounts const& chosen) {
    return chosen[joker];
}

CardsToChoose::CardsToChoose(CardChoice const& choice, bool needs_company)
    : min_(choice.min), max_(choice.max), from_(counts_of(choice.from)), with_(counts_of(choice.with)),
      beats_(choice.beats), order_(choice.order), needs_company_(needs_company) {
    for (std::size_t kind = 0; kind < Card::kinds; ++kind)
        if (from_[kind] + with_[kind] > 0) kinds_.push_back(static_cast<std::uint8_t>(kind));
    std::sort(beats_.begin(), beats_.end(),
              [&](Rank one, Rank other) { return order_.height(one) > order_.height(other); });
}

CardsToChoose::Progress CardsToChoose::progress(CardCounts const& chosen) const {
    Progress now{true, 0, 0};
    int inside = 0;
    for (auto const kind : kinds_) {
        auto const over = std::max(0, chosen[kind] - with_[kind]);
        now.fits = now.fits && over <= from_[kind];
        now.extra += over;
        now.missing += std::max(0, with_[kind] - chosen[kind]);
        inside += chosen[kind];
    }
    now.fits = now.fits && now.extra <= max_ && inside == sum(chosen);
    return now;
}

bool CardsToChoose::mark_next(CardCounts const& chosen, std::uint8_t* marks) const {
    auto const now = progress(chosen);
    if (!now.fits) return false;
    auto const any_list = beats_.empty() && !needs_company_; // `from` has at least `min` cards
    for (auto const kind : kinds_) {
        auto const is_extra = chosen[kind] >= with_[kind];
        if (chosen[kind] == from_[kind] + with_[kind] || (is_extra && now.extra == max_)) continue;
        if (!any_list && !marks[kind]) {
            auto with_it = chosen;
            ++with_it[kind];
            if (!can_be_completed(with_it)) continue;
        }
        marks[kind] = 1;
    }
    return is_allowed(now, chosen);
}

bool CardsToChoose::is_good_list(CardCounts const& list) const {
    if (needs_company_ && list[joker] > 0 && sum(list) == list[joker]) return false;
    return beats(list, needs_company_ ? highest(list, order_) : order_.height(order_.highest()), {});
}

/// Whether the list, sorted from high to low, is as high as it must be at each place. Jokers without a rank of `copied`
/// have the height `default_copy`.
bool CardsToChoose::beats(CardCounts const& list, int default_copy, Ranks const& copied) const {
    if (beats_.empty()) return true;
    InplaceVector<int, max_cards> have;
    for (std::size_t kind = 0; kind < joker; ++kind)
        for (int i = 0; i < list[kind]; ++i) have.push_back(height(order_, kind));
    for (auto const rank : copied) have.push_back(order_.height(rank));
    for (int i = static_cast<int>(copied.size()); i < list[joker]; ++i) have.push_back(default_copy);
    std::sort(have.begin(), have.end(), std::greater<>());
    return have.size() == beats_.size() && std::equal(have.begin(), have.end(), beats_.begin(),
                                                      [&](int one, Rank bar) { return one >= order_.height(bar); });
}

bool CardsToChoose::can_be_completed(CardCounts const& chosen) const {
    auto const now = progress(chosen);
    CardCounts left{};   // of `from`
    CardCounts so_far{}; // with all of `with`
    for (auto const kind : kinds_) {
        left[kind] = static_cast<std::uint8_t>(from_[kind] - std::max(0, chosen[kind] - with_[kind]));
        so_far[kind] = std::max(chosen[kind], with_[kind]);
    }
    // The best completion with each number of jokers has the highest of the other cards. Without `beats` one other card
    // is enough, and more do no harm.
    auto const most = max_ - now.extra;
    auto const least = beats_.empty() ? std::max(0, min_ - now.extra) : most;
    for (int more = least; more <= most; ++more)
        for (int jokers = 0; jokers <= std::min<int>(left[joker], more); ++jokers) {
            auto rest = left;
            auto list = so_far;
            list[joker] = static_cast<std::uint8_t>(list[joker] + jokers);
            if (move_highest(rest, list, more - jokers, order_) && is_good_list(list)) return true;
        }
    return false;
}

bool CardsToChoose::is_allowed(Progress const& now, CardCounts const& chosen) const {
    return now.fits && now.missing == 0 && now.extra >= min_ && is_good_list(chosen);
}

bool CardsToChoose::allows(CardCounts const& chosen) const {
    return is_allowed(progress(chosen), chosen);
}

bool CardsToChoose::allows(CardCounts const& chosen, Ranks const& copied) const {
    return allows(chosen) && needs_company_ &&
           beats(chosen, copied.empty() ? highest(chosen, order_) : order_.height(copied.back()), copied);
}

} // namespace tefuda::python
