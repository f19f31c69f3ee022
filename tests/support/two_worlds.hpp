// Secrecy: an observer must get the same bytes in two worlds that differ only in what it may not know.
#pragma once

#include "protocol/codec/encode.hpp"
#include "rules/core/declared.hpp"
#include "rules/core/seeded_chance.hpp"
#include "rules/search/policy.hpp"
#include "tests/support/doing.hpp"
#include "tests/support/random_action.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>

namespace tefuda::test {

/// Thrown if an engine breaks its contract. `what()` describes how.
class BrokenPromise : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

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

/// The outcomes of a stream, now and then with two cards exchanged or another number picked. Does not own the Random.
class ChangedChance final : public Chance {
public:
    ChangedChance(SeededChance const& stream, Random& random) : stream_(stream), random_(random) {}

private:
    void do_shuffle(Cards& cards) override {
        stream_.shuffle(cards);
        auto const some = [&] { return static_cast<std::size_t>(below(random_, static_cast<int>(cards.size()))); };
        std::swap(cards[some()], cards[some()]);
    }
    Seats do_order(int n) override { return stream_.order(n); }
    int do_pick(int n) override {
        auto const number = stream_.pick(n);
        return chance_of(random_, 0.2) ? below(random_, n) : number;
    }

    SeededChance stream_;
    Random& random_;
};

/// How often cards were hidden from an observer when they were dealt again, and how often that changed the state.
struct RedealCount {
    int hidden = 0;
    int changed = 0;
};

/// All functions throw BrokenPromise.
template <Redealable E>
class TwoWorlds {
public:
    using State = typename E::State;
    using Action = typename E::Action;
    using Event = typename E::Event;

    /// \param random for the choices of the test; must outlive this object
    TwoWorlds(int seats, Random& random)
        : seats_(seats), random_(random), redeals_(static_cast<std::size_t>(seats) + 1) {}

    static std::vector<Observer> observers(int seats) {
        std::vector<Observer> all{Observer::spectator()};
        for (auto const seat : all_seats(seats)) all.emplace_back(seat);
        return all;
    }
    std::vector<Observer> observers() const { return observers(seats_); }

    /// For each of `observers()`.
    std::vector<RedealCount> const& redeals() const { return redeals_; }

    static std::string name_of(Observer observer) {
        return observer.seat() ? "seat " + std::to_string(observer.seat()->number()) : "a spectator";
    }

    static std::string describe(Seat seat, Action const& action) {
        return "seat " + std::to_string(seat.number()) + ": " + codec::to_json(action);
    }

    /// What `apply` says. Names the action where it throws, or ends the process.
    static std::optional<Illegal> answer(State& state, Seat seat, Action const& action, Chance& chance,
                                         std::vector<Event>& events) {
        auto const what = [&] { return "`apply` of " + describe(seat, action); };
        Doing const doing(what);
        try {
            return E::apply(state, seat, action, chance, events);
        } catch (BrokenPromise const&) {
            throw;
        } catch (std::exception const& problem) {
            throw BrokenPromise("`apply` throws for " + describe(seat, action) + ": " + problem.what());
        }
    }

    /// What `redeal` returns. Names the observer where it throws, or ends the process.
    static State redealt(State const& state, Observer observer, Chance& chance) {
        return named("redeal", state, observer, [&] { return E::redeal(state, observer, chance); });
    }

    static std::string seen_by(State const& state, Observer observer) {
        auto bytes = codec::to_json(E::view(state, observer));
        if (observer.seat()) bytes += codec::to_json(E::legal(state, *observer.seat()));
        return bytes;
    }

    /// In alphabetical order, because two cards that are turned up one after the other may be in either order.
    static std::vector<std::string> seen_by(std::vector<Event> const& events, Observer observer) {
        auto seen = told(events, observer);
        std::sort(seen.begin(), seen.end());
        return seen;
    }

    /// In the order in which they come.
    static std::vector<std::string> told(std::vector<Event> const& events, Observer observer) {
        std::vector<std::string> all;
        for (auto const& event : events) all.push_back(codec::to_json(E::event_for(event, observer)));
        return all;
    }

