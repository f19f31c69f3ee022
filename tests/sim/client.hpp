// A client of a world: plays by what the server offers, and writes down what it was promised.
#pragma once

#include "tests/sim/server.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace tefuda::sim {

using Json = nlohmann::json;

/// An action that fits the template, at random.
Json filled_in(Json action, Random& random);

/// What the server has told somebody, of all clients: nothing of it may ever be told otherwise.
struct Ledger {
    using Match = std::pair<std::string, int>; ///< room, number

    /// Updates of a seat (of spectators: -1), by number: without what depends on the moment.
    std::map<std::tuple<Match, int, int>, Json> updates;
    /// Actions that were acknowledged, by the number of their update: seat and action.
    std::map<Match, std::map<int, std::pair<int, Json>>> acts;
    /// Actions that were sent and not refused: of these alone may a replay have more.
    std::map<Match, std::multiset<std::string>> sent;
    std::map<Match, std::string> games;
    /// How many were asked for, by room and type: `change`, `call`.
    std::map<std::pair<std::string, std::string>, int> changes;
    std::set<std::string> rooms;  ///< that were made
    std::set<std::string> seats;  ///< rooms in which somebody was told to have one
    std::set<std::string> boards; ///< rooms of boards of the day
    std::set<Match> over;
    /// Rooms with a seat of which nobody was told: its owner does not know that it has one.
    std::set<std::string> orphans;
    /// Rooms whose first match goes on from another one, and the `from` that was asked for.
    std::map<std::string, Json> continued;
    /// Rooms in which somebody has asked to go back: they may be closed, and gone with their match.
    std::set<std::string> undone;
    /// A start of a server, which has the answers that it has given as long as it runs.
    using Process = std::pair<Server const*, int>;
    /// Matches in which somebody was told to have gone back, and by whom.
    std::map<Match, Process> taken_back;
    /// The room that a player was told to have for a `from`.
    std::map<std::tuple<Process, std::string, std::string>, std::string> gone_back;
    /// Matches in which somebody who asked again was told something else, and what.
    std::map<Match, std::string> gone_twice;
    /// Rooms in which somebody was to be kicked: where the match is over, the seat is nobody's then.
    std::set<std::string> kicked;
    /// By room: the last match that had ended when a new evening was acknowledged, 0 where one was only asked for.
    std::map<std::string, int> evenings;
    std::set<std::string> deleted; ///< players of whom nobody is told any more
};

class Client final : World::Actor {
public:
    /// \param number tells it from others
    Client(World& world, Servers const& servers, Ledger& ledger, int number);
    ~Client() override { world_.remove(*this); }

    std::optional<SteadyTime> due() const override;
    void step() override;

    /// From now on it begins nothing new, and plays what was begun to its end.
    void finish() { is_finishing_ = true; }
    /// It reads nothing and says nothing for a while.
    void stall(SteadyTime::duration time) { stalled_ = world_.now() + time; }
    /// What it waits for; empty: nothing.
    std::string waits_for() const;
    void cut();

private:
    struct Place {
        std::string token;
        std::optional<int> seat;
        Json room;                                    ///< the newest message `room`
        Json update;                                  ///< the newest `update`
        int match = 0;                                ///< that the update belongs to
        std::optional<std::pair<int, int>> told;      ///< match and number of the newest update
        std::optional<std::pair<int, Json>> shown_as; ///< the match that was shown last, and as which seat's
        /// By type the newest change that was acknowledged: which one of the room's, and what is so since.
        std::map<std::string, std::pair<int, std::string>> changed;
        bool waits = false;  ///< for the answer to an action
        bool leaves = false; ///< and was not told yet whether it has
    };

    Server& a_server();
    bool plays(std::string const& code, Place const& place) const;
    void connect();
    void hear(Json const& message);
    void hear_answer(Json const& message);
    void hear_update(Json const& update);
    void hear_room(Place& place, Json const& message);
    void check_view(Place& place, Ledger::Match const& match, Json const& update);
    void resume();
    void act_at_random();
    void play(std::string const& code, Place& place);
    bool may_undo(Place const& place) const;
    void go_back(std::string const& code, Place const& place);
    bool hear_gone_back(Json const& request, Json const& answer);
    void kick_who_is_away(std::string const& code, Json const& room);
    std::string a_game();
    void change(std::string const& code);
    void create();
    void begin_something();
    void remove_itself();
    void send(Json message);
    void ask(std::string const& method, std::string const& target, std::string const& body = {});
    [[noreturn]] void fail(std::string const& what) const { throw Broken(name_ + ": " + what); }

    World& world_;
    Servers const& servers_;
    Ledger& ledger_;
    std::string const name_, address_;
    Random random_;
    SteadyTime next_, stalled_{};
    std::shared_ptr<Connection> connection_;
    bool is_welcome_ = false;       ///< on this connection
    Server* connects_to_ = nullptr; ///< null: it does not
    int connects_at_ = 0;           ///< how often that one had started
    Ledger::Process process_;       ///< whose connection it has, or had last
    std::string connected_as_;      ///< the player; empty: nobody
    Json goes_back_;                ///< the `create` that it asks again, where the answer is lost; null: none
    std::string elsewhere_;         ///< a room that was on another server when the client came back
    bool is_finishing_ = false;
    int ids_ = 0;
    std::map<int, Json> unanswered_; ///< of this connection
    std::map<std::string, Place> places_;
    /// HTTP requests without a reply, by server and the number of its start: another process answers none of them.
    std::map<std::pair<Server const*, int>, int> asked_;
    std::string player_, secret_; ///< who it is; empty: nobody
};

} // namespace tefuda::sim
