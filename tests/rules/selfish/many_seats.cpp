#include "tests/rules/selfish/many_seats.hpp"

#include <algorithm>
#include <map>
#include <random>

namespace tefuda::test::many_seats {

namespace {

using namespace selfish;
using best_play::pairs;
using best_play::RankSet;
using best_play::triples;
template <class T>
using BySeat = std::array<T, most_players>;

constexpr std::size_t ranks = 13;

Hand hand_of(RankSet const& set) {
    Hand hand;
    for (auto rank = set.begin(); rank != set.end(); ++rank)
        hand.push_back(
            Card(static_cast<Rank>(*rank), all_suits[static_cast<std::size_t>(std::count(set.begin(), rank, *rank))]));
    std::sort(hand.begin(), hand.end());
    return hand;
}

/// What is known of a hand beforehand.
struct HandFacts {
    std::size_t set = 0; ///< its place in pairs() or triples()
    int strength = 0;    ///< compares as hands do at the opening; a Burst −1
    HandKind kind = HandKind::none;
};

/// The facts of all hands of two, three and four cards, each by its ranks in any order.
class AllHands {
public:
    explicit AllHands(Scoring scoring) {
        for (std::size_t size = 2; size <= max_turns; ++size) fill(size, scoring);
    }

    HandFacts const& of(std::uint8_t const* cards, std::size_t size) const { return facts_[size][place(cards, size)]; }

private:
    static std::size_t place(std::uint8_t const* cards, std::size_t size) {
        std::size_t place = 0;
        for (std::size_t i = 0; i < size; ++i) place = place * ranks + cards[i];
        return place;
    }

    void fill(std::size_t size, Scoring scoring) {
        std::map<RankSet, std::size_t> places;
        if (size < max_turns) {
            auto const& sets = size == 2 ? pairs() : triples();
            for (std::size_t i = 0; i < sets.size(); ++i) places[sets[i]] = i;
        }
        std::size_t number = 1;
        for (std::size_t i = 0; i < size; ++i) number *= ranks;
        facts_[size].resize(number);
        for (std::size_t at = 0; at < number; ++at) {
            RankSet set;
            for (auto rest = at; set.size() < size; rest /= ranks) set.push_back(static_cast<int>(rest % ranks) + 1);
            std::sort(set.begin(), set.end());
            auto const opened = evaluate(hand_of(set), scoring);
            constexpr int of_selfish = 1000;
            auto& facts = facts_[size][at];
            facts.kind = opened.hand;
            facts.strength = opened.hand == HandKind::burst     ? -1
                             : opened.hand == HandKind::selfish ? of_selfish + opened.score.value
                                                                : opened.score.value;
            if (size < max_turns) facts.set = places.at(set);
        }
    }

