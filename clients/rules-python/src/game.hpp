// The games as the Python module sees them: matches and batches without their engines' types.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/core/seeded_chance.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::python {

/// One number of a row of features.
using Cell = std::int16_t;

/// Neighbouring cells that belong together.
struct Column {
    std::string name;
    int first;
    int count;
    std::string meaning;
};

/// What the caller gave is wrong; the text says what. Python's ValueError.
struct BadInput : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// The rules refuse an action; nothing has changed. Python's IllegalAction.
struct RefusedAction : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Where a match's chance comes from, as protocol/PROTOCOL.md describes it.
struct Seeds {
    Bytes32 server_seed{};
    std::vector<std::string> entropies; ///< one for each seat
};

/// How an Env came to be where it is: the last thing that was done, and all before it. Shared between copies.
struct Past {
    enum class Kind : std::uint8_t { start, step, redeal, from_view };

    Kind kind;
    int seat; ///< who acted, or whose redeal; the number of seats of a start
    std::uint64_t seed;
    /// start: game, options, server seed in hex, entropies … step: the action. from_view: view, legal or empty text,
    /// options, earlier views …
    std::vector<std::string> texts;
    std::shared_ptr<Past> before;

    Past(Kind what, int who, std::uint64_t drawn_from, std::vector<std::string> said,
         std::shared_ptr<Past> earlier = {})
        : kind(what), seat(who), seed(drawn_from), texts(std::move(said)), before(std::move(earlier)) {}
    Past(Past const&) = delete;
    Past& operator=(Past const&) = delete;
    ~Past(); ///< not recursive: a match may be long
};

/// A match. Every text is JSON, as the server sends it. Not thread-safe.
class Env {
public:
    virtual ~Env() = default;

    /// Null for one that was taken from a batch.
    std::shared_ptr<Past> const& past() const { return past_; }

    virtual std::string_view game() const = 0;
    virtual int seats() const = 0;
    /// Complete, with the defaults filled in.
    virtual std::string const& options() const = 0;

    /// The field `view` of an update. It lacks `replay`, which only a server has.
    virtual std::string observe(Observer observer) const = 0;
    /// The field `legal`; `[]` if the seat may not act.
    virtual std::string legal(Seat seat) const = 0;
    /// The field `events`: of the last action, or of the start.
    virtual std::string events(Observer observer) const = 0;
    /// \throws RefusedAction
    virtual void step(Seat seat, std::string_view action) = 0;
    virtual Seats to_act() const = 0;
    virtual bool over() const = 0;
    /// `null` until the match is over.
    virtual std::string result() const = 0;
    /// The actions that the server would send by itself after a time: `[{seat, action, after_ms, bots_only}]`.
    virtual std::string timed() const = 0;
    /// An action by the game's rules of thumb, as the bots of level `normal` choose it; nothing if the game has none,
    /// or the seat need not act.
    virtual std::optional<std::string> rule_of_thumb(Seat seat, std::uint64_t seed) const = 0;

    /// What a bot of level `hard` plays that searches so long, from what the seat knows. \param milliseconds at most
    /// \param iterations at most; with these alone the same seed gives the same action \throws BadInput without rules
    /// of thumb, or if the game does not wait for the seat
    virtual std::string best(Seat seat, double milliseconds, int iterations, std::uint64_t seed) const = 0;
    /// For each seat its share of the win less an even share, so that they sum up to 0; all 0 until the match is over.
    virtual std::vector<float> returns() const = 0;

    /// Goes on independently, with the same cards and the same chance.
    virtual std::unique_ptr<Env> copy() const = 0;
    /// As `copy`, but all that the seat does not know is dealt again, from what it knows alone. It has no events.
    virtual std::unique_ptr<Env> redeal(Seat seat, std::uint64_t seed) const = 0;

    /// Plays copies to their ends by the rules of thumb. \param seat whose knowledge each is redealt from; none: all
    /// have the real cards \returns for each copy each seat's share of the win \throws BadInput without rules of thumb
    virtual std::vector<float> playouts(int how_many, std::optional<Seat> seat, std::uint64_t seed) const = 0;

protected:
    std::shared_ptr<Past> past_;
};

/// What the numbers of a game's batches mean.
struct Description {
    std::vector<Column> features;
    std::vector<std::string> actions; ///< for each number an action, `card 7H`, `done` …
};

/// The arrays of a batch, row after row: one row for each match.
struct BatchArrays {
    int matches = 0;
    int seats = 0;
    int features_width = 0;
    int actions_width = 0;
    std::vector<Cell> features;      ///< what the deciding seat sees
    std::vector<std::uint8_t> mask;  ///< which numbers it may choose
    std::vector<std::int8_t> seat;   ///< the deciding seat
    std::vector<std::uint8_t> ended; ///< whether a match ended in the last step; the row shows the next one
    // Each for each seat, of the last match that ended in this row; 0 before. Left out are matches that ended before
    // the row had a decision in them.
    std::vector<std::int8_t> ranks;
    std::vector<std::int32_t> scores;
    std::vector<std::uint8_t> winners;
    std::vector<std::int8_t> teams; ///< -1 without teams
    std::vector<float> rewards;     ///< of a match that ended in the last step: share of the win less an even share
    std::vector<double> wins;       ///< for each seat: its shares of the wins so far, of all matches
    std::int64_t moves = 0;         ///< actions carried out so far
    std::int64_t ends = 0;          ///< matches ended so far, all of them
};

