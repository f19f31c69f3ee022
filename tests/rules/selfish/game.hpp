// A match of Selfish for tests: the test lists the actions as words.
#pragma once

#include "protocol/codec/encode.hpp"
#include "rules/selfish/selfish.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scripted_chance.hpp"

#include <string>
#include <vector>

namespace tefuda::test {

using codec::to_json;

class SelfishGame {
public:
    using Claimed = selfish::ClaimedHand;

    /// Arranges the pack so that each seat draws the listed hand, one card per turn. `rest` follows in the pack.
    SelfishGame(selfish::Options const& options, std::vector<std::string_view> const& hands, Seat first = Seat(0),
                std::string_view rest = "") {
        chance.shuffles(deal_of(hands, first, rest)).picks(first.number());
        state_.emplace(Selfish::start(options, static_cast<int>(hands.size()), chance, events));
    }

    std::optional<Illegal> act(Seat seat, Selfish::Action const& action) {
        events.clear();
        return Selfish::apply(*state_, seat, action, chance, events);
    }

    /// Sends one action per word for the seat that is to act: "draw", "stop", "continue" or a claim. Fails the test if
    /// one is refused.
    SelfishGame& say(std::string_view words) {
        while (!words.empty()) {
            auto const word = words.substr(0, words.find(' '));
            words.remove_prefix(std::min(words.size(), word.size() + 1));
            INFO("word " << word);
            auto const refused = act(state_->to_act, action_of(word));
            REQUIRE((refused ? refused->reason : "") == "");
        }
        return *this;
    }

    /// Draws, continues and claims "nothing" until the hands are open.
    SelfishGame& to_the_opening() {
        while (!state_->opened) say(phase() == "draw" ? "draw" : phase() == "decide" ? "continue" : "nothing");
        return *this;
    }

    Selfish::State const& state() const { return *state_; }
    std::string phase() const { return std::string(WireName<selfish::Phase>::of(state_->phase)); }
    int to_act() const { return Selfish::to_act(*state_).at(0).number(); }
    std::string legal(int seat) const { return to_json(Selfish::legal(*state_, Seat(seat))); }
    Selfish::View view(Observer observer) const { return Selfish::view(*state_, observer); }
    std::string table() const { return to_json(view(Observer::spectator()).table); }
    std::string result() const { return to_json(view(Observer::spectator()).result); }

    std::string seen(Observer observer) const {
        std::string text;
        for (auto const& event : events) text += to_json(Selfish::event_for(event, observer)) + "\n";
        return text;
    }

    /// The events of the last action; initially those of the start.
    std::vector<Selfish::Event> events;
    ScriptedChance chance;

private:
    static Selfish::Action action_of(std::string_view word) {
        if (word == "draw") return selfish::Draw{};
        if (word == "stop") return selfish::Stop{};
        if (word == "continue") return selfish::Continue{};
        return selfish::Claim{WireName<Claimed>::parse(word).value()};
    }

    std::optional<Selfish::State> state_;
};

} // namespace tefuda::test