    std::array<std::vector<HandFacts>, max_turns + 1> facts_;
};

AllHands const& all_hands(Scoring scoring) {
    static AllHands const full(Scoring::full);
    static AllHands const simple(Scoring::simple);
    return scoring == Scoring::full ? full : simple;
}

/// The hands of a deal after turns 2, 3 and 4, and each seat's share of the win if they are opened then.
struct Deal {
    std::array<BySeat<HandFacts const*>, max_turns + 1> hands;
    std::array<BySeat<double>, max_turns + 1> shares;
};

using Random = std::mt19937_64;

double chance(Random& random) {
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

class Dealer {
public:
    explicit Dealer(Game const& game, std::uint64_t seed)
        : random(seed), game_(game), seats_(static_cast<std::size_t>(game.seats)) {
        for (std::size_t i = 0; i < pack_.size(); ++i) pack_[i] = static_cast<std::uint8_t>(i / 4);
    }

    Deal const& next() {
        for (std::size_t i = 0; i < max_turns * seats_; ++i)
            std::swap(pack_[i], pack_[i + (random() >> 32) * (pack_.size() - i) / (1ULL << 32)]);
        auto const& all = all_hands(game_.scoring);
        for (std::size_t seat = 0; seat < seats_; ++seat)
            for (std::size_t size = 2; size <= max_turns; ++size)
                deal_.hands[size][seat] = &all.of(&pack_[max_turns * seat], size);
        for (std::size_t size = 2; size <= max_turns; ++size) share_win(size);
        return deal_;
    }

    Random random;

private:
    void share_win(std::size_t size) {
        auto const& hands = deal_.hands[size];
        auto most = 0;
        auto ties = 0;
        for (std::size_t seat = 0; seat < seats_; ++seat) {
            if (hands[seat]->strength > most) ties = 0;
            most = std::max(most, hands[seat]->strength);
            ties += hands[seat]->strength == most;
        }
        // Of several Selfish each is as likely to win the sudden death; two in a deal hardly matter.
        for (std::size_t seat = 0; seat < seats_; ++seat)
            deal_.shares[size][seat] = hands[seat]->strength == most ? 1.0 / ties : 0;
    }

    Game game_;
    std::size_t seats_;
    std::array<std::uint8_t, 52> pack_{};
    Deal deal_;
};

/// Who would stop in turns 2 and 3.
struct Stops {
    std::array<BySeat<bool>, max_turns> in_turn;
};

Stops stops_of(Game const& game, Deal const& deal, Strategy const& strategy, Random& random) {
    Stops stops{};
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(game.seats); ++seat) {
        stops.in_turn[2][seat] = chance(random) < strategy.second_turn[deal.hands[2][seat]->set];
        stops.in_turn[3][seat] = chance(random) < strategy.third_turn[deal.hands[3][seat]->set];
    }
    return stops;
}

/// The values of stopping and of going on, added up over deals, for each place in the order and each hand.
class Values {
public:
    explicit Values(std::size_t hands) : hands_(hands), sums_(most_players * hands) {}
    void add(std::size_t place, std::size_t hand, double stop, double go_on) {
        sums_[place * hands_ + hand] += stop - go_on;
    }
    bool stops(std::size_t place, std::size_t hand) const { return sums_[place * hands_ + hand] >= 0; }

private:
    std::size_t hands_;
    std::vector<double> sums_;
};

/// The best answer to a strategy, for each place in the order.
class Answer {
public:
    Answer(Game const& game, Strategy const& strategy, int deals)
        : game_(game), strategy_(strategy), deals_(deals), third_turn_(triples().size()), second_turn_(pairs().size()) {
    }

    double best_share() {
        each_place(1, [&](Deal const& deal, Stops const& stops, std::size_t place) {
            if (others(stops.in_turn[2], place) || earlier(stops.in_turn[3], place)) return;
            third_turn_.add(place, deal.hands[3][place]->set, deal.shares[3][place], if_going_on(deal, stops, place));
        });
        each_place(1, [&](Deal const& deal, Stops const& stops, std::size_t place) {
            if (others(stops.in_turn[2], place)) return;
            second_turn_.add(place, deal.hands[2][place]->set, deal.shares[2][place], in_third(deal, stops, place));
        });
        auto wins = 0.0;
        each_place(2, [&](Deal const& deal, Stops const& stops, std::size_t place) {
            auto const stopped =
                others(stops.in_turn[2], place) || second_turn_.stops(place, deal.hands[2][place]->set);
            wins += stopped ? deal.shares[2][place] : in_third(deal, stops, place);
        });
        return wins / deals_;
    }

private:
    template <class Each>
    void each_place(std::uint64_t seed, Each const& each) {
        Dealer dealer(game_, seed);
        for (int i = 0; i < deals_; ++i) {
            auto const& deal = dealer.next();
            auto const stops = stops_of(game_, deal, strategy_, dealer.random);
            for (std::size_t place = 0; place < static_cast<std::size_t>(game_.seats); ++place)
                each(deal, stops, place);
        }
    }

    bool earlier(BySeat<bool> const& stops, std::size_t place) const {
        return std::find(stops.begin(), stops.begin() + place, true) != stops.begin() + place;
    }
    bool later(BySeat<bool> const& stops, std::size_t place) const {
        auto const end = stops.begin() + game_.seats;
        return std::find(stops.begin() + place + 1, end, true) != end;
    }
    bool others(BySeat<bool> const& stops, std::size_t place) const {
        return earlier(stops, place) || later(stops, place);
    }

