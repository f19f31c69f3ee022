// Makes actions from the templates in `legal`, without knowing any game's rules.
#pragma once

#include <tefuda/fields.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda {

namespace detail {

template <class Random>
int between(int least, int most, Random& random) {
    return std::uniform_int_distribution<int>(least, most)(random);
}

/// The ranks from low to high, in the order in which the choice's `beats` compares.
inline std::string low_to_high(Json const& choice) {
    if (!choice.contains("low_to_high")) return "23456789TJQKA";
    std::string ranks;
    for (auto const& rank : field<std::vector<std::string>>(choice, "low_to_high")) ranks += rank;
    return ranks;
}

/// A card's place in an order from low to high; jokers are beyond all ranks.
inline std::size_t height(std::string_view ranks, Json const& card) {
    return std::min(ranks.find(value_as<std::string>(card, "a card")[0]), ranks.size());
}

/// Random cards for a choice; any other value unchanged. \param with_company choose at least one card that is no joker,
/// if there is one
template <class Random>
Json fill(Json const& value, bool with_company, Random& random) {
    if (!value.is_object()) return value;
    auto const choose = field(value, "choose");
    auto const [least, most] = choose.is_array()
                                   ? value_as<std::pair<int, int>>(choose, "choose")
                                   : std::pair(value_as<int>(choose, "choose"), value_as<int>(choose, "choose"));
    auto cards = field<std::vector<Json>>(value, "from");
    if (least < 0 || least > most || static_cast<std::size_t>(most) > cards.size())
        throw Unreadable("a choice of more cards than there are", value.dump());
    std::shuffle(cards.begin(), cards.end(), random);
    if (value.contains("beats")) // the highest cards always satisfy it
        std::stable_sort(cards.begin(), cards.end(), [ranks = low_to_high(value)](Json const& one, Json const& other) {
            return height(ranks, one) > height(ranks, other);
        });
    if (with_company) {
        auto const company = std::find_if(cards.begin(), cards.end(), [](Json const& card) { return card != "XX"; });
        if (company != cards.end()) std::rotate(cards.begin(), company, company + 1);
    }
    Json filled = field_or(value, "with", Json::array_t());
    auto const count = between(least, most, random);
    for (auto card = cards.begin(); card != cards.begin() + count; ++card) filled.push_back(*card);
    return filled;
}

/// One rank for each joker: the rank of a random other card in the list or, for a choice with `beats`, of the highest.
template <class Random>
Json ranks_for(Json const& cards, Json const& choice, Random& random) {
    std::vector<Json> others;
    std::copy_if(cards.begin(), cards.end(), std::back_inserter(others), [](Json const& card) { return card != "XX"; });
    std::sort(others.begin(), others.end(), [order = low_to_high(choice)](Json const& one, Json const& other) {
        return height(order, one) > height(order, other);
    });
    auto ranks = Json::array();
    for (auto jokers = cards.size() - others.size(); jokers > 0; --jokers) {
        auto const place = choice.contains("beats") ? 0 : between(0, static_cast<int>(others.size()) - 1, random);
        ranks.push_back(value_as<std::string>(others[static_cast<std::size_t>(place)], "a card").substr(0, 1));
    }
    return ranks;
}

} // namespace detail

/// A random legal action: a random template with its choices filled in at random.
template <class Random>
Json random_action(Json const& legal, Random& random) {
    if (!legal.is_array() || legal.empty()) throw Unreadable("no legal action", legal.dump());
    auto const& pick = legal[static_cast<std::size_t>(detail::between(0, static_cast<int>(legal.size()) - 1, random))];
    auto const optional = field_or(pick, "optional", std::vector<std::string>());
    auto const allows = [&](char const* field) {
        return std::find(optional.begin(), optional.end(), field) != optional.end();
    };
    Json action;
    for (auto const& [field, value] : pick.items())
        if (field != "optional") action[field] = detail::fill(value, allows("as"), random);
    for (auto const& flag : optional)
        if (flag != "as" && detail::between(0, 1, random)) action[flag] = true;
    if (allows("as") && detail::between(0, 1, random)) {
        auto ranks = detail::ranks_for(field(action, "cards"), field(pick, "cards"), random);
        if (!ranks.empty()) action["as"] = std::move(ranks);
    }
    return action;
}

} // namespace tefuda