    /// Dealing the hidden cards again changes neither the observer's view and templates nor the answers to its actions.
    /// \param hand the observer's, for random actions
    void check_redeal(State const& state, SeededChance const& chance, Observer observer, Cards const& hand) {
        RandomChance draws(random_);
        auto const here = seen_by(state, observer);
        check_same_again(state, here, observer);
        auto const other = redealt(state, observer, draws);
        auto const there = seen_by(other, observer);
        if (here != there) throw BrokenPromise(visible_redeal(state, other, observer) + ":\n" + here + "\n" + there);
        check_possible(other, observer);
        check_shown_cards(other, "after a `redeal` for " + name_of(observer),
                          "`redeal` must forget what other seats know of the cards that it moves");
        check_determinization(state, other, observer, here);
        if (hides_cards(state, here)) {
            auto& count = redeals_[observer.seat() ? static_cast<std::size_t>(observer.seat()->number()) + 1 : 0];
            ++count.hidden;
            if (!(other == state)) ++count.changed;
        }
        if (!observer.seat()) return;
        for (int i = 0; i < 3; ++i) {
            auto const action = random_action<Action>(random_, {hand, seats_});
            auto const answer_here = response(state, chance, *observer.seat(), action);
            auto const answer_there = response(other, chance, *observer.seat(), action);
            if (answer_here != answer_there)
                throw BrokenPromise("the answer to " + codec::to_json(action) + " depends on hidden cards:\n" +
                                    answer_here + "\n" + answer_there);
        }
    }

    /// Checks that what every observer sees of a hand is in that hand.
    /// \param where the state, and \param advice, for the message
    void check_shown_cards(State const& state, std::string const& where, std::string_view advice) const {
        if constexpr (requires { E::view(state, observers()[0]).hands; }) {
            std::vector<PerSeat<SeenCards>> hands;
            for (auto const observer : observers()) hands.push_back(E::view(state, observer).hands);
            for (auto const holder : all_seats(seats_)) {
                auto const& held = hands[static_cast<std::size_t>(holder.number()) + 1][holder];
                auto const size = [](SeenCards const& cards) {
                    return cards.known.size() + static_cast<std::size_t>(cards.hidden);
                };
                for (std::size_t i = 0; i < hands.size(); ++i) {
                    auto const& shown = hands[i][holder];
                    if (size(shown) == size(held) && (held.hidden > 0 || contains_all(held.known, shown.known)))
                        continue;
                    auto const observer = observers()[i];
                    throw BrokenPromise(where + " the view of " + name_of(observer) + " shows in the hand of " +
                                        name_of(holder) + " what is not in it: " + std::string(advice) + ":\n" +
                                        codec::to_json(E::view(state, observer)) + cards_of(state));
                }
            }
        }
    }

    /// Where the deal at the start could have been another one for all that the observer sees, its events are the same.
    void check_start(typename E::Options const& options, SeededChance const& chance) {
        auto const start = [&](Chance&& draws, Observer observer) {
            std::vector<Event> events;
            auto const state = E::start(options, seats_, draws, events);
            return Outcome{state, seen_by(state, observer), seen_by(events, observer), told(events, observer)};
        };
        auto const spectator = Observer::spectator();
        if (!(start(SeededChance(chance), spectator).state == start(SeededChance(chance), spectator).state))
            throw BrokenPromise("two starts with the same draws differ: something depends on more than `Chance`");
        for (auto const observer : observers()) {
            auto const here = start(SeededChance(chance), observer);
            for (int i = 0; i < tries; ++i)
                compare(here, start(ChangedChance(chance, random_), observer), observer, "the start");
        }
    }

