// The bot harness, for every number of seats and every combination of options. It checks that each action of the levels
// `normal` and `hard` is legal, that a match between bots ends, and that bots do not use hidden information: in two
// states that a seat cannot distinguish, a bot with the same random numbers acts the same.
//
//     TEST_CASE("bots of Forty-One", "[rules][fortyone][bots]") { tefuda::test::check_bots<tefuda::FortyOne>(10); }
#pragma once

#include "server/match/bot_view_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/checked_match.hpp"

namespace tefuda::test {

/// A match between bots. The level is chosen at random for each decision.
template <search::HasPolicy E>
class BotsMatch {
public:
    using Answer = std::optional<std::string>;

    BotsMatch(typename E::Options const& options, int seats, std::uint64_t seed)
        : random_(seed), draws_(random_), state_(E::start(options, seats, draws_, events_)), seats_(seats) {}

    /// \throws BrokenPromise
    void play() {
        for (int actions = 0; !E::over(state_); ++actions) {
            if (actions >= longest) throw BrokenPromise("the match between bots does not end");
            auto const waiting = E::to_act(state_);
            if (chance_of(random_, share_checked))
                for (int number = 0; number < seats_; ++number) check_hidden_information(Seat(number));
            auto const seat = chance_of(random_, 0.05) ? Seat(below(random_, seats_)) : waiting.front();
            if (E::legal(state_, seat).empty()) continue;
            auto const response = decide(state_, seat, chance_of(random_, share_hard), random_);
            if (response) act(seat, *response);
        }
    }

private:
    static constexpr int longest = 5000;
    static constexpr double share_checked = 0.1;
    static constexpr double share_hard = 0.1;
    static constexpr search::Budget budget{.iterations = 12};

    static Answer decide(typename E::State const& state, Seat seat, bool hard, Random& random) {
        server::BotViewOf<E> const bot_view(state, seat);
        return hard ? bot_view.by_search(budget, random) : bot_view.by_rules_of_thumb(random);
    }

    void act(Seat seat, std::string const& text) {
        codec::Decoder decoder;
        auto const action = decoder.read_text<typename E::Action>(text);
        if (!action) throw BrokenPromise("not an action: " + text);
        events_.clear();
        if (auto const refused = E::apply(state_, seat, *action, draws_, events_))
            throw BrokenPromise("refused: " + text + ": " + refused->reason + "\n" +
                                codec::to_json(E::view(state_, seat)));
    }

    /// \param seat any seat; one that the game does not wait for may volunteer an action
    void check_hidden_information(Seat seat) {
        auto const other = E::redeal(state_, seat, draws_);
        Random here(1);
        Random there(1);
        search::ImaginedChance chance_here(here);
        search::ImaginedChance chance_there(there);
        if (!(search::imagine<E>(state_, seat, chance_here) == search::imagine<E>(other, seat, chance_there)))
            throw BrokenPromise("the determinization depends on cards that the seat cannot see:\n" +
                                codec::to_json(E::view(state_, seat)));
        if (E::legal(state_, seat).empty()) return;
        for (auto const hard : {false, true}) {
            auto random_here = random_;
            auto random_there = random_;
            if (decide(state_, seat, hard, random_here) != decide(other, seat, hard, random_there))
                throw BrokenPromise("the action of a bot depends on cards that its seat cannot see:\n" +
                                    codec::to_json(E::view(state_, seat)));
        }
    }

    Random random_;
    RandomChance draws_;
    std::vector<typename E::Event> events_;
    typename E::State state_;
    int seats_;
};

/// The action of `normal` as JSON, or "nothing".
template <search::HasPolicy E>
std::string by_rules_of_thumb(typename E::State const& state, int seat) {
    Random random(1);
    return server::BotViewOf<E>(state, Seat(seat)).by_rules_of_thumb(random).value_or("nothing");
}

/// The action of `hard` after a number of iterations as JSON, or "nothing".
template <search::HasPolicy E>
std::string by_search(typename E::State const& state, int seat, int iterations = 500) {
    Random random(1);
    return server::BotViewOf<E>(state, Seat(seat)).by_search({.iterations = iterations}, random).value_or("nothing");
}

/// \param matches number of matches for each combination of seats and options
template <search::HasPolicy E>
void check_bots(int matches) {
    auto played = 0;
    for (auto const seats : E::seat_counts().values) {
        for (auto const& options : all_options<E>(seats)) {
            for (int match = 0; match < matches; ++match) {
                INFO("options " << codec::to_json(options) << ", " << seats << " seats, match " << match);
                BotsMatch<E>(options, seats, static_cast<std::uint64_t>(match)).play();
                ++played;
            }
        }
    }
    REQUIRE(played > 0);
}

} // namespace tefuda::test
