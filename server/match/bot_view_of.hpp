// BotView for an engine that has a policy. Slow to compile: include it in .cpp files only.
#pragma once

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "rules/search/ismcts.hpp"
#include "server/match/bot_view.hpp"

namespace tefuda::server {

template <search::HasPolicy E>
class BotViewOf final : public BotView {
public:
    /// \pre the seat has a legal action
    BotViewOf(typename E::State const& state, Seat seat) : known_(imagined(state, seat)), seat_(seat) {
        auto const waiting = E::to_act(known_);
        must_act_ = std::find(waiting.begin(), waiting.end(), seat_) != waiting.end();
    }

    std::optional<std::string> as_beginner([[maybe_unused]] search::Random& random) const override {
        if constexpr (requires { search::PolicyOf<E>::choose_as_beginner(known_, seat_, random); })
            if (must_act_) return codec::to_json(search::PolicyOf<E>::choose_as_beginner(known_, seat_, random));
        return std::nullopt;
    }

    std::optional<std::string> by_rules_of_thumb(search::Random& random) const override {
        if (!must_act_) return volunteered(random);
        return codec::to_json(search::PolicyOf<E>::choose(known_, seat_, random));
    }

    std::optional<std::string> by_search(search::Budget const& budget, search::Random& random) const override {
        if (!must_act_) return volunteered(random);
        return codec::to_json(search::Search<E>(known_, seat_, random).best(budget));
    }

    std::optional<Consideration> consider(search::Budget const& budget, search::Random& random,
                                          std::string_view asked) const override {
        if (!must_act_) {
            auto action = volunteered(random);
            return action ? std::optional(Consideration{std::move(*action), {}}) : std::nullopt;
        }
        search::Search<E> search(known_, seat_, random);
        std::optional<typename E::Action> also;
        if (!asked.empty()) also = codec::Decoder().read_text<typename E::Action>(asked);
        if (also) search.consider_also(*also);
        Consideration found{codec::to_json(search.best(budget)), {}};
        if (also) found.value_of_asked = search.value_of(*also);
        for (auto const& [action, value] : search.considered())
            found.opinions.push_back({codec::to_json(action), value});
        return found;
    }

private:
    static typename E::State imagined(typename E::State const& state, Seat seat) {
        // A constant seed: the view depends only on what the seat knows. The search deals the hidden cards again for
        // each iteration, so any deal is good enough here.
        search::Random random(1);
        search::ImaginedChance chance(random);
        return search::imagine<E>(state, seat, chance);
    }

    /// An action of a seat for which the game does not wait; nothing if it prefers not to act.
    std::optional<std::string> volunteered([[maybe_unused]] search::Random& random) const {
        if constexpr (requires { search::PolicyOf<E>::volunteer(known_, seat_, random); })
            if (auto const action = search::PolicyOf<E>::volunteer(known_, seat_, random))
                return codec::to_json(*action);
        return std::nullopt;
    }

    typename E::State known_;
    Seat seat_;
    bool must_act_;
};

} // namespace tefuda::server
