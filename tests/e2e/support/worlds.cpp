// Makes, from a match that was played, two matches that one observer cannot tell apart, as far as its views go: the
// match itself, and one with other hidden cards, which the engine's `redeal` has exchanged. two_worlds.test.mjs plays
// both over sockets. It knows no game: it asks the engines.
//
// Reads one line of JSON (Asked), writes one (Pair), or `null` where it finds no such match.
#include "protocol/codec/decode.hpp"
#include "rules/registry.hpp"
#include "tests/support/two_worlds.hpp"

#include <iostream>
#include <map>
#include <regex>

namespace tefuda::test {

namespace {

struct Act {
    Seat seat = Seat(0);
    codec::RawJson action;
};
BOOST_DESCRIBE_STRUCT(Act, (), (seat, action))

struct Asked {
    std::string game;
    codec::RawJson options;
    int seats;
    std::string server_seed;
    std::vector<std::string> entropies;
    std::vector<Cards> shuffles; ///< all outcomes of the match
    std::vector<Act> actions;
    std::optional<Seat> observer; ///< absent: a spectator
    int seed;                     ///< of the choices that are made here
};
BOOST_DESCRIBE_STRUCT(Asked, (), (game, options, seats, server_seed, entropies, shuffles, actions, observer, seed))

struct OtherWorld {
    std::vector<std::string> entropies;
    std::vector<Cards> shuffles;
    std::vector<Act> actions;
};
BOOST_DESCRIBE_STRUCT(OtherWorld, (), (entropies, shuffles, actions))

struct Pair {
    OtherWorld here;
    OtherWorld there;
    /// For each action one of the observer's that is refused before it in both worlds, and one at the end; null if none
    /// was found.
    std::vector<codec::RawJson> refused;
};
BOOST_DESCRIBE_STRUCT(Pair, (), (here, there, refused))

/// The stream of a match whose first shuffles are fixed, as the server has it.
class FixedChance final : public Chance {
public:
    FixedChance(Bytes32 const& seed, std::vector<Cards> const& fixed) : stream_(seed), fixed_(fixed) {}
    std::size_t shuffles() const { return shuffles_; }
    bool is_off() const { return off_; }
    SeededChance const& stream() const { return stream_; }

private:
    void do_shuffle(Cards& cards) override {
        auto const before = cards;
        stream_.shuffle(cards);
        auto const place = shuffles_++;
        if (place >= fixed_.size()) return;
        if (same_cards(fixed_[place], before))
            cards = fixed_[place];
        else
            off_ = true;
    }
    Seats do_order(int n) override { return stream_.order(n); }
    int do_pick(int n) override { return stream_.pick(n); }

    SeededChance stream_;
    std::vector<Cards> fixed_;
    std::size_t shuffles_ = 0;
    bool off_ = false;
};

using Map = std::map<Card, Card>;

Card mapped(Map const& map, Card card) {
    auto const found = map.find(card);
    return found == map.end() ? card : found->second;
}

std::string mapped(Map const& map, std::string const& text) {
    static std::regex const any(R"re("([A2-9TJQK][SHDC])")re");
    std::string out;
    auto end = text.cbegin();
    for (std::sregex_iterator found(text.begin(), text.end(), any), last; found != last; ++found) {
        out.append(end, (*found)[0].first);
        auto const card = *WireName<Card>::parse((*found)[1].str());
        out += '"' + std::string(WireName<Card>::of(mapped(map, card))) + '"';
        end = (*found)[0].second;
    }
    return out.append(end, text.cend());
}

template <Redealable E>
class Maker {
    using State = typename E::State;
    using Action = typename E::Action;
    using Worlds = TwoWorlds<E>;

public:
    Maker(Asked const& asked, typename E::Options options)
        : asked_(asked), options_(std::move(options)), seed_(bytes32_from_hex(asked.server_seed).value()),
          observer_(asked.observer ? Observer(*asked.observer) : Observer::spectator()),
          random_(static_cast<std::uint64_t>(asked.seed)) {}

