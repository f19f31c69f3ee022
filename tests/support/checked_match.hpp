// One match of an engine under watch: what every game promises, checked on whatever state the match is in. Knows no
// test framework: a broken promise is thrown.
#pragma once

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/schema.hpp"
#include "rules/core/seeded_chance.hpp"
#include "tests/support/random_action.hpp"

#include <set>
#include <stdexcept>

namespace tefuda::test {

/// An engine that doesn't do what every game must. `what()` says how that showed.
class BrokenPromise : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

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
        auto const options = decoder.read_options<typename E::Options>(combination.dump());
        if (!options) throw BrokenPromise("options of the schema can't be read: " + combination.dump());
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

/// All functions that check throw BrokenPromise.
template <Redealable E>
class CheckedMatch {
public:
    using State = typename E::State;
    using Action = typename E::Action;
    using Event = typename E::Event;

    /// \param options settled \param random for whatever is drawn at random here
    CheckedMatch(typename E::Options options, int seats, std::uint64_t seed, Random& random)
        : options_(std::move(options)), seats_(seats), seed_(seed), random_(random), chance_(seed_bytes()),
          state_(E::start(options_, seats, chance_, events_)) {}

    bool over() const { return E::over(state_); }
    int seats() const { return seats_; }
    std::size_t actions() const { return actions_.size(); }
    Templates<Action> legal(Seat seat) const { return E::legal(state_, seat); }
    Cards hand_of(Seat seat) const { return E::view(state_, seat).hands[seat].known; }

    /// Somebody that the game waits for, or now and then somebody who may but need not act. \pre not over
    Seat somebody() {
        auto const waiting = E::to_act(state_);
        if (waiting.empty()) throw BrokenPromise("nobody is to act, and the match is not over");
        if (chance_of(random_, 0.15)) {
            auto const seat = Seat(below(random_, seats_));
            if (!E::legal(state_, seat).empty()) return seat;
        }
        return waiting[static_cast<std::size_t>(below(random_, static_cast<int>(waiting.size())))];
    }

    /// What one of a seat's templates allows, drawn at random; the templates must allow what they say.
    Action some_action(Seat seat) {
        auto const legal = E::legal(state_, seat);
        if (legal.empty()) throw BrokenPromise("a seat that is to act has no legal action");
        auto const& choice = legal[static_cast<std::size_t>(below(random_, static_cast<int>(legal.size())))];
        auto const action = fill_in(choice, random_);
        if (!action) throw BrokenPromise("a template allows nothing: " + codec::to_json(choice));
        return *action;
    }

    /// Carries an action out that a template allows.
    void act(Seat seat, Action const& action) {
        events_.clear();
        if (auto const refused = E::apply(state_, seat, action, chance_, events_))
            throw BrokenPromise(told(seat, action) + " is allowed by a template and refused: " + refused->reason);
        actions_.emplace_back(seat, action);
        if constexpr (FinishesForGood<E>) check_finished();
    }

    /// Tries an action on a copy: it must be accepted if and only if a template allows it, and a refusal has a reason
    /// and changes nothing. \returns whether it was accepted
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
            throw BrokenPromise(told(seat, action) + " is allowed by a template and refused: " + refused->reason);
        if (!refused && !allowed)
            throw BrokenPromise(told(seat, action) + " is allowed by no template of " + codec::to_json(legal) +
                                " and accepted");
        if (!refused) return true;
        if (!(copy == state_) || !events.empty() || chance.pick(1 << 30) != SeededChance(chance_).pick(1 << 30))
            throw BrokenPromise("a refused action changed something: " + told(seat, action));
        if (refused->reason.empty()) throw BrokenPromise("a refusal without a reason: " + told(seat, action));
        return false;
    }

    /// Each ordinary card lies somewhere exactly as often as at the start; jokers may join, none gets lost.
    void check_cards() {
        auto const cards = all_cards(state_);
        auto const jokers = count(cards, Card::joker());
        auto ordinary = static_cast<int>(cards.size()) - jokers;
        if (packs_ == 0) packs_ = ordinary / 52;
        if (!same_cards(cards, fresh_pack(packs_, jokers)) || jokers < jokers_)
            throw BrokenPromise("cards were lost or doubled: " + codec::to_json(sorted(cards)));
        jokers_ = jokers;
    }

