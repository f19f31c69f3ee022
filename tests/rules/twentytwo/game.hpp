// A match of Twenty-Two for tests with scripted cards. Results are returned as JSON, as on the wire.
#pragma once

#include "protocol/codec/encode.hpp"
#include "rules/twentytwo/twentytwo.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scripted_chance.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace tefuda::test {

using Json = nlohmann::json;
using twentytwo::Exchange;
using twentytwo::Pass;
using twentytwo::Play;

inline twentytwo::Options settled(twentytwo::Options const& options, int seats) {
    auto const complete = TwentyTwo::settle(options, seats);
    REQUIRE(std::holds_alternative<twentytwo::Options>(complete));
    return std::get<twentytwo::Options>(complete);
}

inline twentytwo::Options game_22() {
    return {};
}

/// `22` with two packs, in which a hand can have six cards of one rank, so that a deal ends in one trick.
inline twentytwo::Options two_packs() {
    twentytwo::Options options;
    options.decks = AnyOf<1, 2>{2};
    return options;
}

inline twentytwo::Options game_26(int max_lead = 0) {
    twentytwo::Options options;
    options.variant = twentytwo::Variant::twenty_six;
    options.max_lead = OneOf<0, 2, 3, 4>{max_lead};
    return options;
}

inline twentytwo::Options with_must(twentytwo::Options options) {
    options.follow = twentytwo::Follow::must;
    return options;
}

inline twentytwo::Options by_the_letter(twentytwo::Options options) {
    options.reading = twentytwo::Reading::letter;
    return options;
}

inline twentytwo::Options with_return(twentytwo::Options options) {
    options.losing_cards = twentytwo::LosingCards::return_;
    return options;
}

/// The top of a pack that makes `dealer` the dealer in one round: it draws an A, the others 2, 3, 4 …
inline Cards draw_for(Seat dealer, int seats) {
    auto const low = fresh_pack();
    Cards cards;
    for (int number = 0; number < seats; ++number)
        cards.push_back(number == dealer.number() ? low[0] : low[static_cast<std::size_t>(number) + 1]);
    return cards;
}

inline Ranks parse_ranks(std::string_view text) {
    Ranks ranks;
    for (auto const letter : text)
        if (letter != ' ') ranks.push_back(*WireName<Rank>::parse(std::string_view(&letter, 1)));
    return ranks;
}

class Game {
public:
    using Events = std::vector<twentytwo::Event>;

    /// Deals `hands` (by seat, 7 cards each) and puts `stock` on top of the stock. The last seat deals, so seat 0
    /// exchanges and leads first.
    Game(twentytwo::Options const& options, std::vector<std::string_view> const& hands, std::string_view stock = "") {
        auto const seats = static_cast<int>(hands.size());
        chance.shuffles(draw_for(Seat(seats - 1), seats)).shuffles(deal_of(hands, Seat(0), stock));
        state = TwentyTwo::start(settled(options, seats), seats, chance, events);
    }

    /// Deals the pack without shuffling it.
    Game(twentytwo::Options const& options, int seats) {
        chance.shuffles(draw_for(Seat(seats - 1), seats)).shuffles("");
        state = TwentyTwo::start(settled(options, seats), seats, chance, events);
    }

    /// The reason for a refusal, "" if the action was accepted. Checks that a refusal changes nothing.
    std::string act(int seat, twentytwo::Action const& action) {
        auto const before = state;
        Events happened;
        auto const refused = TwentyTwo::apply(state, Seat(seat), action, chance, happened);
        if (!refused) {
            events = happened;
            return "";
        }
        REQUIRE(state == before);
        REQUIRE(happened.empty());
        REQUIRE_FALSE(refused->reason.empty());
        return refused->reason;
    }

    std::string play(int seat, std::string_view cards) { return act(seat, Play{parse_cards(cards), std::nullopt}); }
    std::string play(int seat, std::string_view cards, std::string_view as) {
        return act(seat, Play{parse_cards(cards), parse_ranks(as)});
    }
    std::string exchange(int seat, std::string_view cards) { return act(seat, Exchange{parse_cards(cards)}); }
    std::string pass(int seat) { return act(seat, Pass{}); }

    /// Passes for all seats until the exchange is over.
    Game& pass_all() {
        while (state.phase == twentytwo::Phase::exchange) REQUIRE(pass(state.turn.number()) == "");
        return *this;
    }

    /// Plays out the deal with leads of the lowest rank and answers of lowest cards, so that every seat keeps its
    /// highest card.
    Game& play_out_lowest() {
        pass_all();
        auto const deal = state.deal;
        while (state.phase == twentytwo::Phase::play && state.deal == deal) {
            auto low = state.hands[state.turn];
            std::sort(low.begin(), low.end(), [](Card a, Card b) { return height(a) < height(b); });
            auto const bar = bar_at(state, state.plays.size());
            std::size_t how_many = bar ? bar->size() : 1;
            while (!bar && how_many + 1 < low.size() && low[how_many].rank() == low[0].rank()) ++how_many;
            low.resize(how_many, Card::joker());
            REQUIRE(act(state.turn.number(), Play{low, std::nullopt}) == "");
        }
        return *this;
    }

    /// Scripts the next deal: `size` cards for each seat, clockwise from `first`. `highest` lists the highest card of
    /// each seat (9 or higher; "" for a seat that is out); all other cards are lower.
    Game& next_deal(std::vector<std::string_view> const& highest, int size, int first) {
        Cards low;
        for (int packs = 2; packs > 0; --packs)
            for (auto const rank :
                 {Rank::two, Rank::three, Rank::four, Rank::five, Rank::six, Rank::seven, Rank::eight})
                for (auto const suit : all_suits) low.emplace_back(rank, suit);
        Cards top;
        auto const seats = static_cast<int>(highest.size());
        for (int i = 0; i < size; ++i)
            for (int step = 0; step < seats; ++step) {
                auto const card = highest[static_cast<std::size_t>(Seat(first).left(seats, step).number())];
                if (card.empty()) continue;
                top.push_back(i == 0 ? parse_cards(card).front() : draw_top(low));
            }
        chance.shuffles(top);
        return *this;
    }

    Json legal(int seat) const { return Json::parse(codec::to_json(TwentyTwo::legal(state, Seat(seat)))); }

    Json view(Observer observer = Observer::spectator()) const {
        return Json::parse(codec::to_json(TwentyTwo::view(state, observer)));
    }

    Json table(Observer observer = Observer::spectator()) const { return view(observer)["table"]; }

    /// The events of the last action (initially of the start), as an observer sees them.
    Json seen(Observer observer = Observer::spectator()) const {
        auto list = Json::array();
        for (auto const& event : events)
            list.push_back(Json::parse(codec::to_json(TwentyTwo::event_for(event, observer))));
        return list;
    }

    /// The last event of a type that a spectator saw.
    Json last_seen(std::string_view type) const {
        Json found;
        for (auto const& event : seen())
            if (event["type"] == type) found = event;
        return found;
    }

    ScriptedChance chance;
    Events events;
    twentytwo::State state;

private:
    static int height(Card card) {
        auto const rank = card.rank().value_or(Rank::ace);
        return rank == Rank::ace ? 14 : number_of(rank);
    }
};

} // namespace tefuda::test
