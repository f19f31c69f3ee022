// Whether a match ends: the first question to a new engine, and a quick one.
#pragma once

#include "tests/support/template_oracle.hpp"

#include "protocol/codec/encode.hpp"
#include "rules/core/engine.hpp"
#include "rules/core/seeded_chance.hpp"

namespace tefuda::test {

/// A match of more actions counts as one that does not end.
inline constexpr int longest_match = 20000;

/// Plays two matches for each type of action, in which every seat, also one that the game does not wait for, takes this
/// action whenever it may, and two at random.
/// \returns how one of them goes on without an end; empty if all end
template <Engine E>
std::string endless_match(typename E::Options const& options, int seats) {
    using Action = typename E::Action;
    constexpr auto types = std::variant_size_v<Action>;
    for (std::size_t preferred = 0; preferred <= types; ++preferred) {
        for (std::uint64_t seed = 0; seed < 2; ++seed) {
            Random random(seed);
            Bytes32 bytes{};
            bytes[0] = static_cast<std::uint8_t>(seed);
            SeededChance chance(bytes);
            std::vector<typename E::Event> events;
            auto state = E::start(options, seats, chance, events);
            std::string_view type;
            for (int actions = 0; !E::over(state); ++actions) {
                if (actions == longest_match)
                    return "the match does not end: " + std::to_string(longest_match) + " actions " +
                           (type.empty() ? "at random" : "where every seat that may does `" + std::string(type) + "`") +
                           ", now\n" + codec::to_json(E::view(state, Observer::spectator()));
                std::vector<std::pair<Seat, Template<Action>>> any;
                std::vector<std::pair<Seat, Template<Action>>> liked;
                auto const waiting = E::to_act(state);
                for (auto const seat : all_seats(seats)) {
                    auto const waited = std::find(waiting.begin(), waiting.end(), seat) != waiting.end();
                    for (auto& choice : E::legal(state, seat)) {
                        auto const likes = choice.action.index() == preferred;
                        if (likes) liked.emplace_back(seat, choice);
                        if (waited) any.emplace_back(seat, std::move(choice));
                    }
                }
                auto const& among = liked.empty() ? any : liked;
                if (among.empty()) return {}; // other checks say what is wrong
                auto const& [seat, choice] =
                    among[static_cast<std::size_t>(below(random, static_cast<int>(among.size())))];
                auto const action = fill_in(choice, random);
                events.clear();
                if (!action || E::apply(state, seat, *action, chance, events)) return {};
                if (!liked.empty()) std::visit([&]<class A>(A const&) { type = A::type; }, *action);
            }
        }
    }
    return {};
}

} // namespace tefuda::test
