#include "server/people/player_documents.hpp"

#include "protocol/codec/encode.hpp"
#include "server/metrics/utc.hpp"
#include "server/people/running_room.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>

namespace tefuda::server {

/// What is known of a player besides what others see.
struct KeptOfPlayer {
    std::int64_t secrets;
    std::vector<CodeUse> codes;
    std::string seen; ///< YYYY-MM-DD
};
BOOST_DESCRIBE_STRUCT(KeptOfPlayer, (), (secrets, codes, seen))

struct ExportedPlayer {
    Player player;
    KeptOfPlayer kept;
    std::vector<std::string> rooms; ///< in which the player has a seat
    std::vector<KeptResult> results;
    Nullable<std::string> next; ///< where there are more results: for `after` of /api/players/ID/results
};
BOOST_DESCRIBE_STRUCT(ExportedPlayer, (), (player, kept, rooms, results, next))

namespace {

struct Results {
    std::vector<KeptResult> results;
    Nullable<std::string> next;
};
BOOST_DESCRIBE_STRUCT(Results, (), (results, next))

struct Games {
    std::vector<RunningRoom> running;
    std::vector<KeptResult> finished;
    Nullable<std::string> next;
};
BOOST_DESCRIBE_STRUCT(Games, (), (running, finished, next))

/// Waits for the rooms of a player, which answer each on its own event loop.
class RunningRooms {
public:
    using Done = std::function<void(std::vector<RunningRoom>)>;

    RunningRooms(std::size_t count, Done done) : rooms_(count), waiting_(count), done_(std::move(done)) {}

    void set(std::size_t place, std::optional<RunningRoom> room) {
        std::vector<RunningRoom> all;
        {
            std::lock_guard const lock(mutex_);
            rooms_[place] = std::move(room);
            if (--waiting_ > 0) return;
            for (auto& each : rooms_)
                if (each) all.push_back(std::move(*each));
        }
        done_(std::move(all));
    }

private:
    std::mutex mutex_;
    std::vector<std::optional<RunningRoom>> rooms_;
    std::size_t waiting_;
    Done const done_;
};

} // namespace

void PlayerDocuments::games(Call const& call) {
    auto const& id = call.asker.player->id;
    auto page = results_.results(id, call.query("after"));
    if (!page) return call.reply(failure(400, "\"after\" is the \"next\" of an answer."));
    auto const codes = results_.rooms(id, false);
    auto done = [reply = call.reply, page = std::move(*page)](std::vector<RunningRoom> running) {
        reply(document(codec::to_json(Games{std::move(running), page.results, page.next})));
    };
    if (codes.empty()) return done({});
    auto const all = std::make_shared<RunningRooms>(codes.size(), std::move(done));
    for (std::size_t place = 0; place < codes.size(); ++place) {
        if (auto const room = rooms_.find(codes[place])) {
            room->read([all, place, id, &open = rooms_.open_boards()](Room const& it) {
                all->set(place, running_room(it, id, open));
            });
            continue;
        }
        auto stored = store_ ? store_->read_room(codes[place]) : std::nullopt;
        all->set(place, stored ? running_room(std::move(*stored), id, rooms_.open_boards()) : std::nullopt);
    }
}

HttpReply PlayerDocuments::profile(std::string const& id) {
    auto const player = players_.find(id);
    if (!player) return failure(404, "There is no such player.");
    codec::JsonText text;
    text += '{';
    codec::FieldWriter fields(text);
    fields.members(*player);
    auto& games = fields.start("games") += '{';
    codec::FieldWriter by_game(games);
    for (auto const& [game, played, won] : results_.tallies(id)) {
        auto& one = by_game.start(game) += '{';
        codec::FieldWriter counts(one);
        counts.field("played", played);
        counts.field("won", won);
        one += '}';
    }
    games += '}';
    if (boards_of_) fields.start("daily") += boards_of_(id);
    text += '}';
    return document(text.str());
}

HttpReply PlayerDocuments::results(Call const& call) {
    auto const& id = call.parameter("player");
    if (!players_.find(id)) return failure(404, "There is no such player.");
    auto page = results_.results(id, call.query("after"), call.query("game").value_or(""));
    if (!page) return failure(400, "\"after\" is the \"next\" of an answer.");
    return document(codec::to_json(Results{std::move(page->results), page->next}));
}

struct PlayerDocuments::Export {
    ExportedPlayer all;
    Reply reply;
    Later later;
};

void PlayerDocuments::export_all(Call const& call, Later later) {
    auto const& player = *call.asker.player;
    auto const kept = players_.kept(player.id);
    ExportedPlayer all{player, {kept.secrets, kept.codes, utc_date(at_second(kept.seen))}, {}, {}, {}};
    for (auto const over : {false, true}) {
        std::optional<std::string> after;
        for (auto codes = results_.rooms(player.id, over); !codes.empty();
             codes = results_.rooms(player.id, over, after)) {
            after = codes.back();
            std::ranges::move(codes, std::back_inserter(all.rooms));
        }
    }
    go_on(std::make_shared<Export>(std::move(all), call.reply, std::move(later)));
}

void PlayerDocuments::go_on(std::shared_ptr<Export> const& under_way) {
    constexpr std::size_t most = 10'000;
    auto& all = under_way->all;
    auto const after = all.next;
    if (auto page = results_.results(all.player.id, after)) {
        std::ranges::move(page->results, std::back_inserter(all.results));
        all.next = page->next;
    }
    if (!all.next || all.results.size() >= most) return under_way->reply(document(codec::to_json(all)));
    under_way->later([this, under_way] { go_on(under_way); });
}

HttpReply PlayerDocuments::without_gone(HttpReply const& replay) {
    auto shown = nlohmann::ordered_json::parse(replay.body);
    if (!shown.contains("players")) return replay;
    auto is_changed = false;
    for (std::size_t seat = 0; seat < shown["players"].size(); ++seat) {
        auto& player = shown["players"][seat];
        if (player.is_null() || players_.find(player["id"])) continue;
        player = nullptr;
        shown["names"][seat] = "\u2013";
        is_changed = true;
    }
    auto answer = replay;
    if (is_changed) answer.body = shown.dump();
    return answer;
}

} // namespace tefuda::server
