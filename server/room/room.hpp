// A room: its seats, who watches, and the match that is on. The rules of protocol/PROTOCOL.md about rooms are here.
#pragma once

#include "server/match/match_run.hpp"
#include "server/metrics/game_metrics.hpp"
#include "server/room/effects.hpp"
#include "server/room/room_state.hpp"

#include <functional>
#include <span>

namespace tefuda::server {

/// A client's message to a room.
using RoomMessage = std::variant<Join, Resume, Leave, Start, Fill, Kick, Rematch, Act, Chat>;

/// What `fill` gives where no level is asked for, and what decides for a seat whose human left or ran out of time.
inline constexpr BotLevel default_bot_level = BotLevel::normal;

/// Fills bytes from the operating system's generator (a test: from its own).
using RandomBytes = std::function<void(std::span<std::uint8_t>)>;

/// One room. It is told what happens, one thing after the other, and answers with Effects; it never waits, and nothing
/// else touches its state. A refused message changes nothing.
class Room {
public:
    Room(RoomSetting setting, std::optional<Bytes32> fixed_seed, RandomBytes random);
    /// A room that was stored, with its last match; nobody is connected.
    /// \throws std::exception where the match can't be played again
    Room(RoomState state, RandomBytes random, TimePoint now);

    /// Seats built-in bots in a new room. \param levels for each seat, null where none sits
    void seat_bots(std::vector<Nullable<BotLevel>> const& levels);

    /// What a new or recovered room has to say before anything else: a new one is stored, bots get their tasks, and
    /// where only bots sit the first match begins.
    Effects wake(TimePoint now);

    /// From now on the effects have the changes that are to be stored, and `undo` takes back all that happens from here
    /// on. To be called before each unit of commands where a journal is kept.
    void begin_unit();
    /// Something of the unit has failed, or it can't be stored: everything is as it was before.
    void undo();

    /// Has what an action or its update needs come from memory, while the caller does something else.
    void fetch_match() const {
        if (state_.matches.empty() || !run_) return;
        __builtin_prefetch(&state_.matches.back().number);
        __builtin_prefetch(&state_.matches.back().actions);
        __builtin_prefetch(&*connections_.begin());
        for (auto const& seat : state_.seats) __builtin_prefetch(&seat.kind);
        run_->fetch();
    }

    /// As MatchRun::fetch_texts.
    void fetch_texts() const {
        if (run_) run_->fetch_texts();
    }

    Effects handle(ClientSessionPtr const& from, MessageId const& id, RoomMessage const& message, TimePoint now);
    /// A connection is gone, whatever it was here.
    Effects disconnect(ClientSessionPtr const& connection, TimePoint now);
    /// A bot's answer to a BotTask; it has no effect where the decision is no longer that bot's to make.
    Effects bot_moved(Seat seat, std::int64_t decision, std::string const& action, TimePoint now);
    /// Hands the decisions whose time is up to bots.
    Effects check_clock(TimePoint now);
    /// Writes, behind the deliveries, the update that is due, if any, and before it an action's `ok`: when the effects
    /// are let out, so that it is at hand when it is sent, or before anything else happens here.
    /// \param from, id of the command that the effects are of
    void write_update(Effects& effects, ClientSessionPtr const& from, MessageId const& id);
    /// From now on nobody joins: the server is stopping.
    void close() { closing_ = true; }

    /// When `check_clock` is due.
    std::optional<TimePoint> deadline() const;

    RoomState const& state() const { return state_; }
    std::string commitment() const;
    RoomSummary summary() const;
    /// How often `room` went out to everybody: another number, another summary.
    int changes() const { return changes_; }
    bool is_listed() const { return state_.setting.is_public && state_.status != RoomStatus::finished; }

    /// A finished match's record; nothing for one that is still on or never was.
    MatchRecord const* finished_match(int number) const;
    bool is_being_played(int number) const;

    /// It has a seat here, or watches.
    bool takes_part(ClientSessionPtr const& connection) const;
    /// Somebody is connected, seated or watching.
    bool has_company() const;
    /// Nothing happens here until somebody comes.
    bool is_at_rest() const;
    /// To be stored before the room is forgotten: the age of one whose match is on counts from then.
    Changes checkpoint() const;

private:
    using Token = std::array<std::uint8_t, 16>;

    struct Spectator {
        ClientSessionPtr connection;
        std::string name;
        UpdateMode updates;
    };

    /// One command at work: who sent it, when, and what comes of it.
    struct Turn {
        ClientSessionPtr const& from;
        MessageId const& id;
        TimePoint now;
        Effects& effects;
    };
    // Of a turn that no client asked for.
    inline static ClientSessionPtr const nobody;
    inline static MessageId const no_id;
    using Refused = std::optional<Rejection>;

    struct Asked {
        std::int64_t decision;
        bool must_act;
        friend bool operator==(Asked const&, Asked const&) = default;
    };

    /// What a unit began with.
    struct UnitBegin {
        /// The newest match, 0 for none, and how many actions it had.
        int last_match;
        std::uint32_t actions;
    };
    /// What else it began with, where there is any of it: the `rest` is copied when it is about to change.
    struct Undo {
        struct Rest {
            RoomSetting setting;
            SeatList<SeatState> seats;
            std::optional<Seat> host;
            RoomStatus status;
            int match;
            Bytes32 server_seed;
            SeatList<std::int64_t> decisions;
            SeatList<ClientSessionPtr> connections;
            SeatList<Token> tokens;
            std::vector<Spectator> spectators;
            TimePoint match_began;
            std::optional<Bytes32> last_info;
            int changes;
        };
        std::unique_ptr<Rest> rest;
        /// The stored form, where it changed.
        std::optional<std::string> saved;

