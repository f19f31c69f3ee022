// A match that checks the contract of its engine in every state. Does not depend on a test framework: it throws if the
// engine breaks the contract.
#pragma once

#include "protocol/codec/all_options.hpp"
#include "rules/core/declared.hpp"
#include "rules/core/shuffle_log.hpp"
#include "tests/support/known_hands.hpp"
#include "tests/support/two_worlds.hpp"

#include <functional>

namespace tefuda::test {

using codec::all_options;

/// A stream that checks for each shuffle that the order of the cards before it is certain. Owns nothing.
class WatchedChance final : public Chance {
public:
    WatchedChance(SeededChance& stream, ShuffleLog& log) : stream_(stream), log_(log) {}

    /// Calls this before each draw.
    std::function<void()> on_draw = [] {};

private:
    void do_shuffle(Cards& cards) override {
        on_draw();
        auto const before = cards;
        stream_.shuffle(cards);
        if (!log_.add(before, cards))
            throw BrokenPromise("cards were shuffled whose order nobody can check: no pack of fresh_cards, not sorted, "
                                "not what an earlier shuffle left: " +
                                codec::to_json(before));
    }
    Seats do_order(int n) override { return on_draw(), stream_.order(n); }
    int do_pick(int n) override { return on_draw(), stream_.pick(n); }

    SeededChance& stream_;
    ShuffleLog& log_;
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
          shuffles_(E::fresh_cards(options_, seats)), state_(begin()), worlds_(seats, random),
          known_hands_(seats, random) {
        Doing::watch();
    }

    bool over() const { return E::over(state_); }
    auto result() const { return E::view(state_, Observer::spectator()).result; }
    int seats() const { return seats_; }
    std::size_t actions() const { return actions_.size(); }
    Templates<Action> legal(Seat seat) const { return E::legal(state_, seat); }
    TwoWorlds<E> const& worlds() const { return worlds_; }
    Cards hand_of(Seat seat) const { return hand_of(state_, seat); }
    static Cards hand_of(State const& state, Seat seat) {
        auto const view = E::view(state, seat);
        if constexpr (requires { view.hands; }) return view.hands[seat].known;
        return {};
    }

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
        if (legal.empty()) throw BrokenPromise(without_action(seat));
        auto const& choice = legal[static_cast<std::size_t>(below(random_, static_cast<int>(legal.size())))];
        auto const action = fill_in(choice, random_);
        if (!action) throw BrokenPromise("a template allows nothing: " + codec::to_json(choice));
        return *action;
    }

    /// Applies an action that a template allows.
    void act(Seat seat, Action const& action) {
        events_.clear();
        WatchedChance chance(chance_, shuffles_);
        apply(seat, action, chance);
    }

    /// As `act`; checks what everybody knows now of the other hands.
    void act_and_check_hands(Seat seat, Action const& action) {
        auto const before = state_;
        auto const chance_before = chance_;
        events_.clear();
        WatchedChance chance(chance_, shuffles_);
        std::optional<std::size_t> last_draw;
        chance.on_draw = [&] { last_draw = events_.size(); };
        apply(seat, action, chance);
        known_hands_.check(before, state_, std::span<Event const>(events_).subspan(last_draw.value_or(0)),
                           last_draw.has_value(), [&](Observer const& observer, Seat holder, auto card) {
                               return worlds_.could_lack(before, chance_before, seat, action, observer, holder, card);
                           });
    }

    /// Applies an action to a copy. Checks that it is accepted if and only if a template allows it, and that a refusal
    /// has a reason and changes nothing. \returns whether it was accepted
    bool try_out(Seat seat, Action const& action) const {
        return try_out(state_, seat, action, E::legal(state_, seat));
    }

