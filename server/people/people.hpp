// Players who come back: who has a secret, and what they may do with it.
#pragma once

#include "server/net/service.hpp"
#include "server/people/accounts.hpp"
#include "server/people/blocked_lists.hpp"
#include "server/people/call.hpp"
#include "server/people/circle.hpp"
#include "server/people/deletions.hpp"
#include "server/people/known_connections.hpp"
#include "server/people/player_documents.hpp"
#include "server/people/player_table.hpp"
#include "server/people/result_table.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/runtime/time.hpp"
#include "server/runtime/worker.hpp"
#include "server/session/address_rate.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// Answers for players, and says who asks and who opens a WebSocket. What needs the store is done on a thread of
/// its own; a player, a secret or a code is durable before it is answered for. Thread-safe.
class People {
public:
    /// Where it works, and what others do for it.
    struct Environment {
        double players_a_day;   ///< that an address makes
        bool is_shared = false; ///< other servers use the same tables
        /// Called on the thread when there is no such player any more, also more than once; nothing: nobody wants to
        /// know. \returns false where what is kept elsewhere can't be forgotten now: it is called again later
        /// \param now in seconds since 1970
        std::function<bool(std::string const& player, std::int64_t now)> forget{};
        /// What a player has made of open boards of the day, JSON text. \throws StoreFailure
        std::function<std::string(std::string const& player, Moment const& now)> boards_of{};
        /// What others keep of a player, for its export; read on the thread.
        std::function<std::vector<ExportList>(std::string const& player, Moment const& now)> export_elsewhere{};
        std::function<void()> forget_names{}; ///< a player is gone or has another name
    };

    /// Where players and results are stored.
    struct Tables {
        std::shared_ptr<Sql> players;
        std::shared_ptr<Sql> results;
        DeletionsFile* deletions = nullptr; ///< null: the table alone has them
    };

    /// \param executor where rooms are woken
    /// \param guesses wrong room codes, tokens, secrets and codes of each address
    People(Tables tables, RoomRegistry& rooms, Executor& executor, AddressRate& guesses,
           Environment const& environment);

    /// The tables are there: reads which players are gone. Before `start`, and before rooms are taken up. \throws
    /// StoreFailure
    void load(Moment const& now);
    /// Until then nobody is answered.
    void start() { thread_.start(); }

    /// Finds out who asks, and calls `then` on the thread. Replies itself to a wrong bearer, and where it can't be
    /// done.
    void find_asker(CallPtr const& call, std::function<void(Asker)> then);
    /// As Service::identify.
    void identify(HttpRequest const& request, SteadyTime now, std::function<void(Identified)> const& reply);

    // `/api/me…`, on the thread, by who asks.
    void answer(Call const& call, Accounts::Answer as);
    void games(CallPtr const& call);
    void circle(CallPtr const& call);
    void export_all(CallPtr const& call);

    // `/api/players/…`
    void profile(CallPtr const& call);
    void results(CallPtr const& call);
    /// As ResultTable::by_day, on the thread; nothing where it can't be read.
    void by_day(std::function<void(std::optional<std::vector<ResultTable::Day>>)> const& reply);
    /// As ResultTable::by_week, likewise.
    void by_week(std::function<void(std::optional<std::vector<ResultTable::Week>>)> const& reply);
    /// Whether there is such a player; nothing where that can't be read.
    void exists(std::string const& id, std::function<void(std::optional<bool>)> const& reply);
    /// One player blocks another, or no more; in all its connections here at once. \param address who asks
    /// \param reply why not, if so
    void block(std::shared_ptr<Identity const> const& who, std::string const& address, std::string const& other,
               bool blocks, std::function<void(OrRejection<> blocked)> const& reply);
    /// Whether a player has blocked another one, as it is stored; nothing where that can't be read. \param address who
    /// asks
    void has_blocked(std::string const& id, std::string const& other, std::string const& address,
                     std::function<void(std::optional<bool>)> const& reply);
    // For the operator.

    struct Found {
        Player player;
        std::int64_t seen; ///< as PlayerTable::Found
        std::int64_t results;
    };
    static constexpr std::size_t most_found = 100;
    /// Players by id, by the code of a room in which they have or had a seat, or by a part of their name; nothing where
    /// they can't be read.
    void search(std::string const& who, std::function<void(std::optional<std::vector<Found>>)> const& reply);
    /// What the player itself gets as its export, in pieces; null where there is no such player. It is not counted
    /// among those that players ask for.
    void export_of(std::string const& id, Moment const& now,
                   std::function<void(std::shared_ptr<HttpBody>)> const& reply);
    /// Deletes a player as it could by itself. \returns by `reply` whether it is done
    void delete_player(std::string const& id, Moment const& now, std::function<void(bool done)> const& reply);
    /// \pre the name is one
    void rename(std::string const& id, std::string const& name, std::function<void(bool done)> const& reply);
    /// These players have another name by the operator, or have chosen it again: their rooms here are told.
    void show_names_of(std::vector<std::string> const& ids);
    /// A WebSocket has opened.
    void opened(std::shared_ptr<ClientConnection> const& connection, Moment const& now);

private:
    bool take_turn(Call const& call);
    std::shared_ptr<HttpBody> begin_export(Player const& player, std::string const& address, Moment const& now,
                                           std::shared_ptr<void> const& turn);
    void remove(std::string const& id, Moment const& now);
    void go_on_with_deletions(Moment const& now);
    void leave_room(std::string const& code, std::string const& id, bool from_others, Deletions::Told const& told);
    void tick(Moment const& now);
    void delete_unused(Moment const& now);

    AddressRate games_{{2, 10}}; ///< lists of a player's running games, each of which asks up to 200 rooms; and circles
    Environment const environment_;
    RoomRegistry& rooms_;
    Executor& executor_;
    Tables const tables_;
    PlayerTable players_;
    ResultTable results_;
    Circle circle_;
    PlayerDocuments documents_;
    ExportTurns export_turns_;
    KnownConnections connections_;
    Accounts accounts_;
    Deletions deletions_;  ///< on the thread
    BlockedLists blocked_; ///< on the thread
    PlayerTable::Place unused_from_{};
    std::optional<SteadyTime> last_hour_; ///< nothing: it has just started
    /// Uses all of the above.
    TaskWorker thread_;
};

} // namespace tefuda::server
