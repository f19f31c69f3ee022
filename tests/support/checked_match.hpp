// A match that checks the contract of its engine in every state. Does not depend on a test framework: it throws if the
// engine breaks the contract.
#pragma once

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/schema.hpp"
#include "rules/core/seeded_chance.hpp"
#include "tests/support/random_action.hpp"

#include <set>
#include <stdexcept>

namespace tefuda::test {

/// Thrown if an engine breaks its contract. `what()` describes how.
class BrokenPromise : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

/// All combinations of options that a game allows with this number of seats, settled.
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
        auto const options = decoder.read_options<typename E::Options>(combination.dump());
        if (!options) throw BrokenPromise("options from the schema cannot be decoded: " + combination.dump());
        auto const complete = E::settle(*options, seats);
        if (auto const* good = std::get_if<typename E::Options>(&complete))
            if (seen.insert(codec::to_json(*good)).second) settled.push_back(*good);
    }
    return settled;
}

/// Unseeded Chance on top of a Random, which it does not own. For draws that need not be reproducible from a match
/// seed.
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

/// All checking functions throw BrokenPromise.
template <Redealable E>
class CheckedMatch {
public:
    using State = typename E::State;
    using Action = typename E::Action;
    using Event = typename E::Event;

    /// \param options settled \param random for the choices of the test; must outlive the match
    CheckedMatch(typename E::Options options, int seats, std::uint64_t seed, Random& random)
        : options_(std::move(options)), seats_(seats), seed_(seed), random_(random), chance_(seed_bytes()),
          state_(E::start(options_, seats, chance_, events_)) {}

    bool over() const { return E::over(state_); }
    int seats() const { return seats_; }
    std::size_t actions() const { return actions_.size(); }
    Templates<Action> legal(Seat seat) const { return E::legal(state_, seat); }
    Cards hand_of(Seat seat) const { return E::view(state_, seat).hands[seat].known; }

    /// A random seat that the game waits for, or sometimes another seat with a legal action. \pre not over
    Seat somebody() {
        auto const waiting = E::to_act(state_);
        if (waiting.empty()) throw BrokenPromise("no seat is to act, and the match is not over");
        if (chance_of(random_, 0.15)) {
            auto const seat = Seat(below(random_, seats_));
            if (!E::legal(state_, seat).empty()) return seat;
        }
        return waiting[static_cast<std::size_t>(below(random_, static_cast<int>(waiting.size())))];
    }

    /// A random action allowed by one of the seat's templates. Checks that the template allows at least one.
    Action some_action(Seat seat) {
        auto const legal = E::legal(state_, seat);
        if (legal.empty()) throw BrokenPromise("a seat that is to act has no legal action");
        auto const& choice = legal[static_cast<std::size_t>(below(random_, static_cast<int>(legal.size())))];
        auto const action = fill_in(choice, random_);
        if (!action) throw BrokenPromise("a template allows nothing: " + codec::to_json(choice));
        return *action;
    }

    /// Applies an action that a template allows.
    void act(Seat seat, Action const& action) {
        events_.clear();
        if (auto const refused = E::apply(state_, seat, action, chance_, events_))
            throw BrokenPromise(describe(seat, action) + " is allowed by a template and refused: " + refused->reason);
        actions_.emplace_back(seat, action);
    }

    /// Applies an action to a copy. Checks that it is accepted if and only if a template allows it, and that a refusal
    /// has a reason and changes nothing. \returns whether it was accepted
    bool try_out(Seat seat, Action const& action) const { return try_out(seat, action, E::legal(state_, seat)); }

    /// \param legal the seat's templates
    bool try_out(Seat seat, Action const& action, Templates<Action> const& legal) const {
        auto const allowed =
            std::any_of(legal.begin(), legal.end(), [&](auto const& choice) { return allows(choice, action); });
        auto copy = state_;
        auto chance = chance_;
        std::vector<Event> events;
        auto const refused = E::apply(copy, seat, action, chance, events);
        if (refused && allowed)
            throw BrokenPromise(describe(seat, action) + " is allowed by a template and refused: " + refused->reason);
        if (!refused && !allowed)
            throw BrokenPromise(describe(seat, action) + " is allowed by no template of " + codec::to_json(legal) +
                                " and accepted");
        if (!refused) return true;
        if (!(copy == state_) || !events.empty() || chance.pick(1 << 30) != SeededChance(chance_).pick(1 << 30))
            throw BrokenPromise("a refused action changed something: " + describe(seat, action));
        if (refused->reason.empty()) throw BrokenPromise("a refusal without a reason: " + describe(seat, action));
        return false;
    }