    /// The same in a state that this match might be in.
    /// \param legal the seat's templates
    bool try_out(State const& state, Seat seat, Action const& action, Templates<Action> const& legal) const {
        auto const allowed =
            std::any_of(legal.begin(), legal.end(), [&](auto const& choice) { return allows(choice, action); });
        auto copy = state;
        auto chance = chance_;
        std::vector<Event> events;
        auto const refused = TwoWorlds<E>::answer(copy, seat, action, chance, events);
        if (refused && allowed)
            throw BrokenPromise(describe(seat, action) + " is allowed by a template and refused: " + refused->reason);
        if (!refused && !allowed)
            throw BrokenPromise(describe(seat, action) + " is allowed by no template of " + codec::to_json(legal) +
                                " and accepted");
        if (!refused) return true;
        if (!(copy == state) || !events.empty())
            throw BrokenPromise("a refused action changed something: " + describe(seat, action));
        if (chance.pick(1 << 30) != SeededChance(chance_).pick(1 << 30))
            throw BrokenPromise("a refused action drew from `Chance`: " + describe(seat, action));
        if (refused->reason.empty()) throw BrokenPromise("a refusal without a reason: " + describe(seat, action));
        return false;
    }

    /// Checks that all cards together are one of the game's packs.
    void check_cards() const {
        auto const& packs = shuffles_.packs();
        if constexpr (requires { E::all_cards(state_); }) {
            auto const cards = E::all_cards(state_);
            if (std::none_of(packs.begin(), packs.end(), [&](Cards const& pack) { return same_cards(pack, cards); }))
                throw BrokenPromise("cards were lost or duplicated, or fresh_cards lacks a pack: " +
                                    codec::to_json(sorted(cards)));
            if (cards.empty()) throw BrokenPromise("all_cards is empty: a game without cards has none, and no packs");
        } else if (!packs.empty()) {
            throw BrokenPromise("the game has packs, so it must have all_cards");
        }
    }

    /// Checks what the game says of every state (rules/core/declared.hpp).
    void check_declared() const {
        if constexpr (HasPossibleStates<E>)
            if (!E::is_possible(state_))
                throw BrokenPromise("`is_possible` says no to a state of a match:\n" +
                                    codec::to_json(E::view(state_, Observer::spectator())));
        if constexpr (HasScoresTotal<E>) {
            auto const view = E::view(state_, Observer::spectator());
            PerSeat<Points> scores;
            for (auto const& points : view.scores)
                if (points) scores.push_back(*points);
            if (scores.seats() == seats_) check_total(scores, codec::to_json(view));
        }
    }

    /// Checks that nobody sees a card in the hand of another seat, unless the game says so, and that what is seen is
    /// there.
    void check_shown_hands() const {
        worlds_.check_shown_cards(state_, "in a match", "what others know of a card ends when it leaves the hand");
        if (over()) return;
        for (auto const& observer : worlds_.observers()) {
            auto const view = E::view(state_, observer);
            if constexpr (requires { view.hands; })
                for (auto const holder : all_seats(seats_)) {
                    if (observer.is(holder) || view.hands[holder].known.empty()) continue;
                    if constexpr (ShowsHands<E>)
                        if (E::shows_hand(state_, observer, holder)) continue;
                    throw BrokenPromise(TwoWorlds<E>::name_of(observer) + " is shown cards in the hand of seat " +
                                        std::to_string(holder.number()) +
                                        ". If it may see them, `shows_hand` must say so (rules/core/declared.hpp):\n" +
                                        codec::to_json(view));
                }
        }
    }

    /// Checks that the view tells whether the match is over and whom it waits for, and that these seats can act.
    void check_to_act() const {
        auto const waiting = E::to_act(state_);
        if (!std::is_sorted(waiting.begin(), waiting.end()) ||
            std::adjacent_find(waiting.begin(), waiting.end()) != waiting.end())
            throw BrokenPromise("to_act is not ascending: " + codec::to_json(waiting));
        for (auto const seat : waiting) {
            if (seat.number() >= seats_)
                throw BrokenPromise("to_act has seat " + std::to_string(seat.number()) + ", which does not play");
            if (E::legal(state_, seat).empty()) throw BrokenPromise(without_action(seat));
        }
        auto const view = E::view(state_, Observer::spectator());
        if (view.to_act != waiting) throw BrokenPromise("the view has another to_act than the engine");
        if (view.result.has_value() != over()) throw BrokenPromise("the view has a result if and only if it is over");
    }

