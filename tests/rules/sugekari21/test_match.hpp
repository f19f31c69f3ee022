// A match of Sugekari Twenty-One for tests: hands and moves are given as text, and results are returned as text.
#pragma once

#include "rules/sugekari21/sugekari21.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scripted_chance.hpp"

#include <sstream>
#include <string>

namespace tefuda::sugekari21 {

inline std::string text_of(Cards const& cards) {
    std::string text;
    for (auto const card : cards) text += (text.empty() ? "" : " ") + std::string(WireName<Card>::of(card));
    return text;
}

/// For example "7H KS +11": the known cards, then the number of unknown ones.
inline std::string text_of(SeenCards const& cards) {
    return text_of(cards.known) + (cards.hidden > 0 ? " +" + std::to_string(cards.hidden) : "");
}

inline std::string text_of(Action const& action) {
    return std::visit(Overloaded{
                          [](Discard const& discard) { return "discard " + text_of(Cards{discard.card}); },
                          [](Give const& give) { return "give " + text_of(give.cards); },
                          [](Play const& play) {
                              auto const as = play.as ? "=" + std::string(WireName<JokerRole>::of(*play.as)) : "";
                              return text_of(Cards{play.card}) + as;
                          },
                          [](Pass const&) { return std::string("pass"); },
                      },
                      action);
}

/// Parses "7H", "XX=half" or "pass".
inline Action move_of(std::string_view word) {
    if (word == "pass") return Pass{};
    auto const equals = word.find('=');
    if (equals == std::string_view::npos) return Play{*WireName<Card>::parse(word), std::nullopt};
    return Play{*WireName<Card>::parse(word.substr(0, equals)), *WireName<JokerRole>::parse(word.substr(equals + 1))};
}

inline Play play_of(std::string_view word) {
    return std::get<Play>(move_of(word));
}

/// A pack that, dealt from `leader`, gives each seat its listed cards and fills up the hand with others in canonical
/// order. `rest` follows.
inline Cards pack_of(std::vector<std::string> hands, Seat leader = Seat(0), std::string const& rest = "",
                     int jokers = 0) {
    auto left = fresh_pack(1, jokers);
    for (auto const& hand : hands) remove_all(left, parse_cards(hand));
    remove_all(left, parse_cards(rest));
    std::vector<std::string_view> full;
    for (auto& hand : hands) {
        while (parse_cards(hand).size() < hand_size) hand += " " + text_of(Cards{draw_top(left)});
        full.emplace_back(hand);
    }
    return test::deal_of(full, leader, rest);
}

inline Options spiced(Exchange exchange, int games = 1, bool jokers = false) {
    Options options;
    options.exchange = exchange;
    options.games.value = games;
    options.jokers = jokers;
    return options;
}

inline Options for_two(TwoPlayer two_player, Exchange exchange = Exchange::none, int games = 1) {
    auto options = spiced(exchange, games);
    options.two_player = two_player;
    return options;
}

/// Starts a match whose hands contain the listed cards.
class TestMatch {
public:
    TestMatch(Options const& options, std::vector<std::string> const& hands, int leader = 0,
              std::string const& rest = "") {
        auto const seats = static_cast<int>(hands.size());
        chance.picks(leader).shuffles(pack_of(hands, Seat(leader), rest));
        state = Sugekari21::start(options, seats, chance, events);
    }

    /// Replaces the hands, for example by small ones for the end of a game.
    TestMatch& set_hands(std::vector<std::string_view> const& hands) {
        for (std::size_t i = 0; i < hands.size(); ++i)
            state.hands[Seat(static_cast<int>(i))] = sorted(parse_cards(hands[i]));
        return *this;
    }

    /// Replaces the cards that a side has captured in this game.
    TestMatch& set_captured(std::size_t side, std::string_view cards) {
        state.captured[side] = sorted(parse_cards(cards));
        return *this;
    }

    /// Fails the test if the action is refused.
    TestMatch& act(int seat, Action const& action) {
        events.clear();
        auto const refused = Sugekari21::apply(state, Seat(seat), action, chance, events);
        INFO("seat " << seat << ": " << text_of(action) << ": " << (refused ? refused->reason : ""));
        REQUIRE_FALSE(refused);
        return *this;
    }

    /// Plays moves such as "7H 6S pass XX=half" in turn order.
    TestMatch& moves(std::string const& words) {
        std::istringstream in(words);
        for (std::string word; in >> word;) act(state.turn.number(), move_of(word));
        return *this;
    }

    TestMatch& give(int seat, std::string_view cards) { return act(seat, Give{parse_cards(cards)}); }
    TestMatch& discard(int seat, std::string_view card) { return act(seat, Discard{*WireName<Card>::parse(card)}); }

    /// The reason for a refusal, "" if the action is legal. Checks that a refusal changes nothing.
    std::string refusal(int seat, Action const& action) {
        auto const before = state;
        Events none;
        test::ScriptedChance no_chance;
        auto copy = state;
        auto const refused = Sugekari21::apply(copy, Seat(seat), action, no_chance, none);
        if (!refused) return "";
        CHECK(copy == before);
        CHECK(none.empty());
        return refused->reason;
    }

    /// The legal moves of a seat in the order of the templates, for example "7H, XX=half, pass".
    std::string legal(int seat) const {
        std::string text;
        for (auto const& choice : Sugekari21::legal(state, Seat(seat))) {
            text += (text.empty() ? "" : ", ") + text_of(choice.action);
            if (choice.cards) text += std::to_string(choice.cards->min) + " of " + text_of(choice.cards->from);
        }
        return text;
    }

    Sugekari21::View view(Observer observer = Observer::spectator()) const { return Sugekari21::view(state, observer); }

    std::string hand_seen_by(Observer observer, int holder) const {
        return text_of(view(observer).hands[Seat(holder)]);
    }

    std::vector<int> scores() const {
        std::vector<int> values;
        for (auto const& score : view().scores) values.push_back(score->value);
        return values;
    }

    /// The types of the events of the last action.
    std::string event_types() const {
        std::string text;
        for (auto const& event : events)
            text += (text.empty() ? "" : " ") + std::visit([](auto const& what) { return std::string(what.type); },
                                                           Sugekari21::event_for(event, Observer::spectator()));
        return text;
    }

    /// The only event of type E of the last action, as an observer sees it. Fails the test unless there is exactly one.
    template <class E>
    E event(Observer observer = Observer::spectator()) const {
        std::optional<E> found;
        for (auto const& event : events) {
            auto const seen = Sugekari21::event_for(event, observer);
            if (auto const* one = std::get_if<E>(&seen)) {
                REQUIRE_FALSE(found);
                found = *one;
            }
        }
        REQUIRE(found);
        return *found;
    }

    test::ScriptedChance chance;
    State state;
    Events events;
};

} // namespace tefuda::sugekari21