    /// Where the same action could have had another hidden outcome, with other hidden cards, or as a play of other
    /// hidden cards, for all that the observer sees, its events are the same, and so is what it knows.
    /// \param action legal for the actor
    void check_events(State const& state, SeededChance const& chance, Seat actor, Action const& action) {
        RandomChance draws(random_);
        check_same_outcome(state, chance, actor, action);
        for (auto const observer : observers()) {
            auto const here = outcome(state, SeededChance(chance), actor, action, observer);
            if (!here) continue;
            auto const what = codec::to_json(action) + " of " + name_of(actor);
            for (int i = 0; i < tries; ++i) {
                auto const other = redealt(state, observer, draws);
                auto const there = outcome(other, ChangedChance(chance, random_), actor, action, observer);
                if (there) compare(*here, *there, observer, what);
                if (observer.is(actor)) continue;
                compare_plays(*here, state, chance, actor, action, observer);
                // Where the hidden cards are others, the same play is often impossible, and a play like it is not.
                if (!there) compare_plays(*here, other, chance, actor, action, observer);
            }
        }
    }

    /// Whether the holder could be without this card after the action, for all that the observer gets from the action.
    bool could_lack(State const& state, SeededChance const& chance, Seat actor, Action const& action, Observer observer,
                    Seat holder, Card card) {
        constexpr int many_tries = 40;
        auto const here = outcome(state, SeededChance(chance), actor, action, observer);
        RandomChance draws(random_);
        for (int i = 0; here && i < many_tries; ++i) {
            auto const other = redealt(state, observer, draws);
            auto const like = observer.is(actor) || i % 2 == 0 ? action : alike(other, actor, action);
            auto const there = outcome(other, ChangedChance(chance, random_), actor, like, observer);
            if (there && there->seen == here->seen && there->events == here->events &&
                !contains(E::view(there->state, holder).hands[holder].known, card))
                return true;
        }
        return false;
    }

    /// Whether the observer cannot distinguish the states. Equal views are not enough: it may remember a card that was
    /// turned up and is covered now. Then a redeal leaves that card where it is.
    static bool knows_the_same(State const& here, State const& there, Observer observer) {
        return imagined(here, observer) == imagined(there, observer);
    }

    /// A kind of play: the type of the action, and the phase.
    using Kind = std::pair<std::size_t, std::string>;

    /// What hidden plays have told, unless plays of their kind are public.
    std::map<Kind, std::string> const& leaks() const { return leaks_; }
    /// How a seat's determinization depends on what it can't know; empty if it does not. What else is wrong may be the
    /// cause, so this is to be told last.
    std::string const& knows_too_much() const { return knows_too_much_; }
    /// The kinds of plays whose cards a spectator has seen. What only some seats may see is not public.
    std::set<Kind> const& public_plays() const { return public_plays_; }

private:
    static constexpr int tries = 6;

    /// The state after an action, what an observer sees of it, and the events that it gets, as `seen_by` has them and
    /// as `told` has them.
    struct Outcome {
        State state;
        std::string seen;
        std::vector<std::string> events;
        std::vector<std::string> told;
    };

    /// What the observer may think the state is: always with the same random numbers.
    static State imagined(State const& state, Observer observer) {
        Random random(1);
        RandomChance draws(random);
        if (!observer.seat()) return redealt(state, observer, draws);
        return named("imagine", state, observer, [&] { return search::imagine<E>(state, *observer.seat(), draws); });
    }

    /// What a function of the engine returns. Names the function where it throws, or ends the process.
    template <class Call>
    static State named(std::string_view function, State const& state, Observer observer, Call const& call) {
        auto const what = [&] {
            return "`" + std::string(function) + "` for " + name_of(observer) + " of\n" + seen_by(state, observer);
        };
        Doing const doing(what);
        try {
            return call();
        } catch (std::exception const& problem) {
            throw BrokenPromise(std::string(problem.what()) + ": thrown by " + what());
        }
    }

    /// Equal states give equal answers: nothing depends on an address, a counter or the clock.
    static void check_same_again(State const& state, std::string const& seen, Observer observer) {
        auto const again = seen_by(state, observer);
        if (again == seen) return;
        auto const order = observer.seat() && sorted_templates(state, observer) == sorted_templates(state, observer);
        throw BrokenPromise((order ? "the order of templates" : "what " + name_of(observer) + " sees") +
                            " differs between two calls with the same state:\n" + seen + "\n" + again);
    }

