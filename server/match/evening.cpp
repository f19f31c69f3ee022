#include "server/match/evening.hpp"

#include "server/match/gone_players.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace tefuda::server {

namespace {

constexpr std::size_t score_length = 3;

SheetLine* line_of(Evening& evening, int id) {
    auto const found = std::ranges::find(evening.lines, id, &SheetLine::id);
    return found == evening.lines.end() ? nullptr : &*found;
}

/// The line that is the seat's by who sits there; null: none.
SheetLine* line_of_owner(Evening& evening, SheetSeat const& seat) {
    auto const found = std::ranges::find_if(evening.lines, [&](SheetLine const& line) {
        if (seat.level) return line.level == seat.level && line.name == seat.name;
        return seat.player && line.player && line.player->id == seat.player->id;
    });
    return found == evening.lines.end() ? nullptr : &*found;
}

/// Where a line's score begins; the length of the list where it has none.
std::size_t place_of(SheetMatch const& match, int line) {
    std::size_t at = 0;
    while (at < match.scores.size() && match.scores[at] != line) at += score_length;
    return at;
}

void add_score(SheetMatch& match, int line, int halves, bool won) {
    auto const at = place_of(match, line);
    if (at == match.scores.size()) match.scores.insert(match.scores.end(), {line, 0, 0});
    match.scores[at + 1] += halves;
    match.scores[at + 2] |= won ? 1 : 0;
}

void remove_score(SheetMatch& match, int line) {
    auto const first = match.scores.begin() + static_cast<std::ptrdiff_t>(place_of(match, line));
    if (first != match.scores.end()) match.scores.erase(first, first + score_length);
}

/// Both become the one that came first. A match that both have played counts once, if it is one of the newest.
/// \returns its id
int join_lines(Evening& evening, int one, int other) {
    auto const first =
        std::ranges::find_if(evening.lines, [&](SheetLine const& line) { return line.id == one || line.id == other; });
    auto const gone = first->id == one ? other : one;
    auto const second = std::ranges::find(evening.lines, gone, &SheetLine::id);
    auto& all = *first;
    all.halves += second->halves;
    all.played += second->played;
    all.won += second->won;
    all.seats += second->seats;
    all.bot_shares += second->bot_shares;
    for (auto& match : evening.newest) {
        auto const at = place_of(match, gone), beside = place_of(match, all.id);
        if (at == match.scores.size()) continue;
        auto const halves = match.scores[at + 1];
        auto const won = match.scores[at + 2] != 0;
        if (beside != match.scores.size()) {
            --all.played;
            if (won && match.scores[beside + 2] != 0) --all.won;
        }
        remove_score(match, gone);
        add_score(match, all.id, halves, won);
    }
    auto const id = all.id;
    evening.lines.erase(second);
    return id;
}

void shorten(Evening& evening, std::span<SheetSeat const> seats) {
    auto& matches = evening.newest;
    if (matches.size() > max_sheet_matches)
        matches.erase(matches.begin(), matches.end() - static_cast<std::ptrdiff_t>(max_sheet_matches));
    while (evening.lines.size() > max_sheet_lines) {
        auto const oldest = std::ranges::find_if(evening.lines, [&](SheetLine const& line) {
            return std::ranges::none_of(seats, [&](SheetSeat const& seat) { return seat.line == line.id; });
        });
        if (oldest == evening.lines.end()) return;
        for (auto& match : matches) remove_score(match, oldest->id);
        evening.lines.erase(oldest);
    }
}

bool is_sound(SheetLine const& line) {
    constexpr int most = 1'000'000'000;
    auto const counts = {line.id, line.halves, line.played, line.won, line.seats};
    return std::ranges::all_of(counts, [](int count) { return count >= 0 && count <= most; }) &&
           line.won <= line.played && line.played <= line.seats && line.bot_shares >= 0 &&
           line.bot_shares <= line.seats + 1e-6;
}

} // namespace

