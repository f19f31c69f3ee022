// Env for an engine. Slow to compile: include it in .cpp files only.
#pragma once

#include "clients/rules-python/src/game.hpp"
#include "protocol/codec/game_text.hpp"
#include "rules/search/ismcts.hpp"
#include "rules/search/policy.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace tefuda::python {

/// A match's state with its chance, for one engine. A regular value.
template <Engine E>
struct MatchState {
    MatchState(typename E::Options const& options, int seats, Bytes32 const& final_seed)
        : chance(final_seed), state(E::start(options, seats, chance, events)) {}

    /// Goes on from a state, without events. Its chance to come is drawn from the seed.
    MatchState(typename E::State now, std::uint64_t seed) : chance(sha256(seed_of(seed))), state(std::move(now)) {}

    SeededChance chance;
    std::vector<typename E::Event> events; ///< of the last action, or of the start
    typename E::State state;
};

/// What the bots of level `normal` do, by the game's rules of thumb. They use only what their seat knows.
template <Engine E>
class RulesOfThumb {
public:
    static constexpr bool are_there = search::HasPolicy<E>;

    /// \pre the game waits for the seat
    static typename E::Action choose(typename E::State const& state, Seat seat, search::Random& random)
        requires(are_there)
    {
        return search::PolicyOf<E>::choose(state, seat, random);
    }

    /// Lets seats act that need not, if they want to. \param seen gives the state that a seat decides from \returns how
    /// many have
    template <class Seen>
    static int volunteer([[maybe_unused]] MatchState<E>& match, [[maybe_unused]] Seats const& seats,
                         [[maybe_unused]] search::Random& random, [[maybe_unused]] Seen const& seen) {
        auto acted = 0;
        if constexpr (requires { search::PolicyOf<E>::volunteer(match.state, Seat(0), random); })
            for (auto const seat : seats) {
                if (E::over(match.state) || is_awaited(match.state, seat) || E::legal(match.state, seat).empty())
                    continue;
                auto const action = search::PolicyOf<E>::volunteer(seen(seat), seat, random);
                if (!action) continue;
                apply(match, seat, *action);
                ++acted;
            }
        return acted;
    }

    static bool is_awaited(typename E::State const& state, Seat seat) {
        auto const waiting = E::to_act(state);
        return std::find(waiting.begin(), waiting.end(), seat) != waiting.end();
    }

    static void apply(MatchState<E>& match, Seat seat, typename E::Action const& action) {
        match.events.clear();
        if (auto const refused = E::apply(match.state, seat, action, match.chance, match.events))
            throw std::logic_error("the rules refuse " + codec::to_json(action) +
                                   ", which the rules of thumb chose: " + refused->reason);
    }
};

/// Each seat's share of the win: winners share equally, and so do all where nobody wins.
template <class R>
PerSeat<float> win_shares(R const& result, int seats) {
    auto const& winners = result.winners;
    PerSeat<float> shares(seats, winners.empty() ? 1.0F / static_cast<float>(seats) : 0.0F);
    for (auto const seat : winners) shares[seat] = 1.0F / static_cast<float>(winners.size());
    return shares;
}

template <Redealable E>
class EnvOf final : public Env {
public:
    EnvOf(MatchState<E> match, int seats, std::string options, std::shared_ptr<Past> past)
        : match_(std::move(match)), seats_(seats), options_(std::move(options)) {
        past_ = std::move(past);
    }

    std::string_view game() const override { return E::id; }
    int seats() const override { return seats_; }
    std::string const& options() const override { return options_; }

    std::string observe(Observer observer) const override {
        codec::JsonText out;
        codec::append_view<E>(out, match_.state, observer, std::nullopt);
        return out.str();
    }

    std::string legal(Seat seat) const override { return codec::to_json(E::legal(match_.state, seat)); }

    std::string events(Observer observer) const override {
        codec::JsonText out;
        codec::append_events<E>(out, match_.events, observer);
        return out.str();
    }

    void step(Seat seat, std::string_view text) override {
        auto const tree = codec::JsonTree::parse(text);
        if (!tree) throw RefusedAction("The action is not JSON, or an object in it has a field twice.");
        auto const action = codec::read_action<E>(tree->root());
        if (auto const* unreadable = std::get_if<Illegal>(&action)) throw RefusedAction(unreadable->reason);
        std::vector<typename E::Event> events;
        if (auto const refused =
                E::apply(match_.state, seat, std::get<typename E::Action>(action), match_.chance, events))
            throw RefusedAction(refused->reason);
        match_.events = std::move(events);
        remember(Past::Kind::step, seat.number(), 0, {std::string(text)});
    }

    Seats to_act() const override { return E::to_act(match_.state); }
    bool over() const override { return E::over(match_.state); }
    std::string result() const override { return codec::to_json(E::view(match_.state, Observer::spectator()).result); }