    static void check_same_outcome(State const& state, SeededChance const& chance, Seat actor, Action const& action) {
        // Copies at different addresses.
        std::vector<State> copies(4, state);
        std::vector<Event> events;
        for (auto& copy : copies) {
            SeededChance draws(chance);
            answer(copy, actor, action, draws, events);
            if (!(copy == copies.front()))
                throw BrokenPromise("two outcomes of " + describe(actor, action) +
                                    " with the same draws differ: something depends on more than state, action and "
                                    "`Chance`");
        }
    }

    static std::vector<std::string> sorted_templates(State const& state, Observer observer) {
        std::vector<std::string> all;
        if (observer.seat())
            for (auto const& choice : E::legal(state, *observer.seat())) all.push_back(codec::to_json(choice));
        std::sort(all.begin(), all.end());
        return all;
    }

    static std::string visible_redeal(State const& state, State const& other, Observer observer) {
        auto const view = [&](State const& one) { return codec::to_json(E::view(one, observer)); };
        auto const who = name_of(observer);
        auto const text = "a redeal is visible to " + who;
        if (view(state) != view(other))
            return text + ": its view depends on cards that it may not know, or `redeal` moves cards that it knows";
        if (sorted_templates(state, observer) == sorted_templates(other, observer))
            return text + ": the order of its templates depends on cards that it may not know";
        return text + ": its templates depend on cards that it may not know";
    }

    void check_possible(State const& other, Observer observer) const {
        if constexpr (HasPossibleStates<E>)
            if (!E::is_possible(other))
                throw BrokenPromise("for " + name_of(observer) +
                                    " `redeal` returns a state to which `is_possible` says no:\n" +
                                    seen_by(other, observer) + cards_of(other));
    }

    /// What each seat holds.
    std::string cards_of(State const& state) const {
        std::string text;
        for (auto const seat : all_seats(seats_)) {
            auto const view = E::view(state, seat);
            if constexpr (requires { view.hands; })
                text += "\n" + name_of(seat) + ": " + codec::to_json(view.hands[seat]);
        }
        return text;
    }

    /// In states that a seat cannot distinguish, the same random numbers give the same determinization.
    static void check_determinization(State const& state, State const& other, Observer observer,
                                      std::string const& seen) {
        if (!observer.seat() || knows_the_same(state, other, observer)) return;
        throw BrokenPromise("`redeal` (`imagine`, where there is one) depends on cards that " + name_of(observer) +
                            " cannot see: in two states that look the same to it, the same random numbers deal other "
                            "cards. Collect the "
                            "hidden cards, sort them, shuffle them; forget what others know of each other's cards:\n" +
                            seen);
    }

    /// Compares what an observer gets from a play with what it gets from another one like it.
    void compare_plays(Outcome const& here, State const& there, SeededChance const& chance, Seat actor,
                       Action const& action, Observer observer) {
        auto const like = alike(there, actor, action);
        auto const other = outcome(there, SeededChance(chance), actor, like, observer);
        if (like == action || !other) return;
        Kind const kind{action.index(), codec::to_json(E::view(there, observer).phase)};
        if (here.seen != other->seen) {
            // A play of a kind that everybody sees is public, also where the table is cleared at once.
            if (!observer.seat()) public_plays_.insert(kind);
        } else if (here.told == other->told) {
            check_knowledge(here, *other, observer, describe(actor, action));
        } else if (here.events != other->events && knows_the_same(here.state, other->state, observer)) {
            leaks_.emplace(kind, leak(here, *other, observer, codec::to_json(action)));
        }
    }

