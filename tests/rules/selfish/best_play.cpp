#include "tests/rules/selfish/best_play.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace tefuda::test::best_play {

namespace {

using namespace selfish;
using Vector = std::vector<double>;
using Counts = std::array<int, 14>; ///< of each rank, from 1

constexpr int pack_size = 52;

void add_sets(std::vector<RankSet>& all, RankSet const& begun, std::size_t size) {
    if (begun.size() == size) return all.push_back(begun);
    for (auto rank = begun.empty() ? 1 : begun.back(); rank <= 13; ++rank) {
        auto more = begun;
        more.push_back(rank);
        add_sets(all, more, size);
    }
}

std::vector<RankSet> sets_of(std::size_t size) {
    std::vector<RankSet> all;
    add_sets(all, {}, size);
    return all;
}

Counts counts_of(RankSet const& set) {
    Counts counts{};
    for (auto const rank : set) ++counts[static_cast<std::size_t>(rank)];
    return counts;
}

/// A hand of these ranks. The suits are the first ones that nobody has taken.
Hand hand_of(RankSet const& set, Counts& taken) {
    Hand hand;
    for (auto const rank : set) {
        auto const suit = all_suits[static_cast<std::size_t>(taken[static_cast<std::size_t>(rank)]++)];
        hand.push_back(Card(static_cast<Rank>(rank), suit));
    }
    std::sort(hand.begin(), hand.end());
    return hand;
}

/// Compares as hands do at the opening. Equal hands decide by a sudden death, in which both are equally likely to win;
/// two Bursts have no winner.
int strength_of(RankSet const& set) {
    constexpr int of_selfish = 1000;
    Counts taken{};
    auto const opened = evaluate(hand_of(set, taken), Scoring::full);
    if (opened.hand == HandKind::selfish) return of_selfish;
    return opened.hand == HandKind::burst ? -1 : opened.score.value;
}

double share(int own, int other) {
    return own > other ? 1 : own < other ? 0 : 0.5;
}

double choose(int from, int number) {
    auto ways = 1.0;
    for (int i = 0; i < number; ++i) ways = ways * (from - i) / (i + 1);
    return ways;
}

/// How likely the first player has the ranks `one`, and the second player `other`.
double likelihood(RankSet const& one, RankSet const& other) {
    auto const own = counts_of(one);
    auto const others = counts_of(other);
    auto const size = static_cast<int>(one.size());
    auto ways = 1.0;
    for (std::size_t rank = 1; rank < own.size(); ++rank)
        ways *= choose(4, own[rank]) * choose(4 - own[rank], others[rank]);
    return ways / choose(pack_size, size) / choose(pack_size - size, size);
}

/// A matrix over hands of the first (rows) and the second player.
class Matrix {
public:
    explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}
    double& at(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }

    Vector by_rows(Vector const& columns) const {
        Vector sums(size_);
        for (std::size_t row = 0; row < size_; ++row)
            for (std::size_t column = 0; column < size_; ++column)
                sums[row] += cells_[row * size_ + column] * columns[column];
        return sums;
    }
    Vector by_columns(Vector const& rows) const {
        Vector sums(size_);
        for (std::size_t row = 0; row < size_; ++row)
            for (std::size_t column = 0; column < size_; ++column)
                sums[column] += cells_[row * size_ + column] * rows[row];
        return sums;
    }

private:
    std::size_t size_;
    Vector cells_;
};

/// The likelihoods of both hands, times the share of wins where the hands are opened now: of the first and the second
/// player. `after` is that of opening after one more card each.
struct Tables {
    Matrix of_first;
    Matrix of_second;
};

Tables opened_now(std::vector<RankSet> const& sets) {
    Tables tables{Matrix(sets.size()), Matrix(sets.size())};
    std::vector<int> strengths;
    for (auto const& set : sets) strengths.push_back(strength_of(set));
    for (std::size_t one = 0; one < sets.size(); ++one)
        for (std::size_t other = 0; other < sets.size(); ++other) {
            auto const likely = likelihood(sets[one], sets[other]);
            auto const wins = share(strengths[one], strengths[other]);
            tables.of_first.at(one, other) = likely * wins;
            tables.of_second.at(one, other) = likely * (1 - wins);
        }
    return tables;
}

