#include "server/daily/boards.hpp"

#include "protocol/codec/encode.hpp"
#include "server/daily/days.hpp"
#include "server/daily/draw_board.hpp"
#include "server/daily/par.hpp"
#include "server/daily/tally.hpp"
#include "server/match/match.hpp"
#include "server/metrics/utc.hpp"
#include "server/room/board_rules.hpp"
#include "server/room/rejections.hpp"
#include "server/runtime/awaited.hpp"
#include "server/runtime/failure_log.hpp"

#include <algorithm>
#include <iterator>

namespace tefuda::server {

namespace {

HttpReply no_board() {
    return failure(404, "There is no such board.");
}

/// The last day whose boards may be open at this time.
int last_due(Moment const& now) {
    return last_open_day(now.seconds());
}

bool has_other_fields(Create const& message) {
    return message.seats || message.options || message.public_ || message.clock || message.fixed || message.bots ||
           message.hints || message.chat || message.spectators || message.from;
}

} // namespace

Boards::Boards(Tables tables, RoomRegistry& rooms, BotPool& bots)
    : rooms_(rooms), bots_(bots), tables_(std::move(tables)),
      table_(std::make_shared<BoardTable>(tables_.boards, tables_.results)),
      settlements_(
          *table_, [this](std::string const& room) { return actions_of(room); },
          [this](Task task) { return thread_.post({}, std::move(task)); }),
      thread_("boards", std::chrono::milliseconds(200), [this](Moment const& now) { tick(now); }) {}

void Boards::start(Moment const& now) {
    open_due(now);
    thread_.start();
}

void Boards::create(Create const& message, RoomRegistry::Maker const& maker, SeatOwner const& who, Moment const& now,
                    RoomRegistry::OnCreated done) {
    auto const* game = find_game(message.game);
    if (!game) return done(Rejection{ErrorCode::unknown_game, "There is no such game here."});
    if (!game->daily()) return done(Rejection{ErrorCode::bad_options, "This game has no board of the day."});
    if (has_other_fields(message))
        return done(Rejection{ErrorCode::bad_options, "\"daily\" stands beside no other field."});
    if (!who) return done(Rejection{ErrorCode::no_identity, "You are nobody here: this needs a player."});
    auto work = [this, game, maker, who, now, done] {
        open_due(now);
        Key const key(today(now), game->id(), who->id);
        begin(key, board_of(std::get<int>(key), *game), maker, *who, done);
    };
    thread_.post(maker.address, std::move(work), [done] { done(unavailable(can_not_now)); });
}

void Boards::begin(Key const& key, Board const& board, RoomRegistry::Maker const& maker, SeatPlayer const& who,
                   RoomRegistry::OnCreated const& done) {
    auto const making = std::make_shared<Making>(making_, key);
    if (!making->is_only_one()) return done(unavailable("Your board is being made: ask again."));
    auto const& [day, name, player] = key;
    auto const has_begun = table_->attempt(day, name, player);
    auto const secret = bytes32_from_hex(board.secret);
    if (!secret) throw StoreFailure("A board in the store can't be read.");
    if (has_begun) {
        making->end();
        return done(daily_played(has_begun->room));
    }
    rooms_.create({find_game(name), board.seats, board.options, *secret, day}, who, maker,
                  [this, making, done](OrRejection<Created> result) { made(making, done, std::move(result)); });
}

/// Where the store did not take the room, another server may have made one at the same moment.
void Boards::made(MakingPtr const& making, RoomRegistry::OnCreated const& done, OrRejection<Created> result) {
    if (result || result.error().code != ErrorCode::unavailable) {
        making->end();
        return done(std::move(result));
    }
    auto const fail = [making, done, result] {
        making->end();
        done(result);
    };
    auto work = [this, making, done, fail] {
        auto const& [day, name, player] = making->key();
        auto const other = table_->attempt(day, name, player);
        if (!other) return fail();
        making->end();
        done(daily_played(other->room));
    };
    thread_.post({}, std::move(work), fail);
}

void Boards::get_todays(CallPtr const& call) {
    reply_by(thread_, call, [this, call] { return todays(*call); });
}

void Boards::get_mine(CallPtr const& call) {
    when_settled(call, [this, call] { reply_by(thread_, call, [this, call] { return my_boards(*call); }); });
}

void Boards::get_board(CallPtr const& call) {
    auto const day = day_in(call->parameter("date"));
    auto const* game = find_game(call->parameter("game"));
    if (!day || !game) return call->reply(no_board());
    std::string const name(game->id());
    auto const show = [this, day = *day, name, now = call->now](Reply const& reply) {
        show_board(day, name, now, reply);
    };
    auto const found = documents_.find(*day, name, call->now.steady);
    if (!found.text) return thread_.post(call->address(), [call, show] { show(call->reply); }, or_busy(call->reply));
    call->reply(document(*found.text));
    // The next one sees names as they are.
    if (found.is_old) thread_.post({}, [show] { show([](HttpReply const&) {}); }, [] {});
}

void Boards::with_newest(CallPtr const& call, std::function<HttpReply(std::vector<BoardTable::Name> const&)> make) {
    constexpr int most = 500;
    reply_by(thread_, call, [this, make = std::move(make)] { return make(table_->newest_open(most)); });
}

void Boards::when_settled(CallPtr const& call, Task then) {
    if (!may_be_unsettled_ && looked_until_ == last_due(call->now)) return then();
    auto const work = [this, call, then] {
        open_due(call->now);
        settle_all(then);
    };
    thread_.post(call->address(), work, then);
}

std::string Boards::tally_of(std::string const& player, Moment const& now) {
    return codec::to_json(server::tally_of(table_->played(player), last_due(now)));
}

// On the thread.

/// A clock that goes back finds no day again whose boards are open: their secrets are known.
int Boards::today(Moment const& now) const {
    return std::max(day_of(now.seconds()), rooms_.open_boards().until() + 1);
}

/// Opens the boards whose time has come, here or on another server.
void Boards::open_due(Moment const& now) {
    auto const due = last_due(now);
    if (due == looked_until_ && !tables_.is_shared) return;
    auto const until = table_->open_until(due);
    if (until > rooms_.open_boards().until()) may_be_unsettled_ = true;
    rooms_.open_boards().open_until(until);
    looked_until_ = due;
}

Board Boards::board_of(int day, Game const& game) {
    auto found = table_->find(day, std::string(game.id()));
    return found ? *found : table_->find_or_add(draw_board(day, game));
}

HttpReply Boards::todays(Call const& call) {
    open_due(call.now);
    auto const day = today(call.now);
    auto const& who = call.asker.player;
    auto const games = games_with_boards();
    std::vector<Board> boards;
    for (auto const& game : games) boards.push_back(board_of(day, *find_game(game)));
    auto const state = table_->today(day, games, who ? std::optional(who->id) : std::nullopt);
    TodaysBoards all{date_of(day), iso_time(at_second(closes_at(day))), iso_time(at_second(opens_at(day))), {}};
    for (std::size_t i = 0; i < boards.size(); ++i) {
        auto const& board = boards[i];
        auto const secret = bytes32_from_hex(board.secret);
        if (!secret) throw StoreFailure("A board in the store can't be read.");
        all.boards.push_back({board.game,
                              board.seats,
                              {board.options},
                              to_hex(commitment_of(*secret)),
                              state[i].played,
                              state[i].mine ? Nullable<MyBoard>(mine(board, *state[i].mine)) : Nullable<MyBoard>()});
    }
    return document(codec::to_json(all));
}

/// Also those that are not open.
std::vector<BoardTable::Played> Boards::all_played(std::string const& player, Moment const& now) {
    auto played = table_->played(player);
    // In the hour after midnight two days are not open.
    for (auto day = std::max(last_due(now), rooms_.open_boards().until()) + 1; day <= today(now); ++day)
        std::ranges::move(table_->played_of(day, games_with_boards(), player), std::back_inserter(played));
    return played;
}

HttpReply Boards::my_boards(Call const& call) {
    return document(codec::to_json(server::my_boards(all_played(call.asker.player->id, call.now), today(call.now))));
}

MyBoard Boards::mine(Board const& board, BoardTable::Attempt const& attempt) {
    MyBoard mine{attempt.room, attempt.margin, {}, {}};
    if (!attempt.margin) return mine;
    auto const [all, worse, equal] = table_->standing(board.day, board.game, *attempt.margin);
    auto const percent = attempt.is_human ? percent_of(worse, equal - 1, all - 1) : std::optional<Tenths>();
    mine.percent = percent ? Nullable<double>(percent_in(*percent)) : Nullable<double>();
    mine.par = board.par ? Nullable<std::int64_t>(*board.par) : Nullable<std::int64_t>();
    if (!board.par) work_out_par(board);
    return mine;
}

void Boards::show_board(int day, std::string const& game, Moment const& now, Reply const& reply) {
    open_due(now);
    auto const board = table_->find(day, game);
    auto const is_open = rooms_.open_boards().is_open(day);
    if (!is_open && (board || day == today(now)) && find_game(game)->daily() && day <= today(now))
        return reply(failure(409, "This board is not open yet."));
    if (!board || !is_open) return reply(no_board());
    if (!board->par) work_out_par(*board);
    auto const tell = [this, board = *board, now, reply](bool is_settled) {
        if (!is_settled) return reply(busy());
        try {
            auto const text = std::make_shared<std::string const>(document_of(board, *table_));
            documents_.keep(board.day, board.game, text, now.steady);
            reply(document(*text));
        } catch (std::exception const& problem) {
            log_failure("Boards can't be read or written", problem);
            reply(busy());
        }
    };
    board->is_settled ? tell(true) : settlements_.settle(*board, tell);
}

std::optional<MatchActions> Boards::actions_of(std::string const& room) {
    constexpr auto match = 1;
    if (tables_.store) {
        auto stored = tables_.store->read_match(room, match);
        return stored ? std::optional(std::move(stored->actions)) : std::nullopt;
    }
    auto const actor = rooms_.find(room);
    if (!actor) return std::nullopt;
    auto const told = std::make_shared<Awaited<std::optional<MatchActions>>>();
    actor->read([told](Room const& it) {
        auto const* record = it.finished_match(match);
        told->set(record ? std::optional(record->actions) : std::nullopt);
    });
    return told->wait(tables_.stop).value_or(std::nullopt);
}

/// Once in a process; where it fails, the board has no par before the next start.
void Boards::work_out_par(Board const& board) {
    if (!par_asked_.emplace(board.day, board.game).second) return;
    auto const match = std::make_shared<ParMatch>(board);
    bots_.when_idle([table = table_, board, match](search::Budget const& budget) {
        if (match->step(budget)) return true;
        table->set_par(board, match->margin());
        return false;
    });
}

void Boards::settle_all(Task const& then) {
    auto const board = table_->find_unsettled();
    if (!board) may_be_unsettled_ = false;
    if (!board) return then();
    settlements_.settle(*board, [this, then](bool is_settled) {
        try {
            if (is_settled) return settle_all(then);
        } catch (std::exception const& problem) {
            log_failure("Boards can't be read or written", problem);
        }
        then();
    });
}

/// Also while nobody asks: rooms look at what is open.
void Boards::tick(Moment const& now) {
    if (tables_.is_shared && now.seconds() == polled_) return;
    polled_ = now.seconds();
    open_due(now);
    if (may_be_unsettled_ && settlements_.empty()) settle_all([] {});
}

} // namespace tefuda::server
