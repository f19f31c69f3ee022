// A match of Forty-One for tests: the test lists the hands and the turns as text.
#pragma once

#include "protocol/codec/encode.hpp"
#include "rules/fortyone/fortyone.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scripted_chance.hpp"

#include <string>
#include <vector>

namespace tefuda::test {

using codec::to_json;

inline Card card(std::string_view name) {
    return parse_cards(name).at(0);
}

/// Seat 1 deals the first deal, seat 0 leads.
class FortyOneGame {
public:
    FortyOneGame(std::string_view starter, std::string_view leader, std::string_view dealer,
                 std::string_view next = "") {
        auto top = deal_of({leader, dealer}, Seat(0), starter);
        for (auto const card : parse_cards(next)) top.push_back(card);
        chance_.picks(1).shuffles(top);
        state_.emplace(FortyOne::start({}, 2, chance_, events));
    }

    FortyOne::State const& state() const { return *state_; }

    std::optional<Illegal> act(Seat seat, FortyOne::Action const& action) {
        events.clear();
        return FortyOne::apply(*state_, seat, action, chance_, events);
    }

    /// Plays the listed cards in turn order; "-" is a pass. Fails the test if an action is refused.
    FortyOneGame& turns(std::string_view text) {
        while (!text.empty()) {
            auto const word = text.substr(0, text.find(' '));
            text.remove_prefix(std::min(text.size(), word.size() + 1));
            INFO("turn " << word);
            auto const action = word == "-" ? FortyOne::Action(fortyone::Pass{}) : fortyone::Play{card(word)};
            auto const refused = act(state_->turn, action);
            REQUIRE((refused ? refused->reason : "") == "");
        }
        return *this;
    }

    std::optional<int> total() const { return state_->total.total(); }
    int chips(int seat) const { return state_->chips[Seat(seat)].value; }
    std::string legal(int seat) const { return to_json(FortyOne::legal(*state_, Seat(seat))); }
    std::string view(Observer observer) const { return to_json(FortyOne::view(*state_, observer)); }
    std::string table() const { return to_json(FortyOne::view(*state_, Observer::spectator()).table); }

    std::string seen(Observer observer) const {
        std::string text;
        for (auto const& event : events) text += to_json(FortyOne::event_for(event, observer)) + "\n";
        return text;
    }

    /// The events of the last action; initially those of the first deal.
    std::vector<FortyOne::Event> events;

private:
    ScriptedChance chance_;
    std::optional<FortyOne::State> state_;
};

} // namespace tefuda::test
