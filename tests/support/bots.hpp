// The bot harness, for every number of seats and every combination of options. It checks that each action of
// a policy is legal, that a match between bots ends, and that bots do not use hidden information: in two states that a
// seat cannot distinguish, a bot with the same random numbers acts the same, and so does its policy.
//
//     TEST_CASE("bots of Forty-One", "[rules][fortyone][bots]") { tefuda::test::check_bots<tefuda::FortyOne>(10); }
#pragma once

#include "server/match/match_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/checked_match.hpp"
#include "tests/support/ending.hpp"

namespace tefuda::test {

/// A match between bots. The level is chosen at random for each decision.
template <search::HasPolicy E>
class BotsMatch {
public:
    using Answer = std::optional<std::string>;

    BotsMatch(typename E::Options const& options, int seats, std::uint64_t seed)
        : random_(seed), draws_(random_), state_(E::start(options, seats, draws_, events_)), seats_(seats) {}

    /// Plays by the rules of thumb alone, and checks only that the match ends: the quick question, asked first.
    /// \throws BrokenPromise
    void play_to_the_end() {
        for (int actions = 0; !E::over(state_); ++actions) {
            auto const seat = next_seat(actions);
            if (auto const response = decide(state_, seat, false, random_)) act(seat, *response);
        }
    }

    /// \throws BrokenPromise
    void play() {
        for (int actions = 0; !E::over(state_); ++actions) {
            auto seat = next_seat(actions);
            if (chance_of(random_, share_checked))
                for (int number = 0; number < seats_; ++number) check_hidden_information(Seat(number));
            if (chance_of(random_, 0.05)) seat = Seat(below(random_, seats_));
            if (E::legal(state_, seat).empty()) continue;
            auto response =
                chance_of(random_, share_easy) ? server::BotViewOf<E>(state_, seat).as_beginner(random_) : std::nullopt;
            if (!response) response = decide(state_, seat, chance_of(random_, share_hard), random_);
            if (response) act(seat, *response);
        }
    }

private:
    static constexpr int longest = 5000;
    static constexpr double share_checked = 0.1;
    static constexpr double share_hard = 0.1;
    static constexpr double share_easy = 0.3;
    static constexpr search::Budget budget{.iterations = 12};

    Seat next_seat(int actions) const {
        auto const waiting = E::to_act(state_);
        if (actions >= longest) throw BrokenPromise("the match between bots does not end, now\n" + seen());
        if (waiting.empty()) throw BrokenPromise("no seat is to act, and the match is not over:\n" + seen());
        if (E::legal(state_, waiting.front()).empty())
            throw BrokenPromise("a seat that is to act has no legal action:\n" + seen());
        return waiting.front();
    }

    std::string seen() const { return codec::to_json(E::view(state_, Observer::spectator())); }

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
        check_policy(other, seat);
        for (auto const hard : {false, true}) {
            auto random_here = random_;
            auto random_there = random_;
            if (decide(state_, seat, hard, random_here) != decide(other, seat, hard, random_there))
                throw BrokenPromise("the action of a bot depends on cards that its seat cannot see:\n" +
                                    codec::to_json(E::view(state_, seat)));
        }
    }

    /// The policy itself, given two states that look the same to the seat. The server's bots give it one that they
    /// imagine, where a look into another hand does no harm; others may give it the real one.
    void check_policy(typename E::State const& other, Seat seat) const {
        using Policy = search::PolicyOf<E>;
        auto const check = [&](char const* name, auto const& choose) {
            auto random_here = random_;
            auto random_there = random_;
            auto const here = choose(state_, random_here);
            auto const there = choose(other, random_there);
            if (here != there)
                throw BrokenPromise("the policy's `" + std::string(name) + "` looks at cards that " +
                                    TwoWorlds<E>::name_of(seat) + " cannot see: " + here + " or " + there + "\n" +
                                    codec::to_json(E::view(state_, seat)));
        };
        auto const waiting = E::to_act(state_);
        if (std::find(waiting.begin(), waiting.end(), seat) != waiting.end()) {
            check("choose", [&](auto const& state, Random& random) {
                return codec::to_json(Policy::choose(state, seat, random));
            });
            if constexpr (requires(Random& random) { Policy::choose_as_beginner(state_, seat, random); })
                check("choose_as_beginner", [&](auto const& state, Random& random) {
                    return codec::to_json(Policy::choose_as_beginner(state, seat, random));
                });
        } else if constexpr (requires(Random& random) { Policy::volunteer(state_, seat, random); }) {
            check("volunteer", [&](auto const& state, Random& random) {
                auto const action = Policy::volunteer(state, seat, random);
                return action ? codec::to_json(*action) : "nothing";
            });
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
            REQUIRE(endless_match<E>(options, seats) == "");
            BotsMatch<E>(options, seats, 0).play_to_the_end();
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