        SeatList<std::chrono::milliseconds> banks;
        std::optional<MatchClock> clock;
        SeatList<std::optional<Asked>> asked;
        SeatList<std::optional<std::int64_t>> timed_out;
    };

    // Messages: each answers by itself, or is refused.
    Refused on(Turn& turn, Join const& message);
    Refused on(Turn& turn, Resume const& message);
    Refused on(Turn& turn, Leave const& message);
    Refused on(Turn& turn, Start const& message);
    Refused on(Turn& turn, Fill const& message);
    Refused on(Turn& turn, Kick const& message);
    Refused on(Turn& turn, Rematch const& message);
    Refused on(Turn& turn, Act const& message);
    Refused on(Turn& turn, Chat const& message);

    // Seats and spectators.
    Refused join_as_spectator(Turn& turn, Join const& message);
    /// Tells a connection, if there is one, that its seat is no longer its own.
    void put_out(Turn& turn, ClientSessionPtr const& connection) const;
    Refused check_host(Turn const& turn) const;
    /// Whether the connection may take part in one room more.
    Refused check_company(Turn const& turn) const;
    std::optional<Seat> seat_of(ClientSessionPtr const& connection) const;
    std::optional<Seat> seat_of_token(std::string_view token) const;
    Spectator* find_spectator(ClientSessionPtr const& connection);
    void stop_watching(ClientSessionPtr const& connection);
    std::optional<Seat> to_seat(codec::WholeNumber const& number) const;
    /// The empty seat that is asked for, or the first one.
    std::variant<Seat, Rejection> empty_seat(std::optional<codec::WholeNumber> const& asked) const;
    void give_up(Seat seat);
    void pass_host_on();
    void close_empty_seats(Turn& turn);
    bool has_empty_seat() const;
    Token new_token();
    /// As clients have it: in lower-case hex.
    static std::string text_of(Token const& token) { return to_hex(token); }

    // Matches.
    static Bytes32 hash_of(std::string_view text);
    bool playing() const { return state_.status == RoomStatus::playing; }
    MatchRecord const* last_match() const;
    void draw_seed();
    void begin_match(Turn& turn);
    /// Whether it was time to begin one: every seat taken and, after a match, asked for.
    bool begin_match_if_ready(Turn& turn);
    void acted(Turn& turn, Seat seat, std::string_view action);
    /// An accepted one is counted when it is durable: Effects::acted.
    void count_refused(Actor actor, ActionResult result) const { metrics_.get().actions[actor][result].add(); }
    void after_update(Turn& turn);
    void end_match(Turn& turn);
    void note_end(Turn& turn) const;
    void give_bots_their_tasks(Turn& turn);
    bool bot_decides(Seat seat) const;
    void set_up_clock();
    void run_clock(TimePoint now);
    void resend_missed(Turn& turn, Seat seat, Resume const& message, std::int64_t held_since);

    // What is stored.
    bool is_journaled() const { return unit_.has_value(); }
    Undo& undo_of_unit();
    /// Before anything changes but what an action changes.
    void keep_rest();
    void save_if_changed(Turn& turn);
    void store_action(Turn& turn, Seat seat, std::string_view action, std::int64_t ms);
    void begin_again(TimePoint now);

    // Messages to send.
    void send_ok(Turn& turn, std::optional<std::int64_t> seq = std::nullopt) const;
    void send_joined(Turn& turn, Seat seat, MessageId const& re) const;
    RoomInfo info() const;
    /// `room` to everybody where something changed, else only to this connection (if any).
    void send_room(Turn& turn, ClientSessionPtr const& to = nullptr);
    void send_room_to_all(Turn& turn);
    void send_to_all(Turn& turn, std::string_view text) const;
    /// The newest update to everybody.
    void send_updates(Turn& turn) const;
    /// Writes what one observer gets of it; whom it is for is the caller's to say.
    void write_update_for(Turn& turn, Observer observer, MatchRun::Form form) const;
    void send_resync(Turn& turn, Observer observer) const;

    RandomBytes random_;
    std::reference_wrapper<GameMetrics> metrics_;
    bool closing_ = false;
    /// The tokens of seats that were taken or resumed since the server started; the state keeps only their hashes.
    SeatList<Token> tokens_;
    /// SHA-256 of the newest `room` that went out to everybody.
    std::optional<Bytes32> last_info_;
    /// The room's stored form, as far as it is known.
    std::string saved_;
    /// The decision that the clock handed over to a bot; no list without clocks.
    SeatList<std::optional<std::int64_t>> timed_out_;

    // What each action needs stands together, the end of the state with it.
    RoomState state_;
    SeatList<ClientSessionPtr> connections_;
    std::vector<Spectator> spectators_;
    /// What each seat's bot was last asked, so that it is asked once; no list while none was asked.
    SeatList<std::optional<Asked>> asked_;
    TimePoint match_began_{};
    int changes_ = 0;
    /// Nothing where no journal is kept.
    std::optional<UnitBegin> unit_;
    std::unique_ptr<Undo> undo_;
    std::optional<MatchClock> clock_;
    /// The match that is on or was the last.
    std::optional<MatchRun> run_;
};

} // namespace tefuda::server
