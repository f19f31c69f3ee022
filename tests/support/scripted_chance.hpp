// A Chance with outcomes scripted by the test, and decks built from the hands that the players should get.
#pragma once

#include "rules/core/chance.hpp"

#include <deque>
#include <stdexcept>
#include <vector>

namespace tefuda::test {

/// Returns the scripted outcomes in order. A scripted shuffle may list only the top of the pack; the other cards follow
/// in their previous order. \throws std::logic_error for a draw without a scripted outcome, or with one that does not
/// fit
class ScriptedChance final : public Chance {
public:
    ScriptedChance& shuffles(Cards top) { return shuffles_.push_back(std::move(top)), *this; }
    ScriptedChance& shuffles(std::string_view top) { return shuffles(parse_cards(top)); }
    ScriptedChance& picks(int number) { return picks_.push_back(number), *this; }
    ScriptedChance& orders(std::vector<int> seats) { return orders_.push_back(std::move(seats)), *this; }

    /// Whether all scripted outcomes were used.
    bool used_up() const { return shuffles_.empty() && picks_.empty() && orders_.empty(); }

private:
    void do_shuffle(Cards& cards) override {
        auto const top = next(shuffles_, "shuffle");
        if (!contains_all(cards, top)) throw std::logic_error("a scripted shuffle has cards that are not there");
        remove_all(cards, top);
        cards.insert(cards.begin(), top.begin(), top.end());
    }

    Seats do_order(int n) override {
        auto const numbers = next(orders_, "order");
        if (static_cast<int>(numbers.size()) != n) throw std::logic_error("a scripted order has another length");
        Seats seats;
        for (auto const number : numbers) seats.emplace_back(number);
        return seats;
    }

    int do_pick(int n) override {
        auto const number = next(picks_, "pick");
        if (number >= n) throw std::logic_error("a scripted pick is too large");
        return number;
    }

    template <class T>
    static T next(std::deque<T>& outcomes, char const* draw) {
        if (outcomes.empty()) throw std::logic_error(std::string("no scripted outcome for a ") + draw);
        auto outcome = std::move(outcomes.front());
        outcomes.pop_front();
        return outcome;
    }

    std::deque<Cards> shuffles_;
    std::deque<int> picks_;
    std::deque<std::vector<int>> orders_;
};

/// The top of a pack that gives each seat the listed hand (indexed by seat) if dealt one card at a time, clockwise from
/// `first`. `rest` follows (starter, stock …). \pre the hands have equal length
inline Cards deal_of(std::vector<std::string_view> const& hands, Seat first = Seat(0), std::string_view rest = "") {
    std::vector<Cards> parsed;
    for (auto const hand : hands) parsed.push_back(parse_cards(hand));
    auto const seats = static_cast<int>(hands.size());
    Cards top;
    for (std::size_t i = 0; i < parsed.front().size(); ++i)
        for (int step = 0; step < seats; ++step)
            top.push_back(parsed[static_cast<std::size_t>(first.left(seats, step).number())].at(i));
    for (auto const card : parse_cards(rest)) top.push_back(card);
    return top;
}

} // namespace tefuda::test