    /// Tries random actions for every seat, as a hostile client might send them.
    void check_refusals() {
        for (int number = 0; number < seats_; ++number) {
            auto const seat = Seat(number);
            auto const legal = E::legal(state_, seat);
            auto const hand = hand_of(seat);
            for (int i = 0; i < 8; ++i) try_out(state_, seat, random_action<Action>(random_, {hand, seats_}), legal);
        }
    }

    /// Tries every list of cards from a hand of up to eight, of a larger hand from eight of its cards, with the other
    /// fields of the seat's templates. Also with a joker: hands have one too seldom for what only jokers allow.
    void check_lists() {
        constexpr int with_jokers = 4;
        for (auto const seat : all_seats(seats_)) {
            check_lists(state_, seat);
            for (int i = 0; i < with_jokers; ++i)
                if (auto const other = with_joker(seat)) check_lists(*other, seat);
        }
    }

    void check_lists(State const& state, Seat seat) {
        auto const legal = E::legal(state, seat);
        if (legal.empty()) return;
        auto const cards = some_of(hand_of(state, seat), random_);
        // About as many lists in every state: those of large hands in some of the states.
        constexpr double lists = 32;
        if (!chance_of(random_, lists / static_cast<double>(1U << cards.size()))) return;
        for (auto const& form : forms_with_cards(legal))
            for_each_subset(cards, [&](Cards const& chosen) {
                auto action = form;
                std::visit(
                    [&]<class A>(A& fields) {
                        if constexpr (HasCards<A>) fields.cards = chosen;
                    },
                    action);
                try_out(state, seat, action, legal);
            });
    }

    /// Checks for every observer that what it gets does not depend on what it may not know: its view, its templates
    /// and the answers to its own actions (rules/core/engine.hpp, `redeal`), and the events of an action of anybody.
    void check_two_worlds() {
        for (auto const observer : worlds_.observers()) check_two_worlds(observer);
        auto const seat = somebody();
        worlds_.check_events(state_, chance_, seat, some_action(seat));
        if (actions_.empty()) worlds_.check_start(options_, SeededChance(seed_bytes()));
    }

    void check_two_worlds(Observer observer) {
        worlds_.check_redeal(state_, chance_, observer, observer.seat() ? hand_of(*observer.seat()) : Cards());
    }

    /// Checks the final state and the result. \pre over
    void check_end() {
        check_cards();
        if (!E::to_act(state_).empty()) throw BrokenPromise("a seat is to act after the end");
        for (int number = 0; number < seats_; ++number)
            if (!E::legal(state_, Seat(number)).empty()) throw BrokenPromise("a seat has a legal action after the end");
        auto const result = this->result();
        if (!result) throw BrokenPromise("a match that is over has no result");
        if (result->ranks.seats() != seats_ || result->scores.seats() != seats_ ||
            (result->team && result->team->seats() != seats_))
            throw BrokenPromise("the result has another number of seats");
        Seats first;
        for (int number = 0; number < seats_; ++number)
            if (result->ranks[Seat(number)] == 1) first.emplace_back(number);
        auto const all = ": " + codec::to_json(*result);
        if (!result->winners.empty() && result->winners != first)
            throw BrokenPromise("the winners are not the seats of rank 1" + all);
        for (auto const seat : all_seats(seats_)) {
            auto const rank = result->ranks[seat];
            auto const better = std::count_if(result->ranks.begin(), result->ranks.end(),
                                              [&](auto const other) { return other < rank; });
            if (rank != 1 + better) throw BrokenPromise("a rank is not 1 + the number of better seats" + all);
        }
        if constexpr (HasScoresTotal<E>) check_total(result->scores, codec::to_json(*result));
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
        if (!(state == state_))
            throw BrokenPromise(
                "a replay ends in another state: something depends on more than state, action and `Chance`");
        using Worlds = TwoWorlds<E>;
        if (Worlds::seen_by(events, Observer::spectator()) != Worlds::seen_by(events_, Observer::spectator()))
            throw BrokenPromise("a replay ends with other events");
    }

private:
    Bytes32 seed_bytes() const {
        Bytes32 bytes{};
        for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(seed_ >> (8 * i));
        return bytes;
    }

