// The harness that every game must pass, for every number of seats and every combination of options: random play ends;
// exactly the legal actions apply; a refused action changes nothing; cards are conserved; a replay gives the same
// states; re-dealing what an observer can't see changes nothing that it gets.
//
//     TEST_CASE("fortyone conforms") { tefuda::test::check_conformance<tefuda::FortyOne>(); }
//
// Matches for each combination: 200, or the environment variable TEFUDA_CONFORMANCE_MATCHES.
#pragma once

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/schema.hpp"
#include "rules/core/seeded_chance.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random_action.hpp"

#include <cstdlib>
#include <map>
#include <set>

namespace tefuda::test {

inline int matches_per_combination() {
    auto const* asked = std::getenv("TEFUDA_CONFORMANCE_MATCHES");
    return asked ? std::atoi(asked) : 200;
}

/// Every combination of options that a game allows with so many seats, settled.
template <Engine E>
std::vector<typename E::Options> all_options(int seats) {
    std::vector<nlohmann::json> combinations{nlohmann::json::object()};
    auto const schema = codec::options_schema<typename E::Options>();
    for (auto const& [name, property] : schema["properties"].items()) {
        auto const values = property.contains("enum") ? property["enum"] : codec::OrderedJson::array({false, true});
        auto const sparse = combinations;
        for (auto& combination : combinations) combination[name] = values[0];
        for (std::size_t i = 1; i < values.size(); ++i) {
            for (auto combination : sparse) {
                combination[name] = values[i];
                combinations.push_back(std::move(combination));
            }
        }
        combinations.insert(combinations.end(), sparse.begin(), sparse.end());
    }
    std::vector<typename E::Options> settled;
    std::set<std::string> seen;
    for (auto const& combination : combinations) {
        codec::Decoder decoder;
        auto const options = decoder.read_options<typename E::Options>(combination);
        REQUIRE(options);
        auto const complete = E::settle(*options, seats);
        if (auto const* good = std::get_if<typename E::Options>(&complete))
            if (seen.insert(codec::to_json(*good)).second) settled.push_back(*good);
    }
    return settled;
}

/// Chance without a stream: for what is drawn often and need not be checked.
class RandomChance final : public Chance {
public:
    explicit RandomChance(Random& random) : random_(random) {}

private:
    void do_shuffle(Cards& cards) override { std::shuffle(cards.begin(), cards.end(), random_); }
    Seats do_order(int n) override {
        auto seats = all_seats(n);
        std::shuffle(seats.begin(), seats.end(), random_);
        return seats;
    }
    int do_pick(int n) override { return below(random_, n); }

    Random& random_;
};

/// One random match of an engine, with every check on the way; most checks on every state of one match in 100, and on
/// some states of the others.
template <Redealable E>
class ConformanceMatch {
public:
    using State = typename E::State;
    using Action = typename E::Action;
    using Event = typename E::Event;

    ConformanceMatch(typename E::Options options, int seats, std::uint64_t seed)
        : options_(std::move(options)), seats_(seats), seed_(seed), random_(seed), chance_(seed_bytes()),
          state_(E::start(options_, seats, chance_, events_)) {}

    void play() {
        INFO("options " << codec::to_json(options_) << ", " << seats_ << " seats, seed " << seed_);
        auto const thorough = seed_ % 100 == 0;
        while (!E::over(state_)) {
            if (actions_.size() >= 20000) FAIL("the match does not end");
            check_cards();
            if (thorough || chance_of(random_, 0.005)) {
                check_refusals();
                check_two_worlds();
            }
            step();
        }
        check_end();
        if (thorough) check_replay();
    }

private:
    Bytes32 seed_bytes() const {
        Bytes32 bytes{};
        for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(seed_ >> (8 * i));
        return bytes;
    }

    /// Somebody that the game waits for, or now and then somebody who may but need not act.
    Seat somebody() {
        auto const waiting = E::to_act(state_);
        if (waiting.empty()) FAIL("nobody is to act, and the match is not over");
        if (chance_of(random_, 0.15)) {
            auto const seat = Seat(below(random_, seats_));
            if (!E::legal(state_, seat).empty()) return seat;
        }
        return waiting[static_cast<std::size_t>(below(random_, static_cast<int>(waiting.size())))];
    }

    void step() {
        auto const seat = somebody();
        auto const legal = E::legal(state_, seat);
        if (legal.empty()) FAIL("a seat that is to act has no legal action");
        auto const& choice = legal[static_cast<std::size_t>(below(random_, static_cast<int>(legal.size())))];
        auto const action = fill_in(choice, random_);
        if (!action) FAIL("a template allows nothing: " << codec::to_json(choice));
        events_.clear();
        if (auto const refused = E::apply(state_, seat, *action, chance_, events_))
            FAIL("seat " << seat.number() << ": " << codec::to_json(*action) << " is allowed by "
                         << codec::to_json(choice) << " and refused: " << refused->reason);
        actions_.emplace_back(seat, *action);
    }

    /// Each ordinary card lies somewhere exactly as often as at the start; jokers may join, none gets lost.
    void check_cards() {
        auto const cards = all_cards(state_);
        auto const jokers = count(cards, Card::joker());
        auto ordinary = static_cast<int>(cards.size()) - jokers;
        if (packs_ == 0) packs_ = ordinary / 52;
        if (!same_cards(cards, fresh_pack(packs_, jokers)) || jokers < jokers_)
            FAIL("cards were lost or doubled: " << codec::to_json(sorted(cards)));
        jokers_ = jokers;
    }

