#include "server/bots/bot.hpp"

#include "protocol/codec/json_tree.hpp"
#include "rules/core/rank_order.hpp"

#include <algorithm>
#include <vector>

namespace tefuda::server {

namespace {

using codec::JsonValue;
using CardValues = std::vector<JsonValue>;

std::size_t random_below(BotRandom& random, std::size_t n) {
    return static_cast<std::size_t>(random() % n);
}

bool one_in(BotRandom& random, std::size_t n) {
    return random_below(random, n) == 0;
}

bool is_joker(JsonValue card) {
    return card.string() == "XX";
}

/// The items of the object's list of this name; none where it has no such list.
CardValues list_in(JsonValue object, std::string_view name) {
    CardValues items;
    if (auto const list = object.find(name))
        for (auto const item : *list) items.push_back(item);
    return items;
}

/// The order of the ranks that a choice compares in.
RankOrder order_of(JsonValue choice) {
    auto ranks = ace_high.from_low();
    std::ranges::transform(list_in(choice, "low_to_high"), ranks.begin(),
                           [](JsonValue rank) { return WireName<Rank>::parse(rank.string()).value(); });
    return RankOrder(ranks);
}

/// The height of a rank, or of a card that is no joker.
int height(RankOrder const& order, JsonValue card) {
    return order.height(WireName<Rank>::parse(card.string().substr(0, 1)).value());
}

/// Whether the cards are at least as high as the choice's `beats`: both are sorted, then compared one by one. A joker
/// counts as the highest other card if it may copy one, else as the highest rank.
bool beats(CardValues const& cards, JsonValue choice, bool may_copy) {
    auto const order = order_of(choice);
    std::vector<int> own;
    for (auto const card : cards)
        if (!is_joker(card)) own.push_back(height(order, card));
    own.resize(cards.size(),
               own.empty() || !may_copy ? order.height(order.highest()) : *std::max_element(own.begin(), own.end()));
    std::sort(own.rbegin(), own.rend());
    std::vector<int> needed;
    for (auto const rank : list_in(choice, "beats")) needed.push_back(height(order, rank));
    std::sort(needed.rbegin(), needed.rend());
    return std::equal(own.begin(), own.end(), needed.begin(), needed.end(), std::greater_equal<>());
}

/// A random number of random cards, as the choice allows.
CardValues random_cards(JsonValue choice, BotRandom& random) {
    auto const whole = [](JsonValue number) { return static_cast<std::size_t>(number.number()); };
    auto const choose = *choice.find("choose");
    auto const bounds = choose.is_list() ? list_in(choice, "choose") : CardValues{choose, choose};
    auto const least = whole(bounds[0]), most = whole(bounds[1]);
    auto from = list_in(choice, "from");
    std::shuffle(from.begin(), from.end(), random);
    from.resize(least + random_below(random, most - least + 1), choose);
    for (auto const card : list_in(choice, "with")) from.push_back(card);
    return from;
}

/// The `choose` highest cards, with at least one card that is not a joker if there is one. If any selection beats the
/// choice's ranks, this one does.
CardValues highest(JsonValue choice) {
    auto from = list_in(choice, "from");
    auto const order = order_of(choice);
    auto const value = [&](JsonValue card) { return is_joker(card) ? 99 : height(order, card); };
    std::ranges::sort(from, std::ranges::greater(), value);
    auto const jokers = std::ranges::count_if(from, is_joker);
    auto const size = static_cast<std::ptrdiff_t>(choice.find("choose")->number());
    if (jokers >= size && jokers < std::ssize(from))
        std::rotate(from.begin(), from.begin() + jokers, from.begin() + jokers + 1);
    from.erase(from.begin() + size, from.end());
    for (auto const card : list_in(choice, "with")) from.push_back(card);
    return from;
}

bool allowed(CardValues const& cards, JsonValue choice, bool may_copy) {
    if (may_copy && std::ranges::all_of(cards, is_joker)) return false;
    return !choice.find("beats") || beats(cards, choice, may_copy);
}

CardValues allowed_cards(JsonValue choice, bool may_copy, BotRandom& random) {
    for (int tries = 0; tries < 50; ++tries)
        if (auto cards = random_cards(choice, random); allowed(cards, choice, may_copy)) return cards;
    // Random draws failed: few selections are allowed. The highest cards are, if anything is.
    return highest(choice);
}

void append_list(codec::JsonText& out, CardValues const& cards) {
    out += '[';
    for (auto const card : cards) {
        if (out.back() != '[') out += ',';
        card.append_to(out);
    }
    out += ']';
}

/// The action with one of each choice, and with all that is optional.
std::string fill_in(JsonValue action, BotRandom& random) {
    auto const optional = list_in(action, "optional");
    auto const is_copy = [](JsonValue flag) { return flag.string() == "as"; };
    auto const may_copy = std::ranges::any_of(optional, is_copy);
    codec::JsonText out;
    auto const start = [&](std::string_view name) {
        out += out.empty() ? '{' : ',';
        append_string(out, name);
        out += ':';
    };
    for (auto const field : action) {
        if (field.name() == "optional") continue;
        start(field.name());
        if (field.is_object() && field.name() == "items")
            append_list(out, random_cards(field, random));
        else if (field.is_object() && field.name() == "cards")
            append_list(out, allowed_cards(field, may_copy, random));
        else
            field.append_to(out);
    }
    for (auto const flag : optional) {
        if (is_copy(flag)) continue;
        start(flag.string());
        out += "true";
    }
    out += '}';
    return out.str();
}

} // namespace

std::uint64_t bot_seed_of(MatchRecord const& record, Seat seat, std::int64_t decision, int useless_answers) {
    auto const& secret = record.setup.server_seed;
    std::vector<std::uint8_t> bytes(secret.begin(), secret.end());
    for (auto const number :
         {std::int64_t{record.number}, std::int64_t{seat.number()}, decision, std::int64_t{useless_answers}})
        for (auto const digit : '/' + std::to_string(number)) bytes.push_back(static_cast<std::uint8_t>(digit));
    auto const digest = sha256(bytes);
    std::uint64_t seed = 0;
    for (auto const byte : std::span(digest).first<sizeof seed>()) seed = seed << 8 | byte;
    return seed;
}

std::optional<std::string> choose(BotTask const& task, search::Budget const& budget, BotRandom& random) {
    if (task.level == BotLevel::easy && task.view)
        if (auto action = task.view->as_beginner(random)) return action;
    if (task.level == BotLevel::easy || !task.view) return choose_easy(task, random);
    if (task.level == BotLevel::normal || budget.iterations == 0) return task.view->by_rules_of_thumb(random);
    return task.view->by_search(budget, random);
}

std::optional<Consideration> consider(BotTask const& task, search::Budget const& budget, BotRandom& random) {
    if (task.view && budget.iterations > 0) return task.view->consider(budget, random, {});
    auto action = task.view ? task.view->by_rules_of_thumb(random) : choose_easy(task, random);
    return action ? std::optional(Consideration{std::move(*action), {}}) : std::nullopt;
}

std::optional<std::string> choose_easy(BotTask const& task, BotRandom& random) {
    auto const legal = codec::JsonTree::parse(task.legal).value();
    std::vector<JsonValue> choices;
    for (auto const choice : legal.root()) choices.push_back(choice);
    auto const is_seldom = [&](JsonValue choice) {
        return std::ranges::count(task.seldom, choice.find("type")->string()) > 0;
    };
    auto const all_are = std::ranges::all_of(choices, is_seldom);
    if (!(task.must_act && all_are) && !one_in(random, 25)) std::erase_if(choices, is_seldom);
    if (choices.empty() || (!task.must_act && one_in(random, 2))) return std::nullopt;
    return fill_in(choices[random_below(random, choices.size())], random);
}

} // namespace tefuda::server