    /// Tries what a hostile client might send, for every seat.
    void check_refusals() {
        for (int number = 0; number < seats_; ++number) {
            auto const seat = Seat(number);
            auto const legal = E::legal(state_, seat);
            auto const hand = hand_of(seat);
            for (int i = 0; i < 8; ++i) try_out(seat, random_action<Action>(random_, {hand, seats_}), legal);
        }
    }

    /// What each observer gets is the same in a world that it can't tell from this one: now, and for its own attempts.
    void check_two_worlds() {
        check_two_worlds(Observer::spectator());
        for (int number = 0; number < seats_; ++number) check_two_worlds(Seat(number));
    }

    void check_two_worlds(Observer observer) {
        RandomChance draws(random_);
        auto const other = E::redeal(state_, observer, draws);
        auto const here = seen_by(state_, observer);
        auto const there = seen_by(other, observer);
        if (here != there) throw BrokenPromise("a re-deal shows to " + name_of(observer) + ":\n" + here + "\n" + there);
        if (!observer.seat()) return;
        for (int i = 0; i < 3; ++i) {
            auto const action = random_action<Action>(random_, {hand_of(*observer.seat()), seats_});
            auto const answer_here = answer(state_, *observer.seat(), action);
            auto const answer_there = answer(other, *observer.seat(), action);
            if (answer_here != answer_there)
                throw BrokenPromise("the answer to " + codec::to_json(action) + " tells of hidden cards:\n" +
                                    answer_here + "\n" + answer_there);
        }
    }

    /// \pre over
    void check_end() {
        check_cards();
        if (!E::to_act(state_).empty()) throw BrokenPromise("somebody is to act after the end");
        for (int number = 0; number < seats_; ++number)
            if (!E::legal(state_, Seat(number)).empty()) throw BrokenPromise("somebody may act after the end");
        auto const result = E::view(state_, Observer::spectator()).result;
        if (!result) throw BrokenPromise("a match that is over has no result");
        if (result->ranks.seats() != seats_ || result->scores.seats() != seats_)
            throw BrokenPromise("a result for other seats");
        Seats first;
        for (int number = 0; number < seats_; ++number)
            if (result->ranks[Seat(number)] == 1) first.emplace_back(number);
        if (!result->winners.empty() && result->winners != first)
            throw BrokenPromise("winners that are not those of rank 1");
    }

    /// The same seed and actions give the same states.
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

    /// A view without what was finished at the action before is whole with it.
    void check_finished() {
        auto const whole = E::view(state_, Observer::spectator());
        auto view = E::view(state_, Observer::spectator(), finished_.size());
        for (auto const& item : view.table.finished) finished_.push_back(codec::to_json(item));
        std::vector<std::string> finished;
        for (auto const& item : whole.table.finished) finished.push_back(codec::to_json(item));
        view.table.finished = whole.table.finished;
        if (finished_ != finished || codec::to_json(view) != codec::to_json(whole))
            throw BrokenPromise("what a table has as finished does not stay as it is");
    }

    static std::string told(Seat seat, Action const& action) {
        return "seat " + std::to_string(seat.number()) + ": " + codec::to_json(action);
    }

    static std::string name_of(Observer observer) {
        return observer.seat() ? "seat " + std::to_string(observer.seat()->number()) : "a spectator";
    }

    std::string seen_by(State const& state, Observer observer) const {
        auto bytes = codec::to_json(E::view(state, observer));
        if constexpr (HidesOnlyHands<E>) {
            auto everybodys = E::view(state, Observer::spectator());
            everybodys.hands = E::hands(state, observer);
            if (codec::to_json(everybodys) != bytes)
                throw BrokenPromise("the view of " + name_of(observer) + " differs in more than its hands");
        }
        if (observer.seat()) bytes += codec::to_json(E::legal(state, *observer.seat()));
        return bytes;
    }

    std::string seen_by(std::vector<Event> const& events, Observer observer) const {
        std::string bytes;
        for (auto const& event : events) bytes += codec::to_json(E::event_for(event, observer));
        return bytes;
    }

    std::string answer(State state, Seat seat, Action const& action) const {
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
    /// Where the engine FinishesForGood: what is finished, as JSON.
    std::vector<std::string> finished_;
    int packs_ = 0;
    int jokers_ = 0;
};

} // namespace tefuda::test
