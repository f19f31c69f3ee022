#include "rules/core/rank_order.hpp"
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

bool is_joker(Json const& card) {
    return card == "XX";
}

/// The order of the ranks that a choice compares in.
RankOrder order_of(Json const& choice) {
    auto ranks = ace_high.from_low();
    if (choice.contains("low_to_high"))
        std::transform(choice["low_to_high"].begin(), choice["low_to_high"].end(), ranks.begin(),
                       [](Json const& rank) { return WireName<Rank>::parse(rank.get<std::string>()).value(); });
    return RankOrder(ranks);
}

/// The height of a rank, or of a card that is no joker.
int height(RankOrder const& order, Json const& card) {
    return order.height(WireName<Rank>::parse(card.get<std::string>().substr(0, 1)).value());
}

/// Whether the cards are at least as high as the choice's `beats`: both are sorted, then compared one by one. A joker
/// counts as the highest other card if it may copy one, else as the highest rank.
bool beats(Json const& cards, Json const& choice, bool may_copy) {
    auto const order = order_of(choice);
    std::vector<int> own;
    for (auto const& card : cards)
        if (!is_joker(card)) own.push_back(height(order, card));
    own.resize(cards.size(),
               own.empty() || !may_copy ? order.height(order.highest()) : *std::max_element(own.begin(), own.end()));
    std::sort(own.rbegin(), own.rend());
    std::vector<int> needed;
    for (auto const& rank : choice["beats"]) needed.push_back(height(order, rank));
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
    auto const order = order_of(choice);
    auto const value = [&](Json const& card) { return is_joker(card) ? 99 : height(order, card); };
    std::sort(from.begin(), from.end(), [&](auto const& one, auto const& other) { return value(one) > value(other); });
    auto const jokers = static_cast<std::size_t>(std::count_if(from.begin(), from.end(), is_joker));
    auto const size = choice["choose"].get<std::size_t>();
    if (jokers >= size && jokers < from.size())
        std::rotate(from.begin(), from.begin() + jokers, from.begin() + jokers + 1);
    from.resize(size);
    for (auto const& card : choice.value("with", Json::array())) from.push_back(card);
    return from;
}

bool allowed(Json const& cards, Json const& choice, bool may_copy) {
    if (may_copy && std::all_of(cards.begin(), cards.end(), is_joker)) return false;
    return !choice.contains("beats") || beats(cards, choice, may_copy);
}

Json fill_in(Json action, BotRandom& random) {
    auto const optional = action.value("optional", Json::array());
    auto const may_copy = std::find(optional.begin(), optional.end(), "as") != optional.end();
    action.erase("optional");
    for (auto const& flag : optional)
        if (flag != "as") action[flag.get<std::string>()] = true;
    if (action.contains("items") && action["items"].is_object())
        action["items"] = random_cards(action["items"], random);
    if (!action.contains("cards") || !action["cards"].is_object()) return action;
    auto const choice = action["cards"];
    for (int tries = 0; tries < 50; ++tries) {
        action["cards"] = random_cards(choice, random);
        if (allowed(action["cards"], choice, may_copy)) return action;
    }
    // Random draws failed: few selections are allowed. The highest cards are, if anything is.
    action["cards"] = highest(choice);
    return action;
}

} // namespace

std::optional<std::string> choose_easy(BotTask const& task, BotRandom& random) {
    std::vector<Json> choices = Json::parse(task.legal);
    auto const is_seldom = [&](Json const& choice) {
        return std::ranges::count(task.seldom, choice["type"].get_ref<std::string const&>()) > 0;
    };
    auto const all_are = std::all_of(choices.begin(), choices.end(), is_seldom);
    if (!(task.must_act && all_are) && !one_in(random, 25)) std::erase_if(choices, is_seldom);
    if (choices.empty() || (!task.must_act && one_in(random, 2))) return std::nullopt;
    return fill_in(choices[random_below(random, choices.size())], random).dump();
}

} // namespace tefuda::server
