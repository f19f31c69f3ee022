// Makes actions from the templates in `legal`, without knowing any game's rules.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

namespace tefuda {

using Json = nlohmann::json;

namespace detail {

template <class Random>
int between(int least, int most, Random& random) {
    return std::uniform_int_distribution<int>(least, most)(random);
}

/// A card's position in the order from high to low; jokers are first, with 0.
inline std::size_t height(Json const& card) {
    return std::string_view("XAKQJT98765432").find(card.get_ref<std::string const&>()[0]);
}

/// Random cards for a choice; any other value unchanged. \param with_company choose at least one card that is no joker,
/// if there is one
template <class Random>
Json fill(Json const& value, bool with_company, Random& random) {
    if (!value.is_object()) return value;
    auto const& choose = value["choose"];
    auto const least = choose.is_array() ? choose[0].get<int>() : choose.get<int>();
    auto const most = choose.is_array() ? choose[1].get<int>() : least;
    auto cards = value["from"].get<std::vector<Json>>();
    std::shuffle(cards.begin(), cards.end(), random);
    if (value.contains("beats")) // the highest cards always satisfy it
        std::stable_sort(cards.begin(), cards.end(),
                         [](Json const& one, Json const& other) { return height(one) < height(other); });
    if (with_company) {
        auto const company = std::find_if(cards.begin(), cards.end(), [](Json const& card) { return card != "XX"; });
        if (company != cards.end()) std::rotate(cards.begin(), company, company + 1);
    }
    auto filled = value.value("with", Json::array());
    auto const count = between(least, most, random);
    for (auto card = cards.begin(); card != cards.begin() + count; ++card) filled.push_back(*card);
    return filled;
}

/// One rank for each joker: the rank of a random other card in the list, or of the highest if `highest` is set.
template <class Random>
Json ranks_for(Json const& cards, bool highest, Random& random) {
    std::vector<Json> others;
    std::copy_if(cards.begin(), cards.end(), std::back_inserter(others), [](Json const& card) { return card != "XX"; });
    std::sort(others.begin(), others.end(),
              [](Json const& one, Json const& other) { return height(one) < height(other); });
    auto ranks = Json::array();
    for (auto jokers = cards.size() - others.size(); jokers > 0; --jokers) {
        auto const place = highest ? 0 : between(0, static_cast<int>(others.size()) - 1, random);
        ranks.push_back(others[static_cast<std::size_t>(place)].get_ref<std::string const&>().substr(0, 1));
    }
    return ranks;
}

} // namespace detail

/// A random legal action: a random template with its choices filled in at random.
template <class Random>
Json random_action(Json const& legal, Random& random) {
    auto const& pick = legal[static_cast<std::size_t>(detail::between(0, static_cast<int>(legal.size()) - 1, random))];
    auto const optional = pick.value("optional", Json::array());
    auto const allows = [&](char const* field) {
        return std::find(optional.begin(), optional.end(), field) != optional.end();
    };
    Json action;
    for (auto const& [field, value] : pick.items())
        if (field != "optional") action[field] = detail::fill(value, allows("as"), random);
    if (allows("last_one") && detail::between(0, 1, random)) action["last_one"] = true;
    if (allows("as") && detail::between(0, 1, random)) {
        auto ranks = detail::ranks_for(action["cards"], pick["cards"].contains("beats"), random);
        if (!ranks.empty()) action["as"] = std::move(ranks);
    }
    return action;
}

} // namespace tefuda
