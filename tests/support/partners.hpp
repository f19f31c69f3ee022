// Who plays together, as the results of many matches tell it.
#pragma once

#include "rules/core/outcome.hpp"

#include <map>
#include <string>
#include <utility>

namespace tefuda::test {

/// Finds seats that share a side though the results name no teams: they never end apart, and have often been ahead of
/// others together and often behind.
class Partners {
public:
    /// The result of one more match with the same options and seats.
    template <class Reason>
    void add(Result<Reason> const& result) {
        auto const seats = all_seats(result.ranks.seats());
        for (auto const one : seats)
            for (auto const other : seats)
                if (one < other) add(result, one, other);
    }

    /// What is wrong with the teams of these results; empty if nothing is.
    std::string problem() const {
        constexpr int often = 3;
        for (auto const& [seats, pair] : pairs_) {
            auto const text =
                "seats " + std::to_string(seats.first.number()) + " and " + std::to_string(seats.second.number());
            if (pair.in_one_team && pair.apart) return text + " are in one team and end with different ranks";
            if (!pair.in_one_team && !pair.apart && pair.ahead >= often && pair.behind >= often)
                return text + " always end together, and the results have them in no team (`team`)";
        }
        return {};
    }

private:
    struct Pair {
        bool in_one_team = false;
        bool apart = false; ///< whether they have ever ended with different ranks
        int ahead = 0;      ///< matches in which they were first, and not all were
        int behind = 0;     ///< matches in which they were not first
    };

    template <class Reason>
    void add(Result<Reason> const& result, Seat one, Seat other) {
        auto& pair = pairs_[{one, other}];
        if (result.team && (*result.team)[one] == (*result.team)[other]) pair.in_one_team = true;
        if (result.ranks[one] != result.ranks[other])
            pair.apart = true;
        else if (result.ranks[one] != 1)
            ++pair.behind;
        else if (static_cast<int>(result.winners.size()) < result.ranks.seats() && !result.winners.empty())
            ++pair.ahead;
    }

    std::map<std::pair<Seat, Seat>, Pair> pairs_;
};

} // namespace tefuda::test