    std::string timed() const override {
        codec::JsonText out;
        out += '[';
        if constexpr (HasTimedActions<E>)
            for (auto const& [seat, action, after_ms, bots_only] : E::timed(match_.state)) {
                out += out.back() == '[' ? "{" : ",{";
                codec::FieldWriter fields(out);
                fields.field("seat", seat);
                fields.field("action", action);
                fields.field("after_ms", Nullable<int>(after_ms));
                fields.field("bots_only", bots_only);
                out += '}';
            }
        out += ']';
        return out.str();
    }

    std::optional<std::string> rule_of_thumb([[maybe_unused]] Seat seat,
                                             [[maybe_unused]] std::uint64_t seed) const override {
        if constexpr (search::HasPolicy<E>) {
            auto const waiting = to_act();
            if (std::find(waiting.begin(), waiting.end(), seat) == waiting.end()) return std::nullopt;
            search::Random random(seed);
            // As the server's bots: the rules of thumb see no card that the seat does not.
            return codec::to_json(search::PolicyOf<E>::choose(imagined(seat, 1), seat, random));
        } else {
            return std::nullopt;
        }
    }

    std::string best([[maybe_unused]] Seat seat, [[maybe_unused]] double milliseconds, [[maybe_unused]] int iterations,
                     [[maybe_unused]] std::uint64_t seed) const override {
        if constexpr (RulesOfThumb<E>::are_there) {
            if (over() || !RulesOfThumb<E>::is_awaited(match_.state, seat))
                throw BadInput("The match does not wait for seat " + std::to_string(seat.number()) + ".");
            using Clock = std::chrono::steady_clock;
            auto const until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                  std::chrono::duration<double, std::milli>(milliseconds));
            search::Random random(seed);
            auto const known = imagined(seat, random());
            return codec::to_json(search::Search<E>(known, seat, random).best({iterations, until, nullptr}));
        } else {
            throw BadInput(std::string(E::name.en) + " has no rules of thumb to search with.");
        }
    }

    std::vector<float> returns() const override {
        std::vector<float> all(static_cast<std::size_t>(seats_), 0.0F);
        if (!over()) return all;
        auto const result = E::view(match_.state, Observer::spectator()).result;
        auto const shares = win_shares(*result, seats_);
        for (auto const seat : all_seats(seats_))
            all[static_cast<std::size_t>(seat.number())] = shares[seat] - 1.0F / static_cast<float>(seats_);
        return all;
    }

    std::unique_ptr<Env> copy() const override { return std::make_unique<EnvOf>(*this); }

    std::unique_ptr<Env> redeal(Seat seat, std::uint64_t seed) const override {
        auto other = std::make_unique<EnvOf>(*this);
        other->match_ = MatchState<E>(imagined(seat, seed), seed);
        other->remember(Past::Kind::redeal, seat.number(), seed, {});
        return other;
    }

    std::vector<float> playouts([[maybe_unused]] int how_many, [[maybe_unused]] std::optional<Seat> seat,
                                [[maybe_unused]] std::uint64_t seed) const override {
        if constexpr (RulesOfThumb<E>::are_there) {
            std::vector<float> shares;
            search::Random random(seed);
            for (int number = 0; number < how_many; ++number) {
                auto match = match_;
                if (seat && !over()) match = MatchState<E>(imagined(*seat, random()), random());
                play_out(match, random);
                auto const result = E::view(match.state, Observer::spectator()).result;
                for (auto const share : win_shares(*result, seats_)) shares.push_back(share);
            }
            return shares;
        } else {
            throw BadInput(std::string(E::name.en) + " has no rules of thumb.");
        }
    }

private:
    void remember(Past::Kind kind, int seat, std::uint64_t seed, std::vector<std::string> texts) {
        if (past_) past_ = std::make_shared<Past>(kind, seat, seed, std::move(texts), std::move(past_));
    }

    static void play_out(MatchState<E>& match, search::Random& random)
        requires(RulesOfThumb<E>::are_there)
    {
        auto const everybody = all_seats(E::view(match.state, Observer::spectator()).scores.seats());
        while (!E::over(match.state)) {
            auto const seat = E::to_act(match.state).front();
            RulesOfThumb<E>::apply(match, seat, RulesOfThumb<E>::choose(match.state, seat, random));
            RulesOfThumb<E>::volunteer(match, everybody, random,
                                       [&](Seat) -> typename E::State const& { return match.state; });
        }
    }

    typename E::State imagined(Seat seat, std::uint64_t seed) const {
        search::Random random(seed);
        search::ImaginedChance chance(random);
        return search::imagine<E>(match_.state, seat, chance);
    }

    MatchState<E> match_;
    int seats_;
    std::string options_;
};

} // namespace tefuda::python
