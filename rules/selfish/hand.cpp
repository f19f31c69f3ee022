#include "rules/selfish/hand.hpp"

#include <algorithm>
#include <array>

namespace tefuda::selfish {

namespace {

using Numbers = InplaceVector<int, max_turns>;

constexpr int pair_bonus = 10;
constexpr int triple_bonus = 20;

/// The value of a hand. Compares by score, then by kind in the order of HandKind.
struct HandValue {
    int score = 0;
    HandKind kind = HandKind::none;
    auto operator<=>(HandValue const&) const = default;
};

// \pre the numbers are not four of a kind
HandValue value_of(Numbers const& numbers) {
    int total = 0;
    int pairs = 0;
    bool triple = false;
    for (auto number = numbers.begin(); number != numbers.end(); ++number) {
        total += *number;
        if (std::find(numbers.begin(), number, *number) != number) continue;
        auto const alike = std::count(number, numbers.end(), *number);
        if (alike == 2) ++pairs;
        if (alike == 3) triple = true;
    }
    if (triple) return {total + triple_bonus, HandKind::triple};
    constexpr std::array kinds{HandKind::none, HandKind::double_, HandKind::two_pairs};
    return {total + pairs * pair_bonus, kinds[static_cast<std::size_t>(pairs)]};
}

HandValue best_value(Numbers numbers, std::size_t jokers) {
    if (jokers == 0) return value_of(numbers);
    HandValue best;
    numbers.push_back(0);
    for (int number = 1; number <= tefuda::number_of(Rank::king); ++number) {
        numbers.back() = number;
        best = std::max(best, best_value(numbers, jokers - 1));
    }
    return best;
}

} // namespace

OpenedHand evaluate(Hand const& hand, Scoring scoring) {
    Numbers numbers;
    for (auto const card : hand)
        if (!card.is_joker()) numbers.push_back(number_of(card));
    auto const jokers = hand.size() - numbers.size();

    auto const alike = std::adjacent_find(numbers.begin(), numbers.end(), std::not_equal_to<>()) == numbers.end();
    if (scoring == Scoring::full && hand.size() == max_turns && alike)
        return {hand, HandKind::selfish, Points(max_turns * numbers.front())};

    auto const all_faces =
        std::all_of(numbers.begin(), numbers.end(), [](int number) { return is_face(static_cast<Rank>(number)); });
    if (all_faces) return {hand, HandKind::burst, Points(0)};

    if (scoring == Scoring::simple) {
        int total = 0;
        for (auto const card : hand) total += number_of(card);
        return {hand, HandKind::none, Points(total)};
    }
    auto const best = best_value(numbers, jokers);
    return {hand, best.kind, Points(best.score)};
}

int selfish_number(OpenedHand const& selfish) {
    return selfish.score.value / max_turns;
}

} // namespace tefuda::selfish
