#include "server/people/player_documents.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/http.hpp"
#include "server/metrics/utc.hpp"
#include "server/room/stored_form.hpp"
#include "server/runtime/guarded.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace tefuda::server {

namespace {

/// Waits for the rooms of a player, which answer each on its own event loop.
class RunningRooms {
public:
    using Done = std::function<void(std::vector<RunningRoom>)>;

    RunningRooms(std::size_t count, Done done)
        : answers_(std::vector<std::optional<RunningRoom>>(count), count), done_(std::move(done)) {}

    void set(std::size_t place, std::optional<RunningRoom> room) {
        std::vector<RunningRoom> all;
        auto const is_last = answers_.with([&](Answers& it) {
            it.rooms[place] = std::move(room);
            if (--it.waiting > 0) return false;
            for (auto& each : it.rooms)
                if (each) all.push_back(std::move(*each));
            return true;
        });
        if (is_last) done_(std::move(all));
    }

private:
    struct Answers {
        std::vector<std::optional<RunningRoom>> rooms;
        std::size_t waiting;
    };
    Guarded<Answers> answers_;
    Done const done_;
};

/// \param waits_for whether the match waits for a seat
template <class WaitsFor>
std::optional<RunningRoom> running_room(RoomState const& state, std::string const& player, OpenBoards const& open,
                                        WaitsFor const& waits_for) {
    auto const& board = state.setting.board;
    if (state.status == RoomStatus::finished || (board && open.is_open(board->day))) return std::nullopt;
    std::optional<RunningRoom> found;
    for (auto const seat : all_seats(state.seats.seats())) {
        auto const& owner = state.seats[seat].player;
        if (!owner || owner->id != player) continue;
        if (!found)
            found = RunningRoom{
                state.setting.code, std::string(state.setting.game->id()), state.match, seat, state.status, false};
        found->to_act = found->to_act || (state.playing() && waits_for(seat));
    }
    return found;
}

/// Nothing where the player has no seat, the room has finished, or it is a board of the day that has opened.
std::optional<RunningRoom> running_room(Room const& room, std::string const& player, OpenBoards const& open) {
    auto const& match = room.match();
    return running_room(room.state(), player, open, [&](Seat seat) { return match && match->run().waits_for(seat); });
}

/// A room that is not in memory here, as it is stored.
std::optional<RunningRoom> running_room(RoomState const& room, std::string const& player, OpenBoards const& open) {
    return running_room(room, player, open,
                        [&](Seat seat) { return std::ranges::find(room.awaited, seat) != room.awaited.end(); });
}

/// Nothing where the player has none, or no store has the room.
std::optional<ExportedLine> line_in(ResultTable::KeptRoom const& room, std::string const& player) {
    auto const saved = codec::Decoder().read_text<SavedRoom>(room.state);
    if (!saved || !saved->evening) return std::nullopt;
    for (auto const& line : saved->evening->lines)
        if (line.player && line.player->id == player)
            return ExportedLine{room.code,         shown_name(line.name, player),
                                line.halves / 2.0, line.played,
                                line.won,          line.seats > 0 ? line.bot_shares / line.seats : 0};
    return std::nullopt;
}

} // namespace

void PlayerDocuments::games(Call const& call) {
    auto const& id = call.asker.player->id;
    auto page = results_.results(id, call.query("after"));
    if (!page) return call.reply(failure(400, "\"after\" is the \"next\" of an answer."));
    auto const rooms = results_.running_rooms(id);
    auto done = [reply = call.reply, page = std::move(*page)](std::vector<RunningRoom> running) {
        reply(document(codec::to_json(PlayerGames{std::move(running), page.results, page.next})));
    };
    if (rooms.empty()) return done({});
    auto const all = std::make_shared<RunningRooms>(rooms.size(), std::move(done));
    for (std::size_t place = 0; place < rooms.size(); ++place) {
        auto const& [code, stored] = rooms[place];
        if (auto const room = rooms_.find(code)) {
            room->read([all, place, id, &open = rooms_.open_boards()](Room const& it) {
                all->set(place, running_room(it, id, open));
            });
            continue;
        }
        auto const saved = codec::Decoder().read_text<SavedRoom>(stored);
        auto const state = saved ? state_of(code, *saved) : std::variant<RoomState, Illegal>(Illegal{});
        auto const* read = std::get_if<RoomState>(&state);
        all->set(place, read ? running_room(*read, id, rooms_.open_boards()) : std::nullopt);
    }
}

HttpReply PlayerDocuments::profile(Call const& call) {
    auto const& id = call.parameter("player");
    auto const player = players_.find(id);
    if (!player) return failure(404, "There is no such player.");
    codec::JsonText text;
    text += '{';
    codec::FieldWriter fields(text);
    fields.members(*player);
    auto& games = fields.start("games") += '{';
    codec::FieldWriter by_game(games);
    for (auto const& [game, played, won] : results_.tallies(id)) {
        by_game.field(game, GameTally{played, won});
    }
    games += '}';
    if (boards_of_) fields.start("daily") += boards_of_(id, call.now);
    text += '}';
    return document(text.str());
}

HttpReply PlayerDocuments::results(Call const& call) {
    auto const& id = call.parameter("player");
    if (!players_.find(id)) return failure(404, "There is no such player.");
    auto page = results_.results(id, call.query("after"), call.query("game").value_or(""));
    if (!page) return failure(400, "\"after\" is the \"next\" of an answer.");
    return document(codec::to_json(PlayerResults{std::move(page->results), page->next}));
}

std::string PlayerDocuments::export_head(Player const& player) {
    auto const kept = players_.kept(player.id);
    return codec::to_json(ExportedPlayer{player, {kept.secrets, kept.codes, utc_date(at_second(kept.seen))}});
}

std::vector<ExportList> PlayerDocuments::export_lists(std::string const& player) {
    auto const texts_of = [](auto const& values) {
        std::vector<std::string> texts;
        for (auto const& value : values) texts.push_back(codec::to_json(value));
        return texts;
    };
    using After = std::optional<std::string>;
    return {{"blocked", [this, player, texts_of](
                            After const&) { return ExportList::Page{texts_of(players_.blocked_by(player)), {}}; }},
            {"rooms",
             [this, player, texts_of](After const& after) {
                 auto const codes = results_.seats(player, after);
                 return ExportList::Page{texts_of(codes), codes.empty() ? After() : After(codes.back())};
             }},
            {"evenings",
             [this, player](After const& after) {
                 auto const rooms = results_.sheets(player, after);
                 ExportList::Page page{{}, rooms.empty() ? After() : After(rooms.back().code)};
                 for (auto const& room : rooms)
                     if (auto const line = line_in(room, player)) page.rows.push_back(codec::to_json(*line));
                 return page;
             }},
            {"results", [this, player, texts_of](After const& after) {
                 auto const page = results_.results(player, after);
                 if (!page) return ExportList::Page();
                 return ExportList::Page{texts_of(page->results), page->next};
             }}};
}

} // namespace tefuda::server