    double if_going_on(Deal const& deal, Stops const& stops, std::size_t place) const {
        return deal.shares[later(stops.in_turn[3], place) ? 3 : 4][place];
    }
    double in_third(Deal const& deal, Stops const& stops, std::size_t place) const {
        auto const stopped = earlier(stops.in_turn[3], place) || third_turn_.stops(place, deal.hands[3][place]->set);
        return stopped ? deal.shares[3][place] : if_going_on(deal, stops, place);
    }

    Game game_;
    Strategy const& strategy_;
    int deals_;
    Values third_turn_, second_turn_;
};

std::size_t last_turn(Game const& game, Stops const& stops) {
    for (std::size_t turn = 2; turn < max_turns; ++turn) {
        auto const end = stops.in_turn[turn].begin() + game.seats;
        if (std::find(stops.in_turn[turn].begin(), end, true) != end) return turn;
    }
    return max_turns;
}

State decision_of(Game const& game, RankSet const& set) {
    Seat const seat(0);
    Options options;
    options.scoring = game.scoring;
    PerSeat<Hand> hands(game.seats);
    hands[seat] = hand_of(set);
    return {options,
            Phase::decide,
            static_cast<int>(set.size()),
            seat,
            seat,
            {},
            hands,
            {},
            PerSeat<Nullable<ClaimedHand>>(game.seats),
            {},
            {},
            {},
            {},
            {}};
}

} // namespace

Strategy strategy_of(Game const& game, std::function<double(State const&)> const& stops) {
    Strategy strategy;
    for (auto const& set : pairs()) strategy.second_turn.push_back(stops(decision_of(game, set)));
    for (auto const& set : triples()) strategy.third_turn.push_back(stops(decision_of(game, set)));
    return strategy;
}

Strategy stops_from(Game const& game, int in_second_turn, int in_third_turn) {
    return strategy_of(game, [&](State const& state) {
        auto const hand = evaluate(state.hands[state.to_act], game.scoring);
        auto const enough = state.turn == 2 ? in_second_turn : in_third_turn;
        return hand.hand != HandKind::burst && hand.score.value >= enough ? 1.0 : 0.0;
    });
}

double best_answer(Game const& game, Strategy const& strategy, int deals) {
    return Answer(game, strategy, deals).best_share();
}

double share(Game const& game, Strategy const& one, Strategy const& others, int deals) {
    Dealer dealer(game, 3);
    auto wins = 0.0;
    for (int i = 0; i < deals; ++i) {
        auto const& deal = dealer.next();
        auto const own = stops_of(game, deal, one, dealer.random);
        auto const theirs = stops_of(game, deal, others, dealer.random);
        for (std::size_t place = 0; place < static_cast<std::size_t>(game.seats); ++place) {
            auto stops = theirs;
            for (std::size_t turn = 2; turn < max_turns; ++turn) stops.in_turn[turn][place] = own.in_turn[turn][place];
            wins += deal.shares[last_turn(game, stops)][place];
        }
    }
    return wins / deals;
}

Endings endings(Game const& game, Strategy const& strategy, int deals) {
    Dealer dealer(game, 4);
    Endings endings;
    auto const one = 1.0 / deals;
    for (int i = 0; i < deals; ++i) {
        auto const& deal = dealer.next();
        auto const turn = last_turn(game, stops_of(game, deal, strategy, dealer.random));
        endings.in_turn[turn] += one;
        auto const& hands = deal.hands[turn];
        auto const& best = **std::max_element(hands.begin(), hands.begin() + game.seats,
                                              [](auto* a, auto* b) { return a->strength < b->strength; });
        if (best.strength < 0) continue;
        if (best.kind != HandKind::none) endings.with_hand += one;
        if (best.kind > HandKind::double_) endings.with_great_hand += one;
    }
    return endings;
}

} // namespace tefuda::test::many_seats