Tables opened_after_one_more(std::vector<RankSet> const& sets) {
    Tables tables{Matrix(sets.size()), Matrix(sets.size())};
    std::vector<std::array<int, 14>> strengths(sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i)
        for (int rank = 1; rank <= 13; ++rank) {
            auto more = sets[i];
            more.push_back(rank);
            if (std::count(more.begin(), more.end(), rank) <= 4)
                strengths[i][static_cast<std::size_t>(rank)] = strength_of(more);
        }
    for (std::size_t one = 0; one < sets.size(); ++one)
        for (std::size_t other = 0; other < sets.size(); ++other) {
            auto const likely = likelihood(sets[one], sets[other]);
            if (likely == 0) continue;
            auto const own = counts_of(sets[one]);
            auto const others = counts_of(sets[other]);
            auto const left = pack_size - 2 * static_cast<int>(sets[one].size());
            auto wins = 0.0;
            for (std::size_t mine = 1; mine <= 13; ++mine) {
                auto const of_mine = 4 - own[mine] - others[mine];
                if (of_mine == 0) continue;
                for (std::size_t theirs = 1; theirs <= 13; ++theirs) {
                    auto const of_theirs = 4 - own[theirs] - others[theirs] - (theirs == mine);
                    if (of_theirs > 0)
                        wins += of_mine * of_theirs * share(strengths[one][mine], strengths[other][theirs]);
                }
            }
            wins /= left * (left - 1);
            tables.of_first.at(one, other) = likely * wins;
            tables.of_second.at(one, other) = likely * (1 - wins);
        }
    return tables;
}

/// For each triple the three pairs that the seat may have had in turn 2, all equally likely.
std::vector<std::array<std::size_t, 3>> const& pairs_of_triples() {
    static auto const all = [] {
        std::map<RankSet, std::size_t> places;
        for (std::size_t i = 0; i < pairs().size(); ++i) places[pairs()[i]] = i;
        std::vector<std::array<std::size_t, 3>> found;
        for (auto const& one : triples())
            found.push_back({places[{one[1], one[2]}], places[{one[0], one[2]}], places[{one[0], one[1]}]});
        return found;
    }();
    return all;
}

struct Game {
    Tables second_turn = opened_now(pairs());
    Tables third_turn = opened_now(triples());
    Tables fourth_turn = opened_after_one_more(triples());
};

Game const& game() {
    static Game const all;
    return all;
}

/// How likely the seat's own choices lead to each of its decisions, and to each choice there.
struct Plan {
    Vector stop2, go_on2, stop3, go_on3;
};

Plan plan_of(Strategy const& strategy) {
    Plan plan;
    for (auto const stop : strategy.second_turn) {
        plan.stop2.push_back(stop);
        plan.go_on2.push_back(1 - stop);
    }
    for (std::size_t i = 0; i < triples().size(); ++i) {
        auto reach = 0.0;
        for (auto const pair : pairs_of_triples()[i]) reach += plan.go_on2[pair] / 3;
        plan.stop3.push_back(reach * strategy.third_turn[i]);
        plan.go_on3.push_back(reach * (1 - strategy.third_turn[i]));
    }
    return plan;
}

Vector sum(Vector one, Vector const& other) {
    for (std::size_t i = 0; i < one.size(); ++i) one[i] += other[i];
    return one;
}

/// What each choice is worth to the seat, where the other seat plays its plan and it comes to the decision by itself;
/// `already` is what the other's stop in this turn gives whatever the seat does.
struct Worth {
    double before = 0; ///< what is decided before the seat can choose anything
    Vector stop2, stop3, go_on3, already3;
};

Worth worth_to_first(Plan const& second) {
    auto const& [two, three, four] = game();
    Worth worth;
    Vector const all(pairs().size(), 1.0);
    worth.stop2 = two.of_first.by_rows(all);
    worth.already3 = Vector(triples().size());
    worth.stop3 = three.of_first.by_rows(sum(second.stop3, second.go_on3));
    worth.go_on3 = sum(three.of_first.by_rows(second.stop3), four.of_first.by_rows(second.go_on3));
    return worth;
}

/// What going on in turn 2 is worth because the second player stops then.
Vector stopped_by_second(Plan const& second) {
    return game().second_turn.of_first.by_rows(second.stop2);
}

Worth worth_to_second(Plan const& first) {
    auto const& [two, three, four] = game();
    Worth worth;
    for (auto const one : two.of_second.by_columns(first.stop2)) worth.before += one;
    worth.stop2 = two.of_second.by_columns(first.go_on2);
    worth.already3 = three.of_second.by_columns(first.stop3);
    worth.stop3 = three.of_second.by_columns(first.go_on3);
    worth.go_on3 = four.of_second.by_columns(first.go_on3);
    return worth;
}

/// What going on in turn 2 is worth.
Vector go_on2(Worth const& worth, Vector const& at_third, Vector given) {
    for (std::size_t i = 0; i < triples().size(); ++i)
        for (auto const pair : pairs_of_triples()[i]) given[pair] += (worth.already3[i] + at_third[i]) / 3;
    return given;
}

/// \param pick the value of a decision, from what stopping and going on are worth, in turn `turn` with hand `i`
template <class Pick>
double total(Worth const& worth, Vector const& given, Pick const& pick) {
    Vector at_third;
    for (std::size_t i = 0; i < triples().size(); ++i) at_third.push_back(pick(3, i, worth.stop3[i], worth.go_on3[i]));
    auto const go_on = go_on2(worth, at_third, given);
    auto all = worth.before;
    for (std::size_t i = 0; i < pairs().size(); ++i) all += pick(2, i, worth.stop2[i], go_on[i]);
    return all;
}

auto const best = [](int, std::size_t, double stop, double go_on) { return std::max(stop, go_on); };

