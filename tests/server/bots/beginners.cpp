#include "tests/server/bots/beginners.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <stdexcept>
#include <vector>

namespace tefuda::test {

namespace {

using Json = nlohmann::json;

/// A is 1, K 13.
int number_on(Json const& card) {
    constexpr std::string_view ranks = "A23456789TJQK";
    return static_cast<int>(ranks.find(card.get_ref<std::string const&>().front())) + 1;
}

Json const& hand_of(Json const& view) {
    return view["hands"][view["seat"].get<std::size_t>()];
}

/// The template with the greatest value, of equal ones the first.
template <class Value>
Json best_of(Json const& legal, Value const& value) {
    return *std::max_element(legal.begin(), legal.end(),
                             [&](Json const& one, Json const& other) { return value(one) < value(other); });
}

// --- Forty-One: takes what gives chips, otherwise plays the highest card ---

int fortyone_value(Json const& card, Json const& table) {
    auto const number = number_on(card);
    if (number <= 10) return number;
    if (number == 11) return -1;
    if (number == 12) return 0;
    auto const& sequence = table["sequence"];
    for (auto play = sequence.rbegin(); play != sequence.rend(); ++play)
        if (play->contains("card")) return (*play)["value"].get<int>();
    return fortyone_value(table["starter"], table);
}

Json play_fortyone(Json const& view, Json const& legal) {
    auto const& table = view["table"];
    if (table["total"].is_null()) return legal[0];
    return best_of(legal, [&](Json const& action) {
        if (action["type"] == "pass") return 0;
        auto const value = fortyone_value(action["card"], table);
        auto const total = table["total"].get<int>() + value;
        return total == 41 ? 200 : total % 10 == 1 && total > 0 ? 100 : value;
    });
}

// --- Sugekari Twenty-One: makes 21, otherwise plays the highest number that fits, or passes ---

Json play_sugekari21(Json const& view, Json const& legal) {
    auto const total = view["table"]["total"].get<int>();
    return best_of(legal, [&](Json const& action) {
        if (action["type"] == "pass") return 0;
        auto const number = number_on(action["card"]);
        return number > 10 ? -number : total + number == 21 ? 100 : number;
    });
}

// --- Twenty-Two: lays aside what is neither low nor high, and keeps low cards as long as it can ---

/// 2 is 2, A 14.
int height_of(Json const& card) {
    auto const number = number_on(card);
    return number == 1 ? 14 : number;
}

Json play_twentytwo(Json const& view, Json const& legal) {
    if (view["phase"] == "exchange") {
        auto middling = Json::array();
        for (auto const& card : hand_of(view))
            if (height_of(card) >= 6 && height_of(card) <= 9) middling.push_back(card);
        if (legal.size() < 2 || middling.empty()) return {{"type", "pass"}};
        auto const& choose = legal[1]["cards"]["choose"];
        auto const most = choose.is_array() ? choose[1].get<std::size_t>() : choose.get<std::size_t>();
        if (middling.size() > most) return {{"type", "pass"}};
        return {{"type", "exchange"}, {"cards", middling}};
    }
    // The highest cards of each template; of all plays the highest, of equally high ones with the most cards.
    std::vector<Json> plays;
    for (auto const& action : legal) {
        auto cards = action["cards"];
        if (cards.is_object()) {
            auto from = cards["from"].get<std::vector<Json>>();
            std::ranges::stable_sort(from, std::greater(), height_of);
            auto const& choose = cards["choose"];
            from.resize(choose.is_array() ? choose[1].get<std::size_t>() : choose.get<std::size_t>());
            auto const with = cards.value("with", Json::array());
            from.insert(from.end(), with.begin(), with.end());
            cards = from;
        }
        plays.push_back({{"type", "play"}, {"cards", cards}});
    }
    return best_of(plays, [](Json const& play) {
        auto lowest = 14;
        for (auto const& card : play["cards"]) lowest = std::min(lowest, height_of(card));
        return std::pair(lowest, play["cards"].size());
    });
}

// --- TT Page One: plays as many cards as it can, of single ones those that do something; says "last one" ---

Json play_ttpageone(Json const& view, Json const& legal) {
    auto const effect = [](Json const& card) {
        constexpr std::string_view strongest = "AK957";
        return card == "XX" ? -1 : static_cast<int>(strongest.find(card.get_ref<std::string const&>().front()) + 1);
    };
    auto const most_held = [&](Json const& suit) {
        return std::ranges::count_if(hand_of(view), [&](Json const& card) {
            return card.is_string() &&
                   card.get_ref<std::string const&>().back() == suit.get_ref<std::string const&>()[0];
        });
    };
    if (view["phase"] == "name_suit")
        return best_of(
            legal, [&](Json const& action) { return action["type"] == "name_suit" ? most_held(action["suit"]) : -1; });
    std::vector<Json> plays;
    for (auto action : legal) {
        if (action["type"] == "challenge" || action["type"] == "last_one") continue;
        if (action.erase("optional") > 0) action["last_one"] = true;
        if (action.contains("cards") && action["cards"].is_object()) {
            auto from = action["cards"]["from"].get<std::vector<Json>>();
            std::ranges::stable_sort(from, std::greater(), effect);
            auto const& choose = action["cards"]["choose"];
            from.resize(choose.is_array() ? choose[1].get<std::size_t>() : choose.get<std::size_t>());
            action["cards"] = from;
        }
        plays.push_back(action);
    }
    if (view["phase"] != "play") return plays.front();
    return best_of(plays, [&](Json const& play) {
        // A joker is kept for when nothing else fits; to hide another card can wait.
        if (play["type"] != "play") return std::tuple(play["type"] == "hide" ? -1 : 0, 0, std::ptrdiff_t{});
        auto const& cards = play["cards"];
        auto const joker = cards[0] == "XX";
        return std::tuple(joker ? 1 : 1 + static_cast<int>(cards.size()), effect(cards[0]),
                          joker ? most_held(play["suit"]) : 0);
    });
}

// --- Selfish: stops with more than the average of 7 a card, which the page's hint tells, but never with a Burst ---

Json play_selfish(Json const& view, Json const& legal) {
    if (view["phase"] != "decide") return legal[0];
    auto total = 0;
    auto burst = true;
    std::map<int, int> held;
    for (auto const& card : hand_of(view)) {
        auto const number = number_on(card);
        total += number + (++held[number] > 1 ? 10 : 0);
        burst = burst && number > 10;
    }
    auto const cards = static_cast<int>(hand_of(view).size());
    return {{"type", !burst && total > 7 * cards ? "stop" : "continue"}};
}

} // namespace

std::string beginners_action(std::string_view game, std::string_view view, std::string_view legal) {
    using Script = Json (*)(Json const&, Json const&);
    constexpr std::array<std::pair<std::string_view, Script>, 5> scripts{{{"fortyone", play_fortyone},
                                                                          {"sugekari21", play_sugekari21},
                                                                          {"twentytwo", play_twentytwo},
                                                                          {"ttpageone", play_ttpageone},
                                                                          {"selfish", play_selfish}}};
    for (auto const& [name, script] : scripts)
        if (name == game) return script(Json::parse(view), Json::parse(legal)).dump();
    throw std::invalid_argument("no script for a beginner at " + std::string(game));
}

} // namespace tefuda::test
