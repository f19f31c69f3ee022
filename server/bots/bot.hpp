// Built-in players. Secrecy: a bot gets its seat's templates and BotView, never the match.
#pragma once

#include "protocol/client_message.hpp"
#include "server/match/bot_view.hpp"
#include "server/match/match_record.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tefuda::server {

/// A decision that a built-in bot has to make. Contains only what the seat may know.
struct BotTask {
    Seat seat;
    std::int64_t decision;
    BotLevel level;
    /// Whether the game waits for this seat. If not, the bot may do nothing.
    bool must_act;
    std::string legal; ///< the seat's templates, JSON text
    /// Null if the game has no policy.
    std::shared_ptr<BotView const> view = nullptr;
    /// Of the bot's random numbers.
    std::uint64_t seed = 0;
    /// As Game::seldom.
    std::span<std::string_view const> seldom = {};
    /// Whether the match waits for the answer also where the bot does nothing.
    bool is_awaited = false;
};

/// What a seat's bot was asked last.
struct AskedDecision {
    std::int64_t decision;
    bool must_act;
    friend bool operator==(AskedDecision const&, AskedDecision const&) = default;
};

/// The seed of a bot's random numbers for one decision: of the match's secret seed, so that a match with a fixed deal
/// repeats with its bots, and of nothing that the players do. A hash, so that what a bot does tells nothing of the
/// secret.
/// \param useless_answers how many answers of bots could not be used in this match before
std::uint64_t bot_seed_of(MatchRecord const& record, Seat seat, std::int64_t decision, int useless_answers = 0);

/// The bots' random numbers. Independent of the match's chance.
using BotRandom = search::Random;

/// Fills in a random template; those of the task's `seldom` only rarely.
/// \returns a legal action, JSON text; nothing if the bot need not act and does not want to
std::optional<std::string> choose_easy(BotTask const& task, BotRandom& random);

/// Decides according to the task's level: `easy` as a beginner where the game has such play and at random otherwise,
/// `normal` by the game's rules of thumb, `hard` by a search.
/// In a game without rules of thumb all levels play at random.
/// \param budget the limits of a search; with 0 iterations `hard` plays like `normal`
/// \returns as `choose_easy`
std::optional<std::string> choose(BotTask const& task, search::Budget const& budget, BotRandom& random);

/// As `choose` at the level `hard`, with the values of the actions that were compared.
std::optional<Consideration> consider(BotTask const& task, search::Budget const& budget, BotRandom& random);

} // namespace tefuda::server