    /// The pair of which the most actions look the same, of some; nothing if there is none.
    std::optional<Pair> pair() {
        constexpr int tries = 300;
        constexpr int enough = 20;
        auto found = 0;
        here_ = play({asked_.entropies, asked_.shuffles, asked_.actions}, nullptr);
        if (here_.size() != asked_.actions.size() + 1) throw std::runtime_error("the match cannot be played again");
        std::optional<OtherWorld> best;
        std::size_t most = 0;
        for (int i = 0; i < tries && found < enough; ++i) {
            auto const last = static_cast<std::size_t>(below(random_, static_cast<int>(here_.size())));
            // Sometimes to the end: there is less to exchange.
            auto other = other_world(chance_of(random_, 0.3) ? here_.size() - 1 : last, i >= tries / 3);
            if (!other) continue;
            auto const there = play(*other, &here_);
            if (there.empty() || there.back().state == here_[there.size() - 1].state) continue;
            ++found;
            if (there.size() <= most) continue;
            most = there.size();
            there_ = there;
            best = std::move(other);
        }
        if (!best) return std::nullopt;
        best->actions.resize(most - 1);
        OtherWorld here{asked_.entropies, asked_.shuffles, asked_.actions};
        here.actions.resize(most - 1);
        here.shuffles.resize(std::min(here.shuffles.size(), here_[most - 1].shuffles));
        best->shuffles.resize(std::min(best->shuffles.size(), there_[most - 1].shuffles));
        Pair pair{std::move(here), std::move(*best), {}};
        for (std::size_t i = 0; i < most; ++i) pair.refused.push_back(refused_at(i));
        return pair;
    }

private:
    /// A state of a match, and what was drawn up to it.
    struct Reached {
        State state;
        std::string seen;
        std::size_t shuffles;
        FixedChance chance;
    };

    static std::optional<Action> read(codec::RawJson const& action) {
        return codec::Decoder().read_text<Action>(action.text);
    }

    /// The states of a match, as long as its actions are legal and, where another match is given, the observer sees
    /// there what it sees here.
    std::vector<Reached> play(OtherWorld const& world, std::vector<Reached> const* same) {
        std::vector<Reached> all;
        std::vector<typename E::Event> events;
        FixedChance chance(final_seed_of(seed_, world.entropies), world.shuffles);
        auto state = E::start(options_, asked_.seats, chance, events);
        for (std::size_t i = 0;; ++i) {
            auto seen = Worlds::seen_by(state, observer_);
            if (same && (chance.is_off() || seen != (*same)[i].seen || !knows_the_same(state, (*same)[i].state))) break;
            all.push_back({state, std::move(seen), chance.shuffles(), chance});
            if (i == world.actions.size()) break;
            auto const action = read(world.actions[i].action);
            if (!action || E::apply(state, world.actions[i].seat, *action, chance, events)) break;
        }
        return all;
    }

    bool knows_the_same(State const& here, State const& there) const {
        return Worlds::knows_the_same(here, there, observer_);
    }

    /// The match with cards exchanged that are hidden from the observer after so many actions.
    std::optional<OtherWorld> other_world(std::size_t last, bool other_stream) {
        RandomChance draws(random_);
        auto const& from = here_[last];
        auto map = exchange(from.state, E::redeal(from.state, observer_, draws));
        if (map.empty()) return std::nullopt;
        if (chance_of(random_, 0.6)) map = two_of(map);
        OtherWorld other{asked_.entropies, asked_.shuffles, asked_.actions};
        other.shuffles.resize(std::min(other.shuffles.size(), from.shuffles));
        if (other.shuffles.empty()) return std::nullopt;
        auto const first = static_cast<std::size_t>(below(random_, static_cast<int>(other.shuffles.size())));
        for (auto place = first; place < other.shuffles.size(); ++place)
            for (auto& card : other.shuffles[place]) card = mapped(map, card);
        // The cards of the actions that follow the first shuffle with others.
        for (std::size_t i = 0; i < last; ++i)
            if (here_[i].shuffles > first && !observer_.is(other.actions[i].seat))
                other.actions[i].action.text = mapped(map, other.actions[i].action.text);
        // What is drawn from hidden cards may need other numbers.
        if (other_stream) {
            auto const seat = static_cast<std::size_t>(below(random_, asked_.seats));
            if (!observer_.is(Seat(static_cast<int>(seat)))) other.entropies[seat] = std::to_string(random_());
        }
        return other;
    }

