#include "server/daily/puzzle_finder.hpp"

#include "rules/core/seeded_chance.hpp"
#include "server/daily/puzzle_search.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/runtime/random.hpp"
#include "server/session/token_bucket.hpp"

#include <array>
#include <deque>
#include <mutex>
#include <utility>

namespace tefuda::server {

namespace {

std::string new_id() {
    std::array<std::uint8_t, 8> bytes{};
    random_bytes(bytes);
    return to_hex(bytes);
}

/// Nobody's names are kept here.
MatchRecord without_people(MatchRecord match) {
    for (auto& name : match.setup.names) name.clear();
    match.setup.players.clear();
    return match;
}

} // namespace

struct PuzzleFinder::State {
    State(std::shared_ptr<PuzzleTable> to, std::function<std::int64_t()> clock)
        : table(std::move(to)), now(std::move(clock)) {}

    std::shared_ptr<PuzzleTable> const table;
    std::function<std::int64_t()> const now;

    std::mutex mutex;
    std::deque<MatchRecord> waiting;
    TokenBucket rate{matches};
    bool is_working = false; ///< one match is looked at at a time

    /// The step that works has it alone. Null between two matches.
    std::unique_ptr<PuzzleSearch> search;

    /// \returns whether there is more to do
    bool step(search::Budget const& budget) {
        try {
            if (!search && !take_next()) return false;
            if (search->step(budget)) return true;
            keep(search->found());
        } catch (std::exception const& problem) {
            log_failure("Puzzles can't be looked for or stored", problem);
        }
        search.reset();
        return true;
    }

private:
    /// \returns false where none waits: then nothing is under way any more
    bool take_next() {
        std::unique_lock lock(mutex);
        is_working = !waiting.empty();
        if (!is_working) return false;
        auto match = std::move(waiting.front());
        waiting.pop_front();
        lock.unlock();
        search = std::make_unique<PuzzleSearch>(std::move(match));
        return true;
    }

    void keep(std::vector<StoredPuzzle> const& all) const {
        constexpr std::int64_t microseconds = 1'000'000;
        for (auto puzzle : all) {
            puzzle.id = new_id();
            puzzle.found = now() * microseconds;
            table->add(puzzle);
        }
    }
};

PuzzleFinder::PuzzleFinder(BotPool& bots, std::shared_ptr<PuzzleTable> table, std::function<std::int64_t()> now)
    : bots_(bots), state_(std::make_shared<State>(std::move(table), std::move(now))) {}

bool PuzzleFinder::add(MatchRecord const& match, TimePoint at) {
    if (!gives_puzzles(match) || match.actions.size() > max_actions) return false;
    {
        std::lock_guard const lock(state_->mutex);
        if (state_->waiting.size() >= max_waiting || !state_->rate.take(at)) return false;
        state_->waiting.push_back(without_people(match));
        if (std::exchange(state_->is_working, true)) return true;
    }
    try {
        bots_.when_idle([state = state_](search::Budget const& budget) { return state->step(budget); });
    } catch (...) {
        // The next match begins it.
        std::lock_guard const lock(state_->mutex);
        state_->is_working = false;
        throw;
    }
    return true;
}

bool gives_puzzles(MatchRecord const& match) {
    auto const& setup = match.setup;
    return setup.fixed_shuffles.empty() && !setup.board && !setup.from;
}

} // namespace tefuda::server
