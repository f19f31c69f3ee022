// Env for an engine. Slow to compile: include it in .cpp files only.
#pragma once

#include "clients/rules-python/src/game.hpp"
#include "protocol/codec/game_text.hpp"
#include "rules/search/policy.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::python {

/// A match's state with its chance, for one engine. A regular value.
template <Engine E>
struct MatchState {
    MatchState(typename E::Options const& options, int seats, Bytes32 const& final_seed)
        : chance(final_seed), state(E::start(options, seats, chance, events)) {}

    SeededChance chance;
    std::vector<typename E::Event> events; ///< of the last action, or of the start
    typename E::State state;
};

template <Redealable E>
class EnvOf final : public Env {
public:
    EnvOf(MatchState<E> match, int seats, std::string options)
        : match_(std::move(match)), seats_(seats), options_(std::move(options)) {}

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

    std::unique_ptr<Env> copy() const override { return std::make_unique<EnvOf>(*this); }

    std::unique_ptr<Env> redeal(Seat seat, std::uint64_t seed) const override {
        auto other = std::make_unique<EnvOf>(*this);
        other->match_.state = imagined(seat, seed);
        other->match_.chance = SeededChance(sha256(seed_of(seed)));
        other->match_.events.clear();
        return other;
    }

private:
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