    void compare(Outcome const& here, Outcome const& there, Observer observer, std::string const& what) {
        if (here.told == there.told && here.seen != there.seen)
            throw BrokenPromise("after " + what + " the view (or a template) tells " + name_of(observer) +
                                " what no event told:\n" + here.seen + "\n" + there.seen);
        if (here.seen != there.seen) return;
        if (here.told == there.told)
            check_knowledge(here, there, observer, what);
        else if (here.events != there.events && knows_the_same(here.state, there.state, observer))
            throw BrokenPromise(leak(here, there, observer, what));
    }

    /// After two outcomes that look the same to a seat, the same random numbers give the same determinization.
    void check_knowledge(Outcome const& here, Outcome const& there, Observer observer, std::string const& what) {
        if (!knows_too_much_.empty() || !observer.seat() || E::over(here.state)) return;
        if (++compared_ % 4 != 0) return; // enough: each costs two redeals
        auto const one = imagined(here.state, observer);
        auto const other = imagined(there.state, observer);
        if (one == other) return;
        auto const who = name_of(observer);
        knows_too_much_ = "`redeal` (`imagine`, where there is one) depends on what " + who +
                          " cannot know: after two outcomes of " + what +
                          " that look the same to it, the same random numbers give other states. Forget what other "
                          "seats know of each other's cards, also of those that stay:\n" +
                          here.seen + difference(one, other);
    }

    /// What the first observer to whom two states look different sees of each; else what each seat holds.
    std::string difference(State const& one, State const& other) const {
        for (auto const observer : observers()) {
            auto const here = seen_by(one, observer);
            auto const there = seen_by(other, observer);
            if (here != there) return "\n" + name_of(observer) + " there:\n" + here + "\n" + there;
        }
        return cards_of(one) + cards_of(other);
    }

    static std::string leak(Outcome const& here, Outcome const& there, Observer observer, std::string const& what) {
        auto text = "the events of " + what + " tell " + name_of(observer) +
                    " what its view hides. If it may know it, the view after them must show it:\n";
        for (auto const* events : {&here.events, &there.events}) {
            for (auto const& event : *events) text += event;
            text += "\n";
        }
        return text + here.seen;
    }

    static std::optional<Outcome> outcome(State state, Chance&& chance, Seat actor, Action const& action,
                                          Observer observer) {
        std::vector<Event> events;
        if (answer(state, actor, action, chance, events)) return std::nullopt;
        auto seen = seen_by(state, observer);
        return Outcome{std::move(state), std::move(seen), seen_by(events, observer), told(events, observer)};
    }

    static std::string response(State state, SeededChance chance, Seat seat, Action const& action) {
        std::vector<Event> events;
        auto const refused = answer(state, seat, action, chance, events);
        return refused ? refused->reason : "accepted";
    }

    static std::regex const& any_card() {
        static std::regex const card(R"re("([A2-9TJQK][SHDC]|XX)")re");
        return card;
    }

    /// A legal action that differs at most in its cards; the action itself if none is found.
    Action alike(State const& state, Seat actor, Action const& action) {
        auto const form = [](Action const& one) { return std::regex_replace(codec::to_json(one), any_card(), "card"); };
        auto const legal = E::legal(state, actor);
        for (int i = 0; i < tries && !legal.empty(); ++i) {
            auto const& choice = legal[static_cast<std::size_t>(below(random_, static_cast<int>(legal.size())))];
            auto const other = fill_in(choice, random_);
            if (other && form(*other) == form(action)) return *other;
        }
        return action;
    }

    /// Whether two different cards of the game are nowhere in what the observer sees.
    static bool hides_cards(State const& state, std::string const& seen) {
        if constexpr (requires { E::all_cards(state); }) {
            std::set<std::string_view> hidden;
            for (auto const card : E::all_cards(state))
                if (auto const name = WireName<Card>::of(card); seen.find(name) == seen.npos) hidden.insert(name);
            return hidden.size() >= 2;
        }
        return false;
    }

    int seats_;
    Random& random_;
    std::vector<RedealCount> redeals_;
    std::map<Kind, std::string> leaks_;
    std::set<Kind> public_plays_;
    std::string knows_too_much_;
    unsigned compared_ = 0;
};

} // namespace tefuda::test
