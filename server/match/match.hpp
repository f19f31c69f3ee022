// Games and matches without their types: what the rest of the server plays, whichever game it is.
#pragma once

#include "protocol/codec/json_tree.hpp"
#include "protocol/game_description.hpp"
#include "server/match/bot_view.hpp"
#include "rules/core/chance.hpp"
#include "rules/core/engine.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda::server {

/// A match of one game: MatchOf<Engine> behind an interface. JSON goes in and out as text.
class Match {
public:
    virtual ~Match() = default;

    /// Carries an action out; or says why it is illegal (whatever is wrong with it) and changes nothing.
    /// \param action a JSON object
    virtual std::optional<Illegal> act(Seat seat, codec::JsonValue action, Chance& chance) = 0;

    /// Has what an update is written from come from memory, while the caller does something else.
    virtual void fetch() const = 0;

    virtual bool over() const = 0;
    /// The seats that the game waits for, ascending.
    virtual Seats to_act() const = 0;

    /// Appends the list of what happened in the last action (at first: in the start), as the observer may know it.
    /// \pre that is not forgotten
    virtual void append_events(codec::JsonText& out, Observer observer) const = 0;
    /// Frees the memory of what happened.
    virtual void forget_events() = 0;
    /// Appends the view, an object.
    /// \param replay_path where the replay is found once the match is over
    virtual void append_view(codec::JsonText& out, Observer observer, std::string_view replay_path) const = 0;
    /// Appends the list of templates; nothing at all where the seat may not act.
    virtual void append_legal(codec::JsonText& out, Seat seat) const = 0;
    /// Appends the result, or `null`.
    virtual void append_result(codec::JsonText& out) const = 0;

    /// What the seat knows, for a bot to think with; null where the game has no policy. \pre the seat may act
    virtual std::shared_ptr<BotView const> bot_view_of(Seat seat) const = 0;
};

/// A game that can be played here.
class Game {
public:
    virtual ~Game() = default;

    virtual std::string_view id() const = 0;
    virtual GameName name() const = 0;
    virtual SeatCounts seat_counts() const = 0;
    virtual GameSchemas const& schemas() const = 0;

    /// The options completed, as JSON text, kept as by `keep_options`; or what is wrong with them or with the number of
    /// seats.
    /// \param options the text of a JSON object
    virtual std::variant<std::string_view, Illegal> settle(std::string_view options, int seats) const = 0;

    /// \param options as `settle` gave them \pre they can be played by so many
    virtual std::unique_ptr<Match> start(std::string_view options, int seats, Chance& chance) const = 0;
};

/// All games, in the order in which they are shown.
std::span<Game const* const> all_games();

/// The same games, for documents.
std::vector<GameDescription> describe_games();

/// Nothing for an id that no game has.
Game const* find_game(std::string_view id);

/// The same text, where it stays for good: there are few different ones, and every room and match has one.
/// \param settled as a game's `settle` once gave it
std::string_view keep_options(std::string_view settled);

/// What the first shuffle of a match puts into an order.
Cards first_shuffled(Game const& game, std::string_view options, int seats);

} // namespace tefuda::server
