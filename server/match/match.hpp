// Games and matches without their engines' types: the server plays every game through these interfaces.
#pragma once

#include "protocol/codec/json_tree.hpp"
#include "protocol/game_description.hpp"
#include "rules/core/chance.hpp"
#include "rules/core/engine.hpp"
#include "server/match/bot_view.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda::server {

/// What is played as a game's deal of the day.
struct DailyBoard {
    int seats;
    std::string options; ///< complete, JSON text
};

/// An action that the room sends for a seat (HasTimedActions in rules/core/engine.hpp).
struct TimedMove {
    Seat seat;
    std::string action;                             ///< JSON text
    std::optional<std::chrono::milliseconds> after; ///< nothing: never
    bool bots_only;

    /// Whether this is the seat's action, written in any way.
    bool is(Seat of, std::string_view other) const;
    /// Whether they are the same action of one seat.
    bool is_same(TimedMove const& other) const { return seat == other.seat && action == other.action; }
};

/// A match of one game; MatchOf<Engine> implements it. Not thread-safe.
class Match {
public:
    virtual ~Match() = default;

    virtual std::unique_ptr<Match> clone() const = 0;

    /// Applies an action.
    /// \param action a JSON object
    /// \returns why it was refused, also if it can't be decoded: then nothing has changed
    virtual std::optional<Illegal> act(Seat seat, codec::JsonValue action, Chance& chance) = 0;

    virtual bool over() const = 0;
    /// The seats that the game waits for, ascending.
    virtual Seats to_act() const = 0;

    /// Appends the list of events of the last action, or of the start before any action, as the observer may see them.
    /// \pre `forget_events` was not called since that action
    virtual void append_events(codec::JsonText& out, Observer observer) const = 0;
    /// Frees the memory of the last action's events.
    virtual void forget_events() = 0;
    /// Appends the observer's view, a JSON object.
    /// \param replay_path the path of the replay; only used once the match is over
    virtual void append_view(codec::JsonText& out, Observer observer, std::string_view replay_path) const = 0;
    /// Appends the seat's list of templates; appends nothing if the seat may not act.
    virtual void append_legal(codec::JsonText& out, Seat seat) const = 0;
    /// Appends the result, or `null` until the match is over.
    virtual void append_result(codec::JsonText& out) const = 0;

    /// The actions that the room sends once their time has come; mostly none.
    virtual std::vector<TimedMove> timed_moves() const = 0;
    /// Changes when the seat's decision becomes another one although its templates stay the same.
    virtual std::uint64_t decision_key(Seat seat) const = 0;

    /// The view that a built-in bot decides on; null if the game has no policy. \pre the seat may act
    virtual std::shared_ptr<BotView const> bot_view_of(Seat seat) const = 0;
};

/// A game that the server can play. Stateless; thread-safe.
class Game {
public:
    virtual ~Game() = default;

    virtual std::string_view id() const = 0;
    virtual GameName name() const = 0;
    virtual SeatCounts seat_counts() const = 0;
    virtual GameSchemas const& schemas() const = 0;
    /// The types of the actions that a player without a plan takes rarely (HasSeldomActions in rules/core/engine.hpp).
    virtual std::span<std::string_view const> seldom() const = 0;

    /// Completes a client's options with the defaults.
    /// \param options the text of a JSON object
    /// \returns the complete options as JSON text, interned by `intern_options`; or what is wrong with the options or
    /// with the number of seats
    virtual std::variant<std::string_view, Illegal> settle(std::string_view options, int seats) const = 0;

    /// The packs of such a match (rules/core/engine.hpp, `fresh_cards`). \param options as for `start`
    virtual std::vector<Cards> packs(std::string_view options, int seats) const = 0;
    /// Every pack of the game, whatever the options and the number of seats.
    virtual std::vector<Cards> const& all_packs() const = 0;

    /// The game's deal of the day (HasDaily in rules/core/engine.hpp); nothing if it has none.
    virtual std::optional<DailyBoard> daily() const = 0;
    /// How well a seat has done, as the game's deal of the day counts it; more is better.
    /// \param result of a finished match of this game, JSON text as Match::append_result gives it
    /// \throws std::invalid_argument where it is no such result or has no such seat, or the game has no deal of the day
    virtual std::int64_t margin(std::string_view result, Seat seat) const = 0;

    /// An action as all that mean the same are written: the lists in it whose order means nothing are in canonical
    /// order. \param action JSON text of an action of this game
    virtual std::string canonical(std::string_view action) const = 0;
    /// Equal for actions that a built-in bot takes for the same, such as plays of the same ranks where suits do not
    /// matter; nothing for what can't be read. The same within a process only. \pre a template of this game allows it
    /// \param action JSON text
    virtual std::optional<std::uint64_t> move_key(std::string_view action) const = 0;

    /// Starts a match.
    /// \param options a result of `settle` for the same number of seats
    virtual std::unique_ptr<Match> start(std::string_view options, int seats, Chance& chance) const = 0;
};

/// All games, in the order in which clients show them. They live until the process exits.
std::span<Game const* const> all_games();

/// The same games, for /api/games and the AsyncAPI document.
std::vector<GameDescription> describe_games();

/// Null if no game has this id.
Game const* find_game(std::string_view id);

enum class RulesLanguage { english, japanese };

/// A game's RULES.md or RULES.ja.md, as Markdown; empty if there is no such game, or no such text of it. Lives until
/// the process exits.
std::string_view rules_text(std::string_view game, RulesLanguage language);

/// Interns complete options: returns a copy of the text that lives until the process exits, one for all equal texts.
/// Saves memory, since thousands of rooms share a few different texts. Thread-safe.
/// \param settled a result of `Game::settle`, now or before a restart; other texts would fill the memory
std::string_view intern_options(std::string_view settled);

/// The cards that the first shuffle of a match shuffles; none if it does not shuffle at its start.
Cards first_shuffled(Game const& game, std::string_view options, int seats);

} // namespace tefuda::server