    /// Checks that no ordinary card was lost or duplicated. The number of jokers may grow, but not fall.
    void check_cards() {
        auto const cards = all_cards(state_);
        auto const jokers = count(cards, Card::joker());
        auto ordinary = static_cast<int>(cards.size()) - jokers;
        if (packs_ == 0) packs_ = ordinary / 52;
        if (!same_cards(cards, fresh_pack(packs_, jokers)) || jokers < jokers_)
            throw BrokenPromise("cards were lost or duplicated: " + codec::to_json(sorted(cards)));
        jokers_ = jokers;
    }

    /// Tries random actions for every seat, as a hostile client might send them.
    void check_refusals() {
        for (int number = 0; number < seats_; ++number) {
            auto const seat = Seat(number);
            auto const legal = E::legal(state_, seat);
            auto const hand = hand_of(seat);
            for (int i = 0; i < 8; ++i) try_out(seat, random_action<Action>(random_, {hand, seats_}), legal);
        }
    }

    /// Checks for every observer that a redeal of the hidden cards changes neither its view and templates nor the
    /// answers to its own actions.
    void check_two_worlds() {
        check_two_worlds(Observer::spectator());
        for (int number = 0; number < seats_; ++number) check_two_worlds(Seat(number));
    }

    void check_two_worlds(Observer observer) {
        RandomChance draws(random_);
        auto const other = E::redeal(state_, observer, draws);
        auto const here = seen_by(state_, observer);
        auto const there = seen_by(other, observer);
        if (here != there)
            throw BrokenPromise("a redeal is visible to " + name_of(observer) + ":\n" + here + "\n" + there);
        if (!observer.seat()) return;
        for (int i = 0; i < 3; ++i) {
            auto const action = random_action<Action>(random_, {hand_of(*observer.seat()), seats_});
            auto const answer_here = response(state_, *observer.seat(), action);
            auto const answer_there = response(other, *observer.seat(), action);
            if (answer_here != answer_there)
                throw BrokenPromise("the answer to " + codec::to_json(action) + " depends on hidden cards:\n" +
                                    answer_here + "\n" + answer_there);
        }
    }

    /// Checks the final state and the result. \pre over
    void check_end() {
        check_cards();
        if (!E::to_act(state_).empty()) throw BrokenPromise("a seat is to act after the end");
        for (int number = 0; number < seats_; ++number)
            if (!E::legal(state_, Seat(number)).empty()) throw BrokenPromise("a seat has a legal action after the end");
        auto const result = E::view(state_, Observer::spectator()).result;
        if (!result) throw BrokenPromise("a match that is over has no result");
        if (result->ranks.seats() != seats_ || result->scores.seats() != seats_)
            throw BrokenPromise("the result has another number of seats");
        Seats first;
        for (int number = 0; number < seats_; ++number)
            if (result->ranks[Seat(number)] == 1) first.emplace_back(number);
        if (!result->winners.empty() && result->winners != first)
            throw BrokenPromise("the winners are not the seats of rank 1");
    }

    /// Checks that the same seed and actions give the same final state and last events.
    void check_replay() const {
        SeededChance chance(seed_bytes());
        std::vector<Event> events;
        auto state = E::start(options_, seats_, chance, events);
        for (auto const& [seat, action] : actions_) {
            events.clear();
            if (E::apply(state, seat, action, chance, events))
                throw BrokenPromise("a replay refuses an accepted action");
        }
        if (!(state == state_)) throw BrokenPromise("a replay ends in another state");
        if (seen_by(events, Observer::spectator()) != seen_by(events_, Observer::spectator()))
            throw BrokenPromise("a replay ends with other events");
    }

private:
    Bytes32 seed_bytes() const {
        Bytes32 bytes{};
        for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(seed_ >> (8 * i));
        return bytes;
    }

    static std::string describe(Seat seat, Action const& action) {
        return "seat " + std::to_string(seat.number()) + ": " + codec::to_json(action);
    }

    static std::string name_of(Observer observer) {
        return observer.seat() ? "seat " + std::to_string(observer.seat()->number()) : "a spectator";
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

    std::string response(State state, Seat seat, Action const& action) const {
        auto chance = chance_;
        std::vector<Event> events;
        auto const refused = E::apply(state, seat, action, chance, events);
        return refused ? refused->reason : "accepted";
    }

    typename E::Options options_;
    int seats_;
    std::uint64_t seed_;
    Random& random_;
    SeededChance chance_;
    std::vector<Event> events_;
    State state_;
    std::vector<std::pair<Seat, Action>> actions_;
    int packs_ = 0;
    int jokers_ = 0;
};

} // namespace tefuda::test
