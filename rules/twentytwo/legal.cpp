// The templates of what `judge` and the exchange allow (RULES.md, "On the wire", says which there are).

#include "rules/twentytwo/judge.hpp"
#include "rules/twentytwo/twentytwo.hpp"

#include <algorithm>

namespace tefuda {

using namespace twentytwo;

namespace {

using List = Templates<Action>;

/// A choice of cards to play; where it leaves none, the list itself. `as` is offered wherever there are jokers beside
/// other cards, which is a choice too.
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

/// The ranks of the cards that aren't jokers, the lowest first.
Ranks ranks_held(Cards const& hand) {
    Ranks ranks;
    for (auto const card : plain_low_to_high(hand))
        if (ranks.empty() || ranks.back() != card.rank()) ranks.push_back(*card.rank());
    return ranks;
}

Cards without_jokers(Cards const& cards) {
    return sorted(plain_low_to_high(cards));
}

// Leading

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
    // A joker can't be led alone while there are other cards.
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

// Following

/// \pre the hand has more than `how_many` cards
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

/// The one card that is played where one was led: any that follows, or any of the lowest rank.
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

/// Those cards that some play that follows holds. \pre a play of several cards that follows exists
Cards useful_to_follow(Cards const& hand, Ranks const& bar) {
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

/// Whether even the lowest play of so many of these cards, its jokers copying its lowest, follows.
bool all_follow(Cards const& cards, Ranks const& bar) {
    auto const plain = plain_low_to_high(cards);
    auto const jokers = std::min(static_cast<std::size_t>(jokers_in(cards)), bar.size() - 1);
    Ranks worst(jokers + 1, *plain.front().rank());
    for (auto card = plain.begin() + 1; worst.size() < bar.size(); ++card) worst.push_back(*card->rank());
    sort_high(worst);
    return matches(worst, bar);
}

/// Takes out of `from`, and puts into `with`, what every play of so many cards that follows holds; where then any of
/// the others will do, the choice needs no ranks to beat.
void put_indispensable_first(CardChoice& choice) {
    auto const is_indispensable = [&](Card card) {
        auto rest = choice.from;
        remove(rest, card);
        return rest.size() < choice.beats.size() || !matches(best_of(rest, choice.beats.size()), choice.beats);
    };
    CardChoice parted;
    for (auto const card : choice.from) (is_indispensable(card) ? parted.with : parted.from).push_back(card);
    parted.min = parted.max = choice.min - static_cast<int>(parted.with.size());
    auto worst = parted.with;
    auto const others = plain_low_to_high(parted.from);
    worst.insert(worst.end(), others.begin(), others.begin() + parted.min);
    if (all_follow(worst, choice.beats)) choice = parted;
}

/// Several cards that follow, in `26`. \pre there are some, and the hand has cards that are no jokers
CardChoice several_that_follow(Cards const& hand, Ranks const& bar) {
    auto const how_many = static_cast<int>(bar.size());
    CardChoice choice{how_many, how_many, useful_to_follow(hand, bar), {}, bar};
    if (all_follow(choice.from, bar)) choice.beats.clear();
    // Which cards jokers need beside them depends on what they copy.
    else if (jokers_in(choice.from) == 0)
        put_indispensable_first(choice);
    return choice;
}

List follows_of_any_ranks(Situation const& situation) {
    auto const& [options, hand, bar] = situation;
    auto const how_many = static_cast<int>(bar->size());
    auto const plain = plain_low_to_high(hand);
    auto const low = lowest(hand, how_many);
    // Beside a single card there are only jokers, in a follow as among the lowest.
    if (plain.size() <= 1 || !can_follow(situation)) return {play_of(low)};
    auto const following = several_that_follow(hand, *bar);
    if (options.follow == Follow::must) return {play_of(following)};
    auto low_cards = low.with;
    low_cards.insert(low_cards.end(), low.from.begin(), low.from.begin() + low.min);
    // Lowest cards follow all or none of them, but for what jokers among them copy.
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