    Cards hand_of(Seat seat) const { return E::view(state_, seat).hands[seat].known; }

    void check_refusals() {
        for (int number = 0; number < seats_; ++number) {
            auto const seat = Seat(number);
            auto const legal = E::legal(state_, seat);
            auto const hand = hand_of(seat);
            for (int i = 0; i < 8; ++i) {
                auto const action = random_action<Action>(random_, {hand, seats_});
                auto const allowed =
                    std::any_of(legal.begin(), legal.end(), [&](auto const& choice) { return allows(choice, action); });
                check_one(seat, action, allowed);
            }
        }
    }

    void check_one(Seat seat, Action const& action, bool allowed) {
        auto copy = state_;
        auto chance = chance_;
        std::vector<Event> events;
        auto const refused = E::apply(copy, seat, action, chance, events);
        if (refused.has_value() == allowed)
            FAIL("seat " << seat.number() << ": " << codec::to_json(action) << " is "
                         << (allowed ? "allowed by a template and refused: " + refused->reason
                                     : "allowed by no template of " + codec::to_json(E::legal(state_, seat)) +
                                           " and accepted"));
        if (!refused) return;
        if (!(copy == state_) || !events.empty())
            FAIL("a refused action changed something: " << codec::to_json(action));
        if (refused->reason.empty()) FAIL("a refusal without a reason: " << codec::to_json(action));
    }

    std::string seen_by(State const& state, Observer observer) const {
        auto bytes = codec::to_json(E::view(state, observer));
        if (observer.seat()) bytes += codec::to_json(E::legal(state, *observer.seat()));
        return bytes;
    }

    std::string seen_by(std::vector<Event> const& events, Observer observer) const {
        std::string bytes;
        for (auto const& event : events) bytes += codec::to_json(E::event_for(event, observer));
        return bytes;
    }

    /// What each observer gets is the same in a world that it can't tell from this one: now, for its own attempts, and
    /// after the next action unless that shows it other cards.
    void check_two_worlds() {
        check_two_worlds(Observer::spectator());
        for (int number = 0; number < seats_; ++number) check_two_worlds(Seat(number));
    }

    void check_two_worlds(Observer observer) {
        RandomChance draws(random_);
        auto const other = E::redeal(state_, observer, draws);
        auto const here = seen_by(state_, observer);
        auto const there = seen_by(other, observer);
        if (here != there) FAIL("a re-deal shows to " << name_of(observer) << ":\n" << here << "\n" << there);
        if (!observer.seat()) return;
        for (int i = 0; i < 3; ++i) {
            auto const action = random_action<Action>(random_, {hand_of(*observer.seat()), seats_});
            auto const answer_here = answer(state_, *observer.seat(), action);
            auto const answer_there = answer(other, *observer.seat(), action);
            if (answer_here != answer_there)
                FAIL("the answer to " << codec::to_json(action) << " tells of hidden cards:\n"
                                      << answer_here << "\n"
                                      << answer_there);
        }
    }

    std::string answer(State state, Seat seat, Action const& action) const {
        auto chance = chance_;
        std::vector<Event> events;
        auto const refused = E::apply(state, seat, action, chance, events);
        return refused ? refused->reason : "accepted";
    }

    static std::string name_of(Observer observer) {
        return observer.seat() ? "seat " + std::to_string(observer.seat()->number()) : "a spectator";
    }

    void check_end() {
        check_cards();
        if (!E::to_act(state_).empty()) FAIL("somebody is to act after the end");
        for (int number = 0; number < seats_; ++number)
            if (!E::legal(state_, Seat(number)).empty()) FAIL("somebody may act after the end");
        auto const result = E::view(state_, Observer::spectator()).result;
        if (!result) FAIL("a match that is over has no result");
        if (result->ranks.seats() != seats_ || result->scores.seats() != seats_) FAIL("a result for other seats");
        Seats first;
        for (int number = 0; number < seats_; ++number)
            if (result->ranks[Seat(number)] == 1) first.emplace_back(number);
        if (!result->winners.empty() && result->winners != first) FAIL("winners that are not those of rank 1");
    }

    void check_replay() {
        SeededChance chance(seed_bytes());
        std::vector<Event> events;
        auto state = E::start(options_, seats_, chance, events);
        for (auto const& [seat, action] : actions_) {
            events.clear();
            if (E::apply(state, seat, action, chance, events)) FAIL("a replay refuses an accepted action");
        }
        if (!(state == state_)) FAIL("a replay ends in another state");
        if (seen_by(events, Observer::spectator()) != seen_by(events_, Observer::spectator()))
            FAIL("a replay ends with other events");
    }

    typename E::Options options_;
    int seats_;
    std::uint64_t seed_;
    Random random_;
    SeededChance chance_;
    std::vector<Event> events_;
    State state_;
    std::vector<std::pair<Seat, Action>> actions_;
    int packs_ = 0;
    int jokers_ = 0;
};

template <Redealable E>
void check_conformance() {
    auto const matches = matches_per_combination();
    int combinations = 0;
    for (auto const seats : E::seat_counts().values) {
        for (auto const& options : all_options<E>(seats)) {
            ++combinations;
            for (int match = 0; match < matches; ++match)
                ConformanceMatch<E>(options, seats, static_cast<std::uint64_t>(match)).play();
        }
    }
    REQUIRE(combinations > 0);
}

} // namespace tefuda::test
