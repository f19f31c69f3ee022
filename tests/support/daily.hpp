// Checks a game's deal of the day (HasDaily in rules/core/engine.hpp).
#pragma once

#include "tests/support/ending.hpp"

#include "protocol/codec/encode.hpp"
#include "rules/core/engine.hpp"
#include "rules/core/seeded_chance.hpp"

#include <string>

namespace tefuda::test {

/// The result of a match of random actions; nothing if it does not end.
template <Engine E>
std::optional<ResultOf<E>> random_result(typename E::Options const& options, int seats, std::uint64_t seed) {
    Random random(seed);
    Bytes32 bytes{};
    bytes[0] = static_cast<std::uint8_t>(seed);
    SeededChance chance(bytes);
    std::vector<typename E::Event> events;
    auto state = E::start(options, seats, chance, events);
    for (int actions = 0; !E::over(state); ++actions) {
        auto const waiting = E::to_act(state);
        if (actions == longest_match || waiting.empty()) return std::nullopt;
        auto const seat = waiting.front();
        auto const legal = E::legal(state, seat);
        if (legal.empty()) return std::nullopt;
        auto const& choice = legal[static_cast<std::size_t>(below(random, static_cast<int>(legal.size())))];
        if (auto const action = fill_in(choice, random)) E::apply(state, seat, *action, chance, events);
        events.clear();
    }
    auto const result = E::view(state, Observer::spectator()).result;
    return result ? std::optional(*result) : std::nullopt;
}

/// What is wrong with the game's deal of the day; empty if nothing is, or if it has none.
template <Engine E>
std::string daily_problem(int matches = 50) {
    if constexpr (HasDaily<E>) {
        auto const board = E::daily();
        auto const counts = E::seat_counts().values;
        if (std::find(counts.begin(), counts.end(), board.seats) == counts.end())
            return "daily: the game is not for " + std::to_string(board.seats) + " seats";
        auto const settled = E::settle(board.options, board.seats);
        auto const* options = std::get_if<typename E::Options>(&settled);
        if (!options || !(*options == board.options))
            return "daily: the options are not settled: " + codec::to_json(board.options);
        for (int seed = 0; seed < matches; ++seed) {
            auto const result = random_result<E>(board.options, board.seats, static_cast<std::uint64_t>(seed));
            if (!result) return "daily: a match of random actions comes to no result";
            for (auto const winner : result->winners)
                for (auto const seat : all_seats(board.seats))
                    if (E::margin(*result, seat) > E::margin(*result, winner))
                        return "daily: seat " + std::to_string(seat.number()) +
                               " has a higher margin than a winner: " + codec::to_json(*result);
        }
    }
    return {};
}

} // namespace tefuda::test