    /// Which cards became which, wherever they are; without those of which the game has several.
    Map exchange(State const& here, State const& there) {
        Map map;
        if constexpr (requires { E::all_cards(here); }) {
            auto rest_here = E::all_cards(here);
            auto rest_there = E::all_cards(there);
            auto const all = rest_here;
            auto const add = [&](Cards one, Cards other) {
                auto const common = one;
                for (auto const card : common)
                    if (contains(other, card)) remove(one, card), remove(other, card);
                std::shuffle(other.begin(), other.end(), random_);
                for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
                    if (count(all, one[i]) == 1 && count(all, other[i]) == 1) map.emplace(one[i], other[i]);
            };
            if constexpr (requires { E::view(here, observer_).hands; })
                for (auto const seat : all_seats(asked_.seats)) {
                    auto const one = E::view(here, seat).hands[seat].known;
                    auto const other = E::view(there, seat).hands[seat].known;
                    add(one, other);
                    for (auto const card : one) remove(rest_here, card);
                    for (auto const card : other) remove(rest_there, card);
                }
            add(rest_here, rest_there);
        }
        // A permutation, even where cards of which there are several were left out.
        Map closed;
        for (auto const& [from, to] : map)
            if (is_on_a_cycle(map, from)) closed.emplace(from, to);
        return closed;
    }

    static bool is_on_a_cycle(Map const& map, Card from) {
        auto at = from;
        for (std::size_t i = 0; i <= map.size(); ++i) {
            auto const next = map.find(at);
            if (next == map.end()) return false;
            at = next->second;
            if (at == from) return true;
        }
        return false;
    }

    Map two_of(Map const& map) {
        auto const place = std::next(map.begin(), below(random_, static_cast<int>(map.size())));
        return {{place->first, place->second}, {place->second, place->first}};
    }

    /// An action of the observer that both worlds refuse after so many actions.
    codec::RawJson refused_at(std::size_t place) {
        constexpr int tries = 40;
        if (!observer_.seat()) return {"null"};
        auto const seat = *observer_.seat();
        Cards hand;
        if constexpr (requires { E::view(here_[place].state, observer_).hands; })
            hand = E::view(here_[place].state, observer_).hands[seat].known;
        auto const refuses = [&](Reached const& reached, Action const& action) {
            auto state = reached.state;
            auto chance = reached.chance;
            std::vector<typename E::Event> events;
            return E::apply(state, seat, action, chance, events).has_value();
        };
        for (int i = 0; i < tries; ++i)
            if (auto const action = random_action<Action>(random_, {hand, asked_.seats});
                refuses(here_[place], action) && refuses(there_[place], action))
                return {codec::to_json(action)};
        return {"null"};
    }

    Asked const& asked_;
    typename E::Options options_;
    Bytes32 seed_;
    Observer observer_;
    Random random_;
    std::vector<Reached> here_;
    std::vector<Reached> there_;
};

template <class E>
std::string answer(Asked const& asked) {
    codec::Decoder decoder;
    auto const options = decoder.read_options<typename E::Options>(asked.options.text);
    if (!options) throw std::runtime_error("options: " + decoder.problem());
    auto const settled = E::settle(*options, asked.seats);
    auto const pair = Maker<E>(asked, std::get<typename E::Options>(settled)).pair();
    return pair ? codec::to_json(*pair) : "null";
}

template <class... E>
std::string answer(Asked const& asked, EngineList<E...>) {
    std::string text;
    ((E::id == asked.game ? void(text = answer<E>(asked)) : void()), ...);
    if (text.empty()) throw std::runtime_error("there is no game " + asked.game);
    return text;
}

} // namespace

} // namespace tefuda::test

int main() {
    using namespace tefuda;
    try {
        for (std::string line; std::getline(std::cin, line);) {
            codec::Decoder decoder;
            auto const asked = decoder.read_text<test::Asked>(line);
            if (!asked) throw std::runtime_error(decoder.problem());
            std::cout << test::answer(*asked, Engines()) << std::endl;
        }
    } catch (std::exception const& problem) {
        std::cerr << problem.what() << "\n";
        return 1;
    }
}
