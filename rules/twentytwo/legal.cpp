// The templates of the legal actions: exactly what `judge` and the exchange accept (RULES.md, "On the wire", `legal`).

#include "rules/twentytwo/judge.hpp"
#include "rules/twentytwo/twentytwo.hpp"

#include <algorithm>

namespace tefuda {

using namespace twentytwo;

namespace {

using List = Templates<Action>;

/// The template for a choice of cards. If there is nothing to choose, it is a plain list of cards. If jokers can be
/// played with other cards, `as` is optional; then it stays a choice.
Template<Action> play_of(CardChoice choice) {
    sort_canonical(choice.from);
    sort_canonical(choice.with);
    Template<Action> play{Play{}, std::nullopt, {}};
    auto const& from = choice.from;
    auto const jokers = jokers_in(from);
    if (jokers > 0 && jokers < static_cast<int>(from.size())) play.optional.push_back("as");
    auto const all_alike = from.empty() || from.front() == from.back();
    auto const none_left = choice.min == choice.max && choice.beats.empty() && play.optional.empty() &&
                           (all_alike || from.size() == static_cast<std::size_t>(choice.min));
    if (none_left) {
        auto cards = choice.with;
        cards.insert(cards.end(), from.begin(), from.begin() + choice.min);
        play.action = Play{sorted(cards), std::nullopt};
    } else {
        play.cards = std::move(choice);
    }
    return play;
}

Cards plain_of_rank(Cards const& hand, Rank rank) {
    Cards cards;
    for (auto const card : hand)
        if (card.has(rank)) cards.push_back(card);
    return cards;
}

/// The different ranks of the cards that are not jokers, lowest first.
Ranks ranks_held(Cards const& hand) {
    Ranks ranks;
    for (auto const card : plain_low_to_high(hand))
        if (ranks.empty() || ranks.back() != card.rank()) ranks.push_back(*card.rank());
    return ranks;
}

Cards without_jokers(Cards const& cards) {
    return sorted(plain_low_to_high(cards));
}

// --- leads ---

List leads_of_one_rank(Cards const& hand) {
    List list;
    auto const most = static_cast<int>(hand.size()) - 1;
    if (most == 1) return {play_of({1, 1, hand, {}, {}})};
    Cards singles;
    for (auto const rank : ranks_held(hand)) {
        auto const cards = plain_of_rank(hand, rank);
        auto const several = std::min(static_cast<int>(cards.size()), most);
        if (several == 1)
            singles.push_back(cards.front());
        else
            list.push_back(play_of({1, several, cards, {}, {}}));
    }
    if (!singles.empty()) list.insert(list.begin(), play_of({1, 1, singles, {}, {}}));
    return list;
}

List leads_of_any_ranks(Cards const& hand, int max_lead) {
    auto const ranks = ranks_held(hand);
    auto const most = static_cast<int>(hand.size()) - 1;
    auto const mixed = max_lead == 0 || ranks.size() <= 1 ? most : std::min(max_lead, most);
    // A joker may not be led alone while the hand has other cards.
    auto const from = mixed == 1 && !ranks.empty() ? without_jokers(hand) : hand;
    List list{play_of({1, mixed, from, {}, {}})};
    if (mixed == most) return list;
    for (auto const rank : ranks) {
        auto cards = plain_of_rank(hand, rank);
        cards.insert(cards.end(), static_cast<std::size_t>(jokers_in(hand)), Card::joker());
        auto const several = std::min(static_cast<int>(cards.size()), most);
        if (several > mixed) list.push_back(play_of({mixed + 1, several, cards, {}, {}}));
    }
    return list;
}

// --- answers to a lead ---

/// The choice of the lowest cards. \pre the hand has more than `how_many` cards
CardChoice lowest(Cards const& hand, int how_many) {
    auto const plain = plain_low_to_high(hand);
    auto const size = static_cast<int>(plain.size());
    CardChoice choice;
    if (size <= how_many) {
        choice.min = choice.max = how_many;
        choice.from = plain;
        choice.from.resize(static_cast<std::size_t>(how_many), Card::joker());
        return choice;
    }
    auto const border = *plain[static_cast<std::size_t>(how_many) - 1].rank();
    for (auto const card : plain)
        if (strength(card) < strength(border)) choice.with.push_back(card);
    choice.from = plain_of_rank(hand, border);
    choice.min = choice.max = how_many - static_cast<int>(choice.with.size());
    return choice;
}

/// The answer to a single card: any card that follows, or any card of the lowest rank.
Template<Action> single_card(Situation const& situation) {
    auto const& [options, hand, bar] = situation;
    auto const plain = plain_low_to_high(hand);
    if (plain.empty()) return play_of({1, 1, hand, {}, {}});
    auto const only_following = options.follow == Follow::must && can_follow(situation);
    Cards from;
    for (auto const card : plain)
        if (strength(card) >= strength(bar->front()) || (!only_following && strength(card) == strength(plain.front())))
            from.push_back(card);
    return play_of({1, 1, from, {}, {}});
}

List follows_of_one_rank(Situation const& situation) {
    auto const& [options, hand, bar] = situation;
    auto const how_many = static_cast<int>(bar->size());
    List list;
    for (auto const rank : ranks_held(hand)) {
        auto const cards = plain_of_rank(hand, rank);
        if (strength(rank) >= strength(bar->front()) && static_cast<int>(cards.size()) >= how_many)
            list.push_back(play_of({how_many, how_many, cards, {}, {}}));
    }
    if (options.follow == Follow::must && !list.empty()) return list;
    auto low = play_of(lowest(hand, how_many));
    if (std::find(list.begin(), list.end(), low) == list.end()) list.insert(list.begin(), std::move(low));
    return list;
}

/// The cards that are part of at least one play that follows. \pre such a play of several cards exists
Cards cards_that_can_follow(Cards const& hand, Ranks const& bar) {
    auto const highest = strength(plain_low_to_high(hand).back());
    Cards useful;
    for (auto const card : hand) {
        auto follows = card.is_joker() || strength(card) == highest;
        if (!follows) {
            auto rest = hand;
            remove(rest, card);
            auto best = best_of(rest, bar.size() - 1);
            best.push_back(*card.rank());
            sort_high(best);
            follows = matches(best, bar);
        }
        if (follows) useful.push_back(card);
    }
    return useful;
}

/// Whether every play of `bar.size()` of these cards follows: checks the lowest one, whose jokers copy its lowest rank.
bool all_follow(Cards const& cards, Ranks const& bar) {
    auto const plain = plain_low_to_high(cards);
    auto const jokers = std::min(static_cast<std::size_t>(jokers_in(cards)), bar.size() - 1);
    Ranks worst(jokers + 1, *plain.front().rank());
    for (auto card = plain.begin() + 1; worst.size() < bar.size(); ++card) worst.push_back(*card->rank());
    sort_high(worst);
    return matches(worst, bar);
}

/// Moves the cards that are part of every play that follows from `from` to `with`. Keeps this form only if any of the
/// other cards complete such a play, so that `beats` is not needed.
void extract_required_cards(CardChoice& choice) {
    auto const is_required = [&](Card card) {
        auto rest = choice.from;
        remove(rest, card);
        return rest.size() < choice.beats.size() || !matches(best_of(rest, choice.beats.size()), choice.beats);
    };
    CardChoice split;
    for (auto const card : choice.from) (is_required(card) ? split.with : split.from).push_back(card);
    split.min = split.max = choice.min - static_cast<int>(split.with.size());
    auto worst = split.with;
    auto const others = plain_low_to_high(split.from);
    worst.insert(worst.end(), others.begin(), others.begin() + split.min);
    if (all_follow(worst, choice.beats)) choice = split;
}

/// The choice of several cards that follow, in `26`. \pre such cards exist, and the hand has cards that are not jokers
CardChoice several_that_follow(Cards const& hand, Ranks const& bar) {
    auto const how_many = static_cast<int>(bar.size());
    CardChoice choice{how_many, how_many, cards_that_can_follow(hand, bar), {}, bar, rank_order};
    if (all_follow(choice.from, bar)) choice.beats.clear();
    // With jokers the required cards depend on the ranks that the jokers copy.
    else if (jokers_in(choice.from) == 0)
        extract_required_cards(choice);
    return choice;
}

List follows_of_any_ranks(Situation const& situation) {
    auto const& [options, hand, bar] = situation;
    auto const how_many = static_cast<int>(bar->size());
    auto const plain = plain_low_to_high(hand);
    auto const low = lowest(hand, how_many);
    // With at most one other card, all plays of several cards are that card and jokers.
    if (plain.size() <= 1 || !can_follow(situation)) return {play_of(low)};
    auto const following = several_that_follow(hand, *bar);
    if (options.follow == Follow::must) return {play_of(following)};
    auto low_cards = low.with;
    low_cards.insert(low_cards.end(), low.from.begin(), low.from.begin() + low.min);
    // Without jokers either all choices of the lowest cards follow or none does. If all do, they need no own template.
    if (all_follow(low_cards, *bar)) return {play_of(following)};
    return {play_of(low), play_of(following)};
}

List plays(Situation const& situation) {
    auto const& options = situation.options;
    auto const mixed = options.variant == Variant::twenty_six;
    if (!situation.bar)
        return mixed ? leads_of_any_ranks(situation.hand, options.max_lead.value_or(OneOf<0, 2, 3, 4>{}).value)
                     : leads_of_one_rank(situation.hand);
    if (situation.bar->size() == 1) return {single_card(situation)};
    return mixed ? follows_of_any_ranks(situation) : follows_of_one_rank(situation);
}

List exchanges(State const& state, Seat seat) {
    auto const& hand = state.hands[seat];
    auto const most = static_cast<int>(std::min(hand.size(), state.stock.size()));
    return {{Pass{}, std::nullopt, {}}, {Exchange{}, CardChoice{1, most, hand, {}, {}}, {}}};
}

} // namespace

Templates<Action> TwentyTwo::legal(State const& state, Seat seat) {
    if (over(state) || seat != state.turn) return {};
    if (state.phase == Phase::exchange) return exchanges(state, seat);
    return plays({state.options, state.hands[seat], bar_at(state, state.plays.size())});
}

} // namespace tefuda