/// All that a batch needs to go on where it was, beside what it was started with.
struct BatchRecord {
    BatchArrays results; ///< without `features`, `mask` and `seat`
    std::uint64_t next_seed = 0;
    std::vector<std::uint64_t> seeds;               ///< of each row's match
    std::vector<std::vector<std::int32_t>> choices; ///< since that match began
};

/// What a batch is made of.
struct BatchSetting {
    int matches = 0;
    std::optional<int> seats; ///< std::nullopt: the game's default
    std::string options = "{}";
    std::uint64_t seed = 1;     ///< of the first match; each further one has the next number
    bool ask_all = false;       ///< whether seats that may act but need not are asked too
    std::vector<int> opponents; ///< seats that play by the rules of thumb
    int history = 1;            ///< how many of the last items of a list are features
};

/// Many matches, one decision of each at a time. Not thread-safe.
class Batch {
public:
    virtual ~Batch() = default;

    BatchArrays const& arrays() const { return arrays_; }
    /// Makes the decision of each match by a number that its mask allows. A match that ends is followed by a new one.
    /// \throws BadInput if a number is not allowed; then nothing has changed
    virtual void step(std::span<std::int32_t const> choices) = 0;
    /// A copy of one match. A list that is being chosen is not part of it.
    virtual std::unique_ptr<Env> env(int match) const = 0;

    virtual std::unique_ptr<Batch> copy() const = 0;
    virtual BatchRecord record() const = 0;
    /// \pre the record is of a batch with the same setting \throws BadInput
    virtual void restore(BatchRecord const& record) = 0;

protected:
    BatchArrays arrays_;
};

/// Reads the texts of an update into the same numbers as a batch, and turns choices into an action. Not thread-safe.
class Coder {
public:
    struct Arrays {
        std::vector<Cell> features;
        std::vector<std::uint8_t> mask;
    };

    virtual ~Coder() = default;

    Arrays const& arrays() const { return arrays_; }
    /// Begins a seat's decision. \param view, legal the update's fields, JSON text \throws BadInput
    virtual void begin(std::string_view view, std::string_view legal, bool may_wait) = 0;
    /// \returns the action, JSON text, `null` for `wait`; nothing if its list is not complete yet
    /// \throws BadInput if the number is not allowed
    virtual std::optional<std::string> choose(int number) = 0;

protected:
    Arrays arrays_;
};

/// A game. Stateless; thread-safe.
class Game {
public:
    virtual ~Game() = default;

    virtual std::string_view id() const = 0;
    virtual SeatCounts seat_counts() const = 0;
    /// \param seats std::nullopt: the game's default
    /// \throws BadInput if the number of seats or the options are not allowed
    virtual std::unique_ptr<Env> start(std::optional<int> seats, std::string_view options, Bytes32 const& server_seed,
                                       std::vector<std::string> entropies) const = 0;
    /// A match that the seat can't tell from the one whose view this is.
    /// \param legal the seat's templates; empty if they are not known
    /// \param earlier views of the same seat and match, oldest first
    /// \throws BadInput if the view is none of a match that is being played with these options
    virtual std::unique_ptr<Env> from_view(std::string_view view, std::string_view legal, std::string_view options,
                                           std::vector<std::string> const& earlier, std::uint64_t seed) const = 0;
    /// \throws BadInput as `start`, or for opponents that can't be
    virtual std::unique_ptr<Batch> start_batch(BatchSetting const& setting) const = 0;
    /// \throws BadInput if the number of seats, or the history, is not allowed
    virtual Description describe(std::optional<int> seats, int history) const = 0;
    /// \throws BadInput as `describe`
    virtual std::unique_ptr<Coder> coder(std::optional<int> seats, int history) const = 0;
};

/// All games, in the order of rules/games.txt.
std::span<Game const* const> all_games();

/// \throws BadInput
Game const& find_game(std::string_view id);

inline Past::~Past() {
    while (before && before.use_count() == 1) {
        auto older = std::move(before->before);
        before = std::move(older);
    }
}

/// The server seed that a number stands for: its 32 bytes, the highest first.
constexpr Bytes32 seed_of(std::uint64_t number) {
    Bytes32 seed{};
    for (std::size_t i = 0; i < 8; ++i) seed[31 - i] = static_cast<std::uint8_t>(number >> (8 * i));
    return seed;
}

} // namespace tefuda::python
