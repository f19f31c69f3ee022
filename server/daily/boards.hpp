// The boards of the day: one for each day and game, the same for everybody who plays it.
#pragma once

#include "protocol/client_message.hpp"
#include "server/bots/bot_pool.hpp"
#include "server/daily/board_documents.hpp"
#include "server/daily/board_table.hpp"
#include "server/daily/settlement.hpp"
#include "server/daily/tally.hpp"
#include "server/people/call.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/runtime/guarded.hpp"
#include "server/runtime/worker.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Draws boards, has their rooms made, opens them and tells what came of them. What needs the store is done on a thread
/// of its own. It is the one place that decides by the time which day it is and what is open; of several servers with
/// one store the first opens a board for all. Thread-safe.
class Boards {
public:
    struct Tables {
        std::shared_ptr<Sql> boards;
        std::shared_ptr<Sql> results;
        Store* store = nullptr; ///< of rooms; null: none is kept
        bool is_shared = false; ///< other servers use them, too
        std::stop_token stop{}; ///< the server stops: no room is waited for any more
    };

    Boards(Tables tables, RoomRegistry& rooms, BotPool& bots);

    /// The tables are there: until then nobody is answered. Rooms know what is open when it returns. \throws
    /// StoreFailure
    void start(Moment const& now);

    /// Makes the room of a player's board of today, as RoomRegistry::create. \param who null: nobody
    void create(Create const& message, RoomRegistry::Maker const& maker, SeatOwner const& who, Moment const& now,
                RoomRegistry::OnCreated done);
    /// Calls it once all boards whose time has come are open, and their results there; at once where they are. On any
    /// thread; also where that can't be done now. \param call waits for it
    void when_settled(CallPtr const& call, std::function<void()> then);
    // `/api/daily…`
    void get_todays(CallPtr const& call);
    void get_mine(CallPtr const& call); ///< \pre somebody asks
    void get_board(CallPtr const& call);
    /// Replies with what is made, on the thread, of the newest open boards.
    void with_newest(CallPtr const& call, std::function<HttpReply(std::vector<BoardTable::Name> const&)> make);
    /// What a player has made of open boards, JSON text; blocks, for the thread of the players. \throws StoreFailure
    std::string tally_of(std::string const& player, Moment const& now);
    /// The boards that a player has begun, for its export: JSON texts.
    std::vector<std::string> begun_by(std::string const& player, Moment const& now) {
        return exported_boards(all_played(player, now), table_->unfinished(player));
    }
    /// A player is gone or has another name.
    void forget_names() { documents_.forget_all(); }

private:
    using Key = std::tuple<int, std::string, std::string>; ///< day, game, player
    using Task = std::function<void()>;
    using Keys = Guarded<std::set<Key>>;

    /// That a room of this board is being made, until it ends or is dropped.
    class Making {
    public:
        Making(std::shared_ptr<Keys> all, Key key)
            : all_(std::move(all)), key_(std::move(key)),
              is_only_one_(all_->with([&](auto& keys) { return keys.insert(key_).second; })) {}
        Making(Making const&) = delete;
        Making& operator=(Making const&) = delete;
        ~Making() { end(); }

        Key const& key() const { return key_; }
        /// False where one was being made already.
        bool is_only_one() const { return is_only_one_; }
        void end() {
            if (is_only_one_.exchange(false)) all_->with([&](auto& keys) { keys.erase(key_); });
        }

    private:
        std::shared_ptr<Keys> const all_;
        Key const key_;
        std::atomic<bool> is_only_one_;
    };
    using MakingPtr = std::shared_ptr<Making>;

    int today(Moment const& now) const;
    void open_due(Moment const& now);
    Board board_of(int day, Game const& game);
    void begin(Key const& key, Board const& board, RoomRegistry::Maker const& maker, SeatPlayer const& who,
               RoomRegistry::OnCreated const& done);
    void made(MakingPtr const& making, RoomRegistry::OnCreated const& done, OrRejection<Created> result);
    HttpReply todays(Call const& call);
    std::vector<BoardTable::Played> all_played(std::string const& player, Moment const& now);
    HttpReply my_boards(Call const& call);
    MyBoard mine(Board const& board, BoardTable::Attempt const& attempt);
    void show_board(int day, std::string const& game, Moment const& now, Reply const& reply);
    std::optional<MatchActions> actions_of(std::string const& room);
    void work_out_par(Board const& board);
    void settle_all(Task const& then);
    void tick(Moment const& now);

    RoomRegistry& rooms_;
    BotPool& bots_;
    Tables const tables_;
    std::shared_ptr<BoardTable> const table_;
    BoardDocuments documents_;
    /// Rooms: nobody's board gets two. What is on its way to make one may outlive this object.
    std::shared_ptr<Keys> const making_ = std::make_shared<Keys>();

    // On the thread.
    Settlements settlements_;
    std::set<std::pair<int, std::string>> par_asked_;
    std::atomic<int> looked_until_ = 0; ///< up to this day it has looked last
    std::atomic<bool> may_be_unsettled_ = true;
    std::int64_t polled_ = 0;

    /// Uses all of the above.
    TaskWorker thread_;
};

} // namespace tefuda::server
