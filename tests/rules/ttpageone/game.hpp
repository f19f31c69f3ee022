// A match of TT Page One for tests. Results are returned as JSON, as on the wire.
#pragma once

#include "protocol/codec/encode.hpp"
#include "rules/ttpageone/ttpageone.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scripted_chance.hpp"

#include <nlohmann/json.hpp>

namespace tefuda::ttpageone::test {

using tefuda::test::deal_of;
using tefuda::test::ScriptedChance;
using Json = nlohmann::json;

inline auto const spectator = Observer::spectator();

inline Play play(int table, std::string_view cards) {
    return {table, parse_cards(cards), std::nullopt, std::nullopt};
}
inline Play joker(int table, Suit suit) {
    return {table, {Card::joker()}, suit, std::nullopt};
}
inline Play last_one(Play play) {
    return play.last_one = true, play;
}
inline Hide hide(std::string_view card) {
    return {parse_cards(card).front()};
}
inline Hide hide_none() {
    return {};
}
inline Challenge challenge(int seat) {
    return {Seat(seat)};
}

/// A position in the middle of a game. Seat 0 was the starter. Seat 1 holds `secret`, seat 2 `wild`, seat 3 `pass`
/// (with 3 seats seat 0). Cards that are not listed are at the bottom of the stock.
struct Position {
    std::vector<std::string_view> hands;
    std::string_view tables = "4S 8D";
    std::string_view stock = "";
    std::string_view secret = ""; ///< a card of seat 1, hidden since the deal
    bool stock_ends = false;      ///< cards that are not listed lie under the tops instead
    int turn = 0;
    int teams = 0;
    int games = 1;
};

class Game {
public:
    /// Begins a match with a scripted deal and priority; with 3 seats seat 0 starts.
    Game(int seats, Cards deal, std::vector<int> priority, int games = 1, int teams = 0) {
        chance.shuffles(std::move(deal)).orders(std::move(priority));
        if (seats == 3) chance.picks(0);
        Options options;
        options.games.value = games;
        options.teams.value = teams;
        auto const settled = TtPageOne::settle(options, seats);
        REQUIRE(std::holds_alternative<Options>(settled));
        state = TtPageOne::start(std::get<Options>(settled), seats, chance, events);
    }

    explicit Game(Position const& position)
        : Game(static_cast<int>(position.hands.size()), {}, order_of(position), position.games, position.teams) {
        choose_privileges();
        set_position(position);
    }

    /// Fails the test if the action is refused.
    Game& act(int seat, Action const& action) {
        events.clear();
        auto const refused = TtPageOne::apply(state, Seat(seat), action, chance, events);
        INFO("seat " << seat << ": " << codec::to_json(action));
        if (refused) FAIL("refused: " << refused->reason);
        return *this;
    }

    /// The reason for a refusal, "" if the action is legal. Checks that a refusal changes nothing. A legal action is
    /// applied.
    std::string refusal(int seat, Action const& action) {
        auto const before = state;
        std::vector<Event> none;
        auto const refused = TtPageOne::apply(state, Seat(seat), action, chance, none);
        if (!refused) return "";
        REQUIRE(state == before);
        REQUIRE(none.empty());
        return refused->reason;
    }

    Json view(Observer observer = spectator) const {
        return Json::parse(codec::to_json(TtPageOne::view(state, observer)));
    }
    Json table(Observer observer = spectator) const { return view(observer)["table"]; }
    Json hand(int seat, Observer observer = spectator) const { return view(observer)["hands"][seat]; }
    std::string phase() const { return view()["phase"]; }
    int turn() const { return table()["turn"]; }

    /// The top card, suit and rank of a table, for example "4S S 4"; "-" for none.
    std::string top(int number) const {
        auto const top = table()["tables"][number];
        auto const text = [](Json const& value) { return value.is_null() ? "-" : value.get<std::string>(); };
        return text(top["top"]) + " " + text(top["suit"]) + " " + text(top["rank"]);
    }

    Json legal(int seat) const {
        auto list = Json::array();
        for (auto const& choice : TtPageOne::legal(state, Seat(seat)))
            list.push_back(Json::parse(codec::to_json(choice)));
        return list;
    }

    /// The events of the last action, as an observer sees them.
    Json seen(Observer observer = spectator) const {
        auto list = Json::array();
        for (auto const& event : events)
            list.push_back(Json::parse(codec::to_json(TtPageOne::event_for(event, observer))));
        return list;
    }

    /// The first event of this type, null if there is none.
    Json event(std::string_view type, Observer observer = spectator) const {
        for (auto const& event : seen(observer))
            if (event["type"] == type) return event;
        return nullptr;
    }

    std::size_t count_events(std::string_view type) const {
        auto const all = seen();
        return static_cast<std::size_t>(
            std::count_if(all.begin(), all.end(), [&](Json const& event) { return event["type"] == type; }));
    }

    ScriptedChance chance;
    std::vector<Event> events;
    State state;

private:
    static std::vector<int> order_of(Position const& position) {
        std::vector<int> order(position.hands.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
        return order;
    }

    void choose_privileges() {
        if (state.seats == 3) {
            act(0, ChoosePrivilege{Privilege::pass}).act(1, ChoosePrivilege{Privilege::secret});
        } else {
            act(0, ChoosePrivilege{Privilege::starter}).act(1, ChoosePrivilege{Privilege::secret});
            act(2, ChoosePrivilege{Privilege::wild});
        }
        act(1, hide_none());
    }

    void set_position(Position const& position) {
        auto rest = fresh_pack(1, 2);
        auto const take_from_rest = [&](std::string_view text) {
            auto const cards = parse_cards(text);
            REQUIRE(contains_all(rest, cards));
            remove_all(rest, cards);
            return cards;
        };
        for (std::size_t i = 0; i < position.hands.size(); ++i) {
            auto const seat = Seat(static_cast<int>(i));
            state.hands[seat] = sorted(take_from_rest(position.hands[i]));
            if (state.hands[seat].size() == 1) state.last_one[seat] = Declaration::declared;
        }
        auto const tops = take_from_rest(position.tables);
        state.piles.clear();
        for (auto const top : tops) state.piles.push_back({top, top.suit(), top.rank(), {}});
        state.stock = take_from_rest(position.stock);
        auto& place = position.stock_ends ? state.piles[0].under : state.stock;
        place.insert(place.end(), rest.begin(), rest.end());
        if (!position.secret.empty()) state.secret = FaceDown{parse_cards(position.secret).front(), 0};
        state.joker_at_bottom = false;
        state.turn = Seat(position.turn);
        events.clear();
    }
};

} // namespace tefuda::ttpageone::test
