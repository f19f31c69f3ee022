// A policy that breaks its promise: it uses what the seat does not know.
#pragma once

#include "rules/search/policy.hpp"
#include "tests/python/guess/guess.hpp"

namespace tefuda::search {

template <>
struct PolicyOf<GuessGame> {
    static GuessGame::Action choose(GuessGame::State const& state, Seat, Random&) { return guess::Call{state.heads}; }
    static bool is_terminal(GuessGame::State const&, GuessGame::State const& now) { return GuessGame::over(now); }
    static PerSeat<double> evaluate(GuessGame::State const&, GuessGame::State const& now) {
        PerSeat<double> values(2, 0.0);
        if (auto const result = GuessGame::result_of(now))
            for (auto const seat : result->winners) values[seat] = 1;
        return values;
    }
    static std::uint64_t action_key(GuessGame::Action const& action) { return std::get<guess::Call>(action).heads; }
};

} // namespace tefuda::search
