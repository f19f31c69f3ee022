// What the sheet of an evening must be, counted from replays alone: it knows nothing of server/match/evening.
#pragma once

#include "tests/sim/world.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::sim {

/// The points of each seat of a finished match: of each two seats that play against each other one point goes to that
/// with the lower rank, or half of it to both.
inline std::vector<double> points_in(Json const& result) {
    auto const& ranks = result["ranks"];
    std::vector<double> points(ranks.size());
    for (std::size_t one = 0; one < points.size(); ++one)
        for (std::size_t other = 0; other < one; ++other) {
            if (result.contains("team") && result["team"][one] == result["team"][other]) continue;
            auto const is_even = result["winners"].empty() || ranks[one] == ranks[other];
            auto const share = is_even ? 0.5 : ranks[one] < ranks[other] ? 1.0 : 0.0;
            points[one] += share;
            points[other] += 1 - share;
        }
    return points;
}

/// \param replay_of a match of the room, by its number
/// \returns what is wrong with the sheet, a sentence; nothing: it is as it must be
inline std::optional<std::string> wrong_in(Json const& sheet, std::function<Json(int)> const& replay_of) {
    auto const& lines = sheet["lines"];
    std::vector<double> all(lines.size());
    std::vector<int> played(lines.size());
    std::optional<int> after;
    for (auto const& match : sheet["matches"]) {
        auto const number = match["match"].get<int>();
        if (after && number != *after - 1) return "a match is missing before " + std::to_string(*after);
        after = number;
        auto const replay = replay_of(number);
        auto seats = points_in(replay["result"]);
        std::vector<double> of_lines;
        for (std::size_t line = 0; line < lines.size(); ++line) {
            auto const& points = match["points"][line];
            if (points.is_null()) continue;
            of_lines.push_back(points);
            all[line] += points.get<double>();
            ++played[line];
        }
        auto const sum = [](std::vector<double> const& list) {
            double whole = 0;
            for (auto const one : list) whole += one;
            return whole;
        };
        if (sum(of_lines) != sum(seats)) return "match " + std::to_string(number) + " has given other points";
        // Each line has one seat, but for players with two.
        std::ranges::sort(of_lines);
        std::ranges::sort(seats);
        if (of_lines.size() == seats.size() && of_lines != seats)
            return "match " + std::to_string(number) + " has given others their points";
        for (std::size_t line = 0; line < lines.size(); ++line) {
            if (!lines[line].contains("player") || !replay.contains("players")) continue;
            auto const counted = points_in(replay["result"]);
            double at_least = 0;
            auto has_seat = false;
            for (std::size_t seat = 0; seat < counted.size(); ++seat) {
                auto const& owner = replay["players"][seat];
                if (owner.is_null() || owner["id"] != lines[line]["player"]) continue;
                has_seat = true;
                at_least += counted[seat];
            }
            if (has_seat && (match["points"][line].is_null() || match["points"][line].get<double>() < at_least))
                return "match " + std::to_string(number) + " lacks points of a player";
        }
    }
    for (std::size_t line = 0; line < lines.size(); ++line) {
        if (lines[line]["points"] != all[line])
            return "line " + std::to_string(line) + " has not what its matches gave";
        if (lines[line]["played"] != played[line]) return "line " + std::to_string(line) + " has not played so often";
        if (line > 0 && lines[line - 1]["points"] < lines[line]["points"]) return "a line stands too low";
    }
    return std::nullopt;
}

} // namespace tefuda::sim
