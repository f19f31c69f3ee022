#include "server/people/deletions.hpp"

#include "server/match/gone_players.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace tefuda::server {

void Deletions::load(std::int64_t now) {
    std::set<std::string> stored;
    auto const read_table = [&] {
        for (auto some = table_.added_since(known_); !some.empty(); some = table_.added_since(known_))
            stored.insert(some.begin(), some.end());
    };
    read_table();
    if (file_) {
        auto const listed = file_->read();
        std::set<std::string> const in_file(listed.begin(), listed.end());
        std::vector<std::string> missing;
        std::ranges::set_difference(in_file, stored, std::back_inserter(missing));
        table_.add_all(missing, now);
        missing.clear();
        std::ranges::set_difference(stored, in_file, std::back_inserter(missing));
        file_->append(missing, now);
        read_table();
    }
    constexpr auto find = "SELECT 1 FROM player WHERE id IN (SELECT player FROM deletion) LIMIT 1";
    if (!sql_.read_one(find, {}).empty())
        sql_.write_one(WriteKey(), "DELETE FROM player WHERE id IN (SELECT player FROM deletion)", {});
    gone_players().replace({stored.begin(), stored.end()});
    table_.hurry();
}

void Deletions::remove(std::string const& player, std::int64_t now) {
    // First of all: who is in the file is deleted by the next start at the latest.
    if (file_) file_->append({player}, now);
    sql_.write(WriteKey(), {{"DELETE FROM player WHERE id = $1", {player}}, DeletionTable::add(player, now)});
    gone_players().add(player);
}

void Deletions::learn(std::int64_t now) {
    for (auto some = table_.added_since(known_); !some.empty(); some = table_.added_since(known_)) {
        auto of_others = some;
        std::erase_if(of_others, [](auto const& player) { return gone_players().contains(player); });
        for (auto const& player : some) gone_players().add(player);
        duties_.write_anew();
        for (auto const& player : some)
            for (auto const& room : duties_.of_player(player, {})) duties_.leave_here(room, player);
        if (file_) file_->append(of_others, now);
    }
}

void Deletions::tick(std::int64_t now) {
    learn(now);
    // Most have no seat any more; each costs two short questions.
    constexpr auto players_a_tick = 100;
    for (auto left = players_a_tick; left > 0; --left) {
        if (!leaving_) {
            auto const due = table_.take(now, now + pause);
            if (!due) return;
            leaving_.emplace(Leaving{*due, now + pause, {}});
            auto const is_forgotten = duties_.forget(due->player, now);
            leaving_->answers->with([&](Answers& it) { it.refused = !is_forgotten; });
        }
        if (!go_on(now)) return;
        leaving_.reset();
    }
}

/// \returns whether that was all for this player
bool Deletions::go_on(std::int64_t now) {
    auto& [due, until, after, answers] = *leaving_;
    auto const answered = answers->with([](Answers const& it) { return it; });
    // A room that never answers keeps nobody waiting: the row is due again by itself.
    if (answered.waiting > 0) return now >= until;
    auto codes = duties_.of_player(due.player, after);
    if (codes.size() > rooms_at_a_time) codes.resize(rooms_at_a_time);
    auto const age = now - due.at;
    if (codes.empty()) {
        // Once more where there was a seat, or where one may have been taken while the player was deleted; less and
        // less often, because a room that is damaged refuses for ever.
        auto const is_over = !answered.found && !answered.refused && age >= pause;
        auto const wait = std::clamp(age, pause, longest_pause);
        table_.set_due(due.player, is_over ? std::nullopt : std::optional(now + wait));
        return true;
    }
    after = codes.back();
    if (until - now < pause / 2) {
        until = now + pause;
        table_.set_due(due.player, until);
    }
    answers->with([&](Answers& it) { it.waiting = codes.size(); });
    // The server that has a room in memory leaves the seat by itself; one that has died does not.
    auto const from_others = age >= pause / 2;
    for (auto const& code : codes)
        duties_.leave(code, due.player, from_others, [answers](Outcome outcome) {
            answers->with([&](Answers& it) {
                --it.waiting;
                if (outcome == Outcome::refused) it.refused = true;
                if (outcome == Outcome::left) it.found = true;
            });
        });
    return false;
}

SqlCall DeletionTable::add(std::string const& player, std::int64_t now) {
    // Numbered in the order of their commits: who has read up to a number has read all before.
    return {"INSERT INTO deletion (player, number, at, due) SELECT CAST($1 AS TEXT), coalesce(max(number), 0) + 1, "
            "CAST($2 AS BIGINT), 0 FROM deletion WHERE true ON CONFLICT (player) DO UPDATE SET due = 0",
            {player, std::to_string(now)}};
}

void DeletionTable::add_all(std::vector<std::string> const& players, std::int64_t now) {
    constexpr std::size_t at_once = 500;
    for (std::size_t from = 0; from < players.size(); from += at_once) {
        std::vector<SqlCall> calls;
        for (auto i = from; i < std::min(players.size(), from + at_once); ++i) calls.push_back(add(players[i], now));
        sql_.write(WriteKey(), calls);
    }
}

std::vector<std::string> DeletionTable::added_since(std::int64_t& number) {
    std::vector<std::string> players;
    for (auto const& row : sql_.read_one("SELECT player, number FROM deletion WHERE number > CAST($1 AS BIGINT) "
                                         "ORDER BY number LIMIT 1000",
                                         {std::to_string(number)})) {
        players.push_back(row[0]);
        number = std::stoll(row[1]);
    }
    return players;
}

void DeletionTable::hurry() {
    if (sql_.read_one("SELECT 1 FROM deletion WHERE due IS NOT NULL LIMIT 1", {}).empty()) return;
    sql_.write_one(WriteKey(), "UPDATE deletion SET due = 0 WHERE due IS NOT NULL", {});
}

std::optional<DeletionTable::Due> DeletionTable::take(std::int64_t now, std::int64_t until) {
    auto const found = sql_.read_one("SELECT player, at, due FROM deletion WHERE due <= CAST($1 AS BIGINT) "
                                     "ORDER BY due LIMIT 1",
                                     {std::to_string(now)});
    if (found.empty()) return std::nullopt;
    // Another server may have taken the row meanwhile.
    auto const taken = sql_.write_one(WriteKey(),
                                      "UPDATE deletion SET due = CAST($2 AS BIGINT) WHERE player = $1 "
                                      "AND due = CAST($3 AS BIGINT) RETURNING player",
                                      {found[0][0], std::to_string(until), found[0][2]});
    if (taken.empty()) return std::nullopt;
    return Due{found[0][0], std::stoll(found[0][1])};
}

void DeletionTable::set_due(std::string const& player, std::optional<std::int64_t> when) {
    sql_.write_one(WriteKey(), "UPDATE deletion SET due = CAST($2 AS BIGINT) WHERE player = $1",
                   {player, when ? SqlValue(std::to_string(*when)) : SqlValue()});
}

} // namespace tefuda::server