/// One seat of CFR+: its regrets, and the sum of its plans.
class Learner {
public:
    Learner() : regrets2_(pairs().size()), regrets3_(triples().size()) {
        current_ = {Vector(pairs().size(), 0.5), Vector(triples().size(), 0.5)};
        sum_ = {Vector(pairs().size()), {}, Vector(triples().size()), Vector(triples().size())};
    }

    Plan plan() const { return plan_of(current_); }

    void learn(Worth const& worth, Vector const& given, double weight) {
        total(worth, given, [&](int turn, std::size_t i, double stop, double go_on) {
            auto& [of_stop, of_go_on] = turn == 2 ? regrets2_[i] : regrets3_[i];
            auto& chance = turn == 2 ? current_.second_turn[i] : current_.third_turn[i];
            auto const value = chance * stop + (1 - chance) * go_on;
            of_stop = std::max(0.0, of_stop + stop - value);
            of_go_on = std::max(0.0, of_go_on + go_on - value);
            chance = of_stop + of_go_on > 0 ? of_stop / (of_stop + of_go_on) : 0.5;
            return value;
        });
        auto const now = plan();
        for (std::size_t i = 0; i < pairs().size(); ++i) sum_.stop2[i] += weight * now.stop2[i];
        for (std::size_t i = 0; i < triples().size(); ++i) {
            sum_.stop3[i] += weight * now.stop3[i];
            sum_.go_on3[i] += weight * now.go_on3[i];
        }
        weights_ += weight;
    }

    Strategy average() const {
        Strategy average;
        for (auto const stop : sum_.stop2) average.second_turn.push_back(stop / weights_);
        for (std::size_t i = 0; i < triples().size(); ++i) {
            auto const reach = sum_.stop3[i] + sum_.go_on3[i];
            average.third_turn.push_back(reach > 0 ? sum_.stop3[i] / reach : 0.5);
        }
        return average;
    }

private:
    std::vector<std::pair<double, double>> regrets2_, regrets3_; ///< of stopping, of going on
    Strategy current_;
    Plan sum_;
    double weights_ = 0;
};

Vector none() {
    return Vector(pairs().size());
}

State decision_of(RankSet const& set, Seat first, Seat seat) {
    Counts taken{};
    PerSeat<Hand> hands(2);
    hands[seat] = hand_of(set, taken);
    Cards rest;
    for (auto const card : fresh_pack())
        if (std::find(hands[seat].begin(), hands[seat].end(), card) == hands[seat].end()) rest.push_back(card);
    auto const turn = static_cast<int>(set.size());
    auto& other = hands[seat.left(2)];
    // In turn order, so the first player has a card more than the second while it decides.
    for (auto left = seat == first ? turn - 1 : turn; left > 0; --left) other.push_back(draw_top(rest));
    std::sort(other.begin(), other.end());
    return {{}, Phase::decide, turn, first, seat, rest, hands, {}, PerSeat<Nullable<ClaimedHand>>(2), {}, {}, {}, {},
            {}};
}

} // namespace

std::vector<RankSet> const& pairs() {
    static auto const all = sets_of(2);
    return all;
}

std::vector<RankSet> const& triples() {
    static auto const all = sets_of(3);
    return all;
}

Strategies strategies_of(std::function<double(State const&)> const& stops) {
    Strategies found;
    Seat const first(0);
    for (auto const seat : all_seats(2)) {
        auto& strategy = seat == first ? found.first : found.second;
        for (auto const& set : pairs()) strategy.second_turn.push_back(stops(decision_of(set, first, seat)));
        for (auto const& set : triples()) strategy.third_turn.push_back(stops(decision_of(set, first, seat)));
    }
    return found;
}

double wins_of_first(Strategy const& first, Strategy const& second) {
    auto const plan = plan_of(second);
    return total(worth_to_first(plan), stopped_by_second(plan),
                 [&](int turn, std::size_t i, double stop, double go_on) {
                     auto const chance = turn == 2 ? first.second_turn[i] : first.third_turn[i];
                     return chance * stop + (1 - chance) * go_on;
                 });
}

double best_of_first(Strategy const& second) {
    auto const plan = plan_of(second);
    return total(worth_to_first(plan), stopped_by_second(plan), best);
}

double best_of_second(Strategy const& first) {
    return total(worth_to_second(plan_of(first)), none(), best);
}

Strategies solve(int iterations) {
    Learner first;
    Learner second;
    for (int i = 1; i <= iterations; ++i) {
        auto const of_second = second.plan();
        first.learn(worth_to_first(of_second), stopped_by_second(of_second), i);
        second.learn(worth_to_second(first.plan()), none(), i);
    }
    return {first.average(), second.average()};
}

double wins(Strategies const& one, Strategies const& other) {
    return (wins_of_first(one.first, other.second) + 1 - wins_of_first(other.first, one.second)) / 2;
}

double best_against(Strategies const& known) {
    return (best_of_first(known.second) + best_of_second(known.first)) / 2;
}

} // namespace tefuda::test::best_play