std::vector<int> halves_of(std::span<int const> ranks, std::optional<std::vector<int>> const& teams, bool has_winners) {
    std::vector<int> halves(ranks.size());
    for (std::size_t one = 0; one < ranks.size(); ++one)
        for (std::size_t other = 0; other < ranks.size(); ++other) {
            if (one == other || (teams && teams->at(one) == teams->at(other))) continue;
            if (!has_winners || ranks[other] == ranks[one])
                halves[one] += 1;
            else if (ranks[other] > ranks[one])
                halves[one] += 2;
        }
    return halves;
}

void assign_lines(Evening& evening, std::span<SheetSeat> seats) {
    for (auto& seat : seats) {
        auto const* own = seat.line ? line_of(evening, *seat.line) : nullptr;
        if (own && own->player && seat.player && own->player->id != seat.player->id) {
            // Somebody else has got the seat by its token: what was won before stays where it is.
            own = nullptr;
            seat.line.reset();
        }
        auto const* const owners = line_of_owner(evening, seat);
        if (owners && own && own != owners) {
            auto const before = std::pair(own->id, owners->id);
            auto const all = join_lines(evening, own->id, owners->id);
            for (auto& each : seats)
                if (each.line == before.first || each.line == before.second) each.line = all;
            seat.line = all;
        } else if (owners) {
            seat.line = owners->id;
        }
        // A seat keeps the id that was given to it before its line begins.
        if (auto* const line = seat.line ? line_of(evening, *seat.line) : nullptr) {
            line->name = seat.name;
            if (seat.player) line->player = seat.player;
            line->kind = seat.kind;
        }
    }
}

void add_match(Evening& evening, SheetMatch match, std::span<SheetSeat> seats, std::span<SheetScore const> scores) {
    assign_lines(evening, seats);
    std::set<int> played;
    for (std::size_t i = 0; i < seats.size(); ++i) {
        auto& seat = seats[i];
        if (!seat.line) {
            // Of a line that has begun with another seat of this match.
            if (auto const* const owners = line_of_owner(evening, seat))
                seat.line = owners->id;
            else
                seat.line = evening.next_line++;
        }
        if (!line_of(evening, *seat.line))
            evening.lines.push_back(
                {.id = *seat.line, .name = seat.name, .player = seat.player, .kind = seat.kind, .level = seat.level});
        auto& line = *line_of(evening, *seat.line);
        line.halves += scores[i].halves;
        line.seats += 1;
        line.bot_shares += scores[i].bot_share;
        played.insert(line.id);
        add_score(match, line.id, scores[i].halves, scores[i].won);
    }
    for (auto const id : played) {
        auto& line = *line_of(evening, id);
        line.played += 1;
        line.won += match.scores[place_of(match, id) + 2];
    }
    ++evening.matches;
    evening.newest.push_back(std::move(match));
    shorten(evening, seats);
}

void forget_player(Evening& evening, std::string const& id) {
    for (auto& line : evening.lines)
        if (line.player && line.player->id == id) {
            line.player.reset();
            line.name = gone_name;
        }
}

bool is_sound(Evening const& evening) {
    constexpr double latest = 1e17;
    if (!(evening.since >= 0 && evening.since <= latest) || evening.matches < 0) return false;
    std::set<int> ids;
    for (auto const& line : evening.lines)
        if (!is_sound(line) || line.id >= evening.next_line || !ids.insert(line.id).second) return false;
    return std::ranges::all_of(evening.newest, [&](SheetMatch const& match) {
        if (match.match < 1 || match.scores.size() % score_length != 0) return false;
        for (std::size_t at = 0; at < match.scores.size(); at += score_length)
            if (!ids.contains(match.scores[at]) || match.scores[at + 1] < 0) return false;
        return true;
    });
}

std::vector<SheetLine const*> ranking_of(Evening const& evening) {
    std::vector<SheetLine const*> lines;
    for (auto const& line : evening.lines) lines.push_back(&line);
    std::ranges::stable_sort(lines, [](auto const* one, auto const* other) { return one->halves > other->halves; });
    return lines;
}

std::optional<int> halves_in(SheetMatch const& match, int line) {
    auto const at = place_of(match, line);
    return at == match.scores.size() ? std::nullopt : std::optional(match.scores[at + 1]);
}

} // namespace tefuda::server
