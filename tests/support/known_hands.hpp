// What an observer has seen go into another hand, it knows: `redeal` must leave these cards there.
#pragma once

#include "tests/support/two_worlds.hpp"

namespace tefuda::test {

/// Follows one match. All functions throw BrokenPromise.
template <Redealable E>
class KnownHands {
public:
    using State = typename E::State;
    using Event = typename E::Event;
    static constexpr bool has_hands = requires(State const& state) {
        E::view(state, Observer::spectator()).hands;
        E::all_cards(state);
    };

    /// \param random must outlive this object
    KnownHands(int seats, Random& random) : seats_(seats), random_(random) {}

    /// Checks the state after an action.
    /// \param first_event of those after the action's last random draw \param drew whether it drew anything
    /// \param could_lack tells whether, for all that an observer saw of the action, a seat could be without this card
    template <class CouldLack>
    void check(State const& before, State const& now, std::span<Event const> events, bool drew,
               CouldLack const& could_lack) {
        if constexpr (has_hands) {
            auto const held_before = hands(before);
            auto const held = hands(now);
            for (auto const& observer : TwoWorlds<E>::observers(seats_)) {
                auto const shown = E::view(now, observer).hands;
                auto const seen = cards_in(events, observer);
                auto given = seen;
                if (observer.seat() && !drew)
                    for (auto const card : missing(held_before[*observer.seat()], held[*observer.seat()]))
                        given.insert(card);
                for (auto const holder : all_seats(seats_)) {
                    if (observer.is(holder)) continue;
                    auto& known = known_[key(observer, holder)];
                    forget(known, held_before[holder], held[holder], seen, drew);
                    for (auto const card : held[holder]) {
                        auto const new_here = given.contains(card) && is_single(now, card) && !known.contains(card) &&
                                              (seen.contains(card) || !contains(held_before[holder], card));
                        if (new_here && (contains(shown[holder].known, card) || !could_lack(observer, holder, card)))
                            known.insert(card);
                    }
                    if (!std::all_of(known.begin(), known.end(),
                                     [&](Card card) { return contains(shown[holder].known, card); }))
                        check_redeal(now, observer, holder, known);
                }
            }
        }
    }

private:
    using Set = std::set<Card>;

    void check_redeal(State const& now, Observer observer, Seat holder, Set const& known) {
        constexpr int tries = 3;
        RandomChance draws(random_);
        for (int i = 0; i < tries; ++i) {
            auto const other = TwoWorlds<E>::redealt(now, observer, draws);
            auto const hand = E::view(other, holder).hands[holder].known;
            for (auto const card : known)
                if (!contains(hand, card))
                    throw BrokenPromise(TwoWorlds<E>::name_of(observer) + " has seen " +
                                        std::string(WireName<Card>::of(card)) + " go to the hand of seat " +
                                        std::to_string(holder.number()) +
                                        ", and `redeal` moves it. If it may know it, `redeal` must leave it there; if "
                                        "not, no event may tell it");
        }
    }

    static PerSeat<Cards> hands(State const& state) {
        PerSeat<Cards> all;
        auto const seats = E::view(state, Observer::spectator()).hands.seats();
        for (auto const seat : all_seats(seats)) all.push_back(E::view(state, seat).hands[seat].known);
        return all;
    }

    static Set cards_in(std::span<Event const> events, Observer observer) {
        static std::regex const any(R"re("([A2-9TJQK][SHDC])")re");
        Set cards;
        for (auto const& event : events) {
            auto const text = codec::to_json(E::event_for(event, observer));
            for (std::sregex_iterator found(text.begin(), text.end(), any), end; found != end; ++found)
                cards.insert(*WireName<Card>::parse((*found)[1].str()));
        }
        return cards;
    }

    static Cards missing(Cards from, Cards const& in) {
        for (auto const card : in)
            if (contains(from, card)) remove(from, card);
        return from;
    }

    /// Twins and jokers can't be told from each other.
    static bool is_single(State const& state, Card card) {
        return !card.is_joker() && count(E::all_cards(state), card) == 1;
    }

    /// After a random draw, or if the hand lost a card unseen, it is not certain what is left in it.
    static void forget(Set& known, Cards const& before, Cards const& now, Set const& seen, bool drew) {
        auto const lost = missing(before, now);
        if (drew || !std::all_of(lost.begin(), lost.end(), [&](Card card) { return seen.contains(card); }))
            known.clear();
        std::erase_if(known, [&](Card card) { return !contains(now, card); });
    }

    static int key(Observer observer, Seat holder) {
        return (observer.seat() ? observer.seat()->number() + 1 : 0) * (max_seats + 1) + holder.number();
    }

    int seats_;
    Random& random_;
    std::map<int, Set> known_; ///< by observer and holder
};

} // namespace tefuda::test
