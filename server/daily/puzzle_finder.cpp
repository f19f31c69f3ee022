#include "server/daily/puzzle_finder.hpp"

#include "rules/core/seeded_chance.hpp"
#include "server/daily/puzzle_search.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/runtime/guarded.hpp"
#include "server/runtime/random.hpp"
#include "server/session/token_bucket.hpp"

#include <array>
#include <deque>
#include <optional>
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
    explicit State(std::shared_ptr<PuzzleTable> to) : table(std::move(to)) {}

    std::shared_ptr<PuzzleTable> const table;

    struct Ended {
        MatchRecord match;
        std::int64_t at; ///< microseconds since 1970
    };
    struct Queue {
        std::deque<Ended> waiting;
        TokenBucket rate{matches};
        bool is_working = false; ///< one match is looked at at a time
    };
    Guarded<Queue> queue;

    /// The step that works has it alone. Null between two matches.
    std::unique_ptr<PuzzleSearch> search;
    std::int64_t searched_at = 0; ///< when its match has ended

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
        auto ended = queue.with([](Queue& it) {
            it.is_working = !it.waiting.empty();
            if (!it.is_working) return std::optional<Ended>();
            std::optional next(std::move(it.waiting.front()));
            it.waiting.pop_front();
            return next;
        });
        if (!ended) return false;
        search = std::make_unique<PuzzleSearch>(std::move(ended->match));
        searched_at = ended->at;
        return true;
    }

    void keep(std::vector<StoredPuzzle> const& all) const {
        for (auto puzzle : all) {
            puzzle.id = new_id();
            puzzle.found = searched_at;
            table->add(puzzle);
        }
    }
};

PuzzleFinder::PuzzleFinder(BotPool& bots, std::shared_ptr<PuzzleTable> table)
    : bots_(bots), state_(std::make_shared<State>(std::move(table))) {}

bool PuzzleFinder::add(MatchRecord const& match, Moment const& now) {
    if (!gives_puzzles(match) || match.actions.size() > max_actions) return false;
    enum class Added { no, to_others, as_first };
    auto const added = state_->queue.with([&](State::Queue& it) {
        if (it.waiting.size() >= max_waiting || !it.rate.take(now.steady)) return Added::no;
        it.waiting.push_back({without_people(match), now.microseconds()});
        return std::exchange(it.is_working, true) ? Added::to_others : Added::as_first;
    });
    if (added != Added::as_first) return added == Added::to_others;
    try {
        bots_.when_idle([state = state_](search::Budget const& budget) { return state->step(budget); });
    } catch (...) {
        // The next match begins it.
        state_->queue.with([](State::Queue& it) { it.is_working = false; });
        throw;
    }
    return true;
}

bool gives_puzzles(MatchRecord const& match) {
    auto const& setup = match.setup;
    return setup.fixed_shuffles.empty() && !setup.board && !setup.from;
}

} // namespace tefuda::server