    /// The hidden cards dealt again so that the seat, which may act, has a joker; nothing where it has one, or gets
    /// none.
    std::optional<State> with_joker(Seat seat) {
        constexpr int tries = 16;
        auto const has_joker = [&](State const& state) { return contains(hand_of(state, seat), Card::joker()); };
        if (hand_of(seat).empty() || has_joker(state_) || E::legal(state_, seat).empty()) return std::nullopt;
        RandomChance draws(random_);
        for (int i = 0; i < tries; ++i)
            if (auto other = TwoWorlds<E>::redealt(state_, Observer::spectator(), draws); has_joker(other))
                return other;
        return std::nullopt;
    }

    /// \param seen what has these scores, as text
    void check_total(PerSeat<Points> const& scores, std::string const& seen) const {
        Points sum;
        for (auto const points : scores) sum += points;
        auto const total = E::scores_total(state_);
        if (sum != total)
            throw BrokenPromise("the scores add up to " + std::to_string(sum.value) + ", and `scores_total` says " +
                                std::to_string(total.value) + ": " + seen);
    }

    std::string without_action(Seat seat) const {
        return "a seat that is to act has no legal action: seat " + std::to_string(seat.number()) + ", now\n" +
               codec::to_json(E::view(state_, seat));
    }

    static std::string describe(Seat seat, Action const& action) { return TwoWorlds<E>::describe(seat, action); }

    void apply(Seat seat, Action const& action, WatchedChance& chance) {
        if (auto const refused = TwoWorlds<E>::answer(state_, seat, action, chance, events_))
            throw BrokenPromise(describe(seat, action) + " is allowed by a template and refused: " + refused->reason);
        actions_.emplace_back(seat, action);
    }

    /// The actions of the templates that have a list of cards, without it, each once; and of each type of action with
    /// such a list that has no template, one with random fields.
    std::vector<Action> forms_with_cards(Templates<Action> const& legal) {
        constexpr std::size_t most = 4;
        std::vector<Action> forms;
        auto const add = [&]<class A>(A fields) {
            if constexpr (HasCards<A>) {
                fields.cards.clear();
                if (std::find(forms.begin(), forms.end(), Action(fields)) == forms.end()) forms.emplace_back(fields);
            }
        };
        for (auto const& choice : legal) std::visit(add, choice.action);
        std::shuffle(forms.begin(), forms.end(), random_);
        if (forms.size() > most) forms.erase(forms.begin() + most, forms.end());
        boost::mp11::mp_for_each<boost::mp11::mp_iota_c<std::variant_size_v<Action>>>([&](auto index) {
            using A = std::variant_alternative_t<index, Action>;
            auto const is_there = [&](Action const& form) { return form.index() == index; };
            if (std::none_of(forms.begin(), forms.end(), is_there))
                add(random_struct<A>(random_, {{}, seats_},
                                     boost::mp11::mp_rename<codec::Members<A>, boost::mp11::mp_list>()));
        });
        return forms;
    }

    State begin() {
        WatchedChance chance(chance_, shuffles_);
        return E::start(options_, seats_, chance, events_);
    }

    typename E::Options options_;
    int seats_;
    std::uint64_t seed_;
    Random& random_;
    SeededChance chance_;
    ShuffleLog shuffles_;
    std::vector<Event> events_;
    State state_;
    TwoWorlds<E> worlds_;
    KnownHands<E> known_hands_;
    std::vector<std::pair<Seat, Action>> actions_;
};

} // namespace tefuda::test
