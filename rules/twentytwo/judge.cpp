#include "rules/twentytwo/judge.hpp"

#include <algorithm>

namespace tefuda::twentytwo {

namespace {

Ranks ranks_of(Cards const& plain) {
    Ranks ranks;
    for (auto const card : plain) ranks.push_back(*card.rank());
    return ranks;
}

bool follows(Variant variant, Ranks const& list, Ranks const& bar) {
    return (variant == Variant::twenty_six || one_rank(list)) && matches(list, bar);
}

/// \pre the hand holds the cards
bool are_lowest(Cards const& hand, Cards const& cards) {
    auto const plain_hand = plain_low_to_high(hand);
    auto const plain = plain_low_to_high(cards);
    // RULES.md R9: jokers are among the lowest cards only if there are not enough other cards.
    if (plain.size() != std::min(cards.size(), plain_hand.size())) return false;
    return std::equal(plain.begin(), plain.end(), plain_hand.begin(),
                      [](Card one, Card other) { return strength(one) == strength(other); });
}

std::string_view joker_error(Cards const& hand, Play const& play, Ranks const& plain) {
    auto const jokers = play.cards.size() - plain.size();
    if (jokers > 0 && plain.empty() && jokers_in(hand) != static_cast<int>(hand.size()))
        return "A joker is only played beside another card while the hand has one.";
    if (!play.as) return {};
    if (jokers == 0 || plain.empty()) return "Only a play of jokers beside other cards may say what they copy.";
    if (play.as->size() != jokers) return "One rank has to be named for each joker.";
    for (auto const rank : *play.as)
        if (std::find(plain.begin(), plain.end(), rank) == plain.end())
            return "A joker copies the rank of another card in the same play.";
    return {};
}

Verdict verdict_on(Play const& play, Ranks plain) {
    Verdict verdict{plain, {}, true};
    auto& ranks = verdict.ranks;
    sort_high(ranks);
    auto const jokers = play.cards.size() - ranks.size();
    if (jokers == 0) return verdict;
    if (ranks.empty()) {
        ranks.assign(jokers, Rank::ace);
        return verdict;
    }
    verdict.as = play.as ? *play.as : Ranks(jokers, ranks.front());
    sort_high(verdict.as);
    ranks.insert(ranks.end(), verdict.as.begin(), verdict.as.end());
    sort_high(ranks);
    return verdict;
}

std::string_view lead_error(Situation const& situation, Ranks const& ranks) {
    if (ranks.size() >= situation.hand.size()) return "The leader has to keep at least one card.";
    if (one_rank(ranks)) return {};
    if (situation.options.variant == Variant::twenty_two) return "The cards of a lead have to be of one rank.";
    auto const most = situation.options.max_lead.value_or(OneOf<0, 2, 3, 4>{}).value;
    if (most != 0 && ranks.size() > static_cast<std::size_t>(most))
        return "This is more cards than a lead of several ranks may have.";
    return {};
}

std::string_view following_error(Situation const& situation, Play const& play, bool play_follows) {
    if (play_follows) return {};
    if (situation.options.follow == Follow::must && can_follow(situation))
        return "The hand can follow the lead, so it has to.";
    if (are_lowest(situation.hand, play.cards)) return {};
    return "The cards neither follow nor are the lowest of the hand.";
}

} // namespace

std::variant<Verdict, std::string_view> judge(Situation const& situation, Play const& play) {
    if (play.cards.empty()) return "A play has at least one card.";
    if (!contains_all(situation.hand, play.cards)) return "The hand does not hold these cards.";
    auto const plain = ranks_of(plain_low_to_high(play.cards));
    if (auto const error = joker_error(situation.hand, play, plain); !error.empty()) return error;
    auto verdict = verdict_on(play, plain);
    if (!situation.bar) {
        if (auto const error = lead_error(situation, verdict.ranks); !error.empty()) return error;
        return verdict;
    }
    if (play.cards.size() != situation.bar->size()) return "As many cards have to be played as were led.";
    verdict.follows = follows(situation.options.variant, verdict.ranks, *situation.bar);
    if (auto const error = following_error(situation, play, verdict.follows); !error.empty()) return error;
    return verdict;
}

Ranks best_of(Cards const& hand, std::size_t how_many) {
    auto const plain = plain_low_to_high(hand);
    auto const highest = plain.empty() ? Rank::ace : *plain.back().rank();
    auto const jokers = static_cast<std::size_t>(jokers_in(hand));
    Ranks best(std::min(how_many, plain.empty() ? jokers : jokers + 1), highest);
    for (auto card = plain.rbegin() + (plain.empty() ? 0 : 1); best.size() < how_many; ++card)
        best.push_back(*card->rank());
    return best;
}

bool can_follow(Situation const& situation) {
    auto const& bar = *situation.bar;
    if (situation.options.variant == Variant::twenty_six) return matches(best_of(situation.hand, bar.size()), bar);
    return std::any_of(all_ranks.begin(), all_ranks.end(), [&](Rank rank) {
        return strength(rank) >= strength(bar.front()) &&
               std::count_if(situation.hand.begin(), situation.hand.end(), [&](Card card) { return card.has(rank); }) >=
                   static_cast<std::ptrdiff_t>(bar.size());
    });
}

} // namespace tefuda::twentytwo
