#include "server/bots/bot.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace tefuda::server {

namespace {

using Json = nlohmann::json;

std::size_t random_below(BotRandom& random, std::size_t n) {
    return static_cast<std::size_t>(random() % n);
}

bool one_in(BotRandom& random, std::size_t n) {
    return random_below(random, n) == 0;
}

/// The position of a rank among the ranks, ace high.
int rank_order(std::string const& rank) {
    constexpr std::string_view ranks = "23456789TJQKA";
    return static_cast<int>(ranks.find(rank.front()));
}

bool is_joker(Json const& card) {
    return card == "XX";
}

/// Whether the cards are at least as high as the given ranks: both are sorted, then compared one by one. A joker counts
/// as the highest other card.
bool beats(Json const& cards, Json const& ranks) {
    std::vector<int> own;
    for (auto const& card : cards)
        if (!is_joker(card)) own.push_back(rank_order(card.get<std::string>()));
    own.resize(cards.size(), own.empty() ? rank_order("A") : *std::max_element(own.begin(), own.end()));
    std::sort(own.rbegin(), own.rend());
    std::vector<int> needed;
    for (auto const& rank : ranks) needed.push_back(rank_order(rank.get<std::string>()));
    std::sort(needed.rbegin(), needed.rend());
    return std::equal(own.begin(), own.end(), needed.begin(), needed.end(), std::greater_equal<>());
}

/// A random number of random cards, as the choice allows.
Json random_cards(Json const& choice, BotRandom& random) {
    auto const& choose = choice["choose"];
    auto const least = choose.is_array() ? choose[0].get<std::size_t>() : choose.get<std::size_t>();
    auto const most = choose.is_array() ? choose[1].get<std::size_t>() : least;
    auto from = choice["from"].get<std::vector<Json>>();
    std::shuffle(from.begin(), from.end(), random);
    from.resize(least + random_below(random, most - least + 1));
    for (auto const& card : choice.value("with", Json::array())) from.push_back(card);
    return from;
}

/// The `choose` highest cards, with at least one card that is not a joker if there is one. If any selection beats the
/// choice's ranks, this one does.
Json highest(Json const& choice) {
    auto from = choice["from"].get<std::vector<Json>>();
    auto const value = [](Json const& card) { return is_joker(card) ? 99 : rank_order(card.get<std::string>()); };
    std::sort(from.begin(), from.end(), [&](auto const& one, auto const& other) { return value(one) > value(other); });
    auto const jokers = static_cast<std::size_t>(std::count_if(from.begin(), from.end(), is_joker));
    auto const size = choice["choose"].get<std::size_t>();
    if (jokers >= size && jokers < from.size())
        std::rotate(from.begin(), from.begin() + jokers, from.begin() + jokers + 1);
    from.resize(size);
    for (auto const& card : choice.value("with", Json::array())) from.push_back(card);
    return from;
}

bool allowed(Json const& cards, Json const& choice, bool beside_another) {
    if (beside_another && std::all_of(cards.begin(), cards.end(), is_joker)) return false;
    return !choice.contains("beats") || beats(cards, choice["beats"]);
}

Json fill_in(Json action, BotRandom& random) {
    auto const optional = action.value("optional", Json::array());
    auto const is_optional = [&](std::string_view field) {
        return std::find(optional.begin(), optional.end(), field) != optional.end();
    };
    action.erase("optional");
    if (is_optional("last_one")) action["last_one"] = true;
    if (action.contains("items") && action["items"].is_object())
        action["items"] = random_cards(action["items"], random);
    if (!action.contains("cards") || !action["cards"].is_object()) return action;
    auto const choice = action["cards"];
    for (int tries = 0; tries < 50; ++tries) {
        action["cards"] = random_cards(choice, random);
        if (allowed(action["cards"], choice, is_optional("as"))) return action;
    }
    // Random draws failed: few selections are allowed. The highest cards are, if anything is.
    action["cards"] = highest(choice);
    return action;
}

} // namespace

std::optional<std::string> choose_easy(BotTask const& task, BotRandom& random) {
    std::vector<Json> choices = Json::parse(task.legal);
    auto const is_hide = [](Json const& choice) { return choice["type"] == "hide"; };
    auto const only_hides = std::all_of(choices.begin(), choices.end(), is_hide);
    if (!(task.must_act && only_hides) && !one_in(random, 25)) std::erase_if(choices, is_hide);
    if (choices.empty() || (!task.must_act && one_in(random, 2))) return std::nullopt;
    return fill_in(choices[random_below(random, choices.size())], random).dump();
}

} // namespace tefuda::server
