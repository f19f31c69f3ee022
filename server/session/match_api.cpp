#include "server/session/match_api.hpp"

#include "server/match/match_updates.hpp"
#include "server/room/stored_form.hpp"
#include "server/session/http_replies.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace tefuda::server {

namespace {

/// `{"updates": [...]}`
class UpdatesBody final : public HttpBody {
public:
    UpdatesBody(MatchRecord record, Observer observer) : updates_(std::move(record), observer) {}

    std::string next() override {
        constexpr std::size_t enough = 32 * 1024;
        std::string piece;
        while (!ended_ && piece.size() < enough) {
            auto const update = updates_.next();
            if (update)
                piece.append(std::exchange(separator_, ",")).append(*update);
            else
                piece.append("]}");
            ended_ = !update;
        }
        return piece;
    }

    std::size_t memory() const override { return updates_.memory(); }

private:
    MatchUpdates updates_;
    std::string_view separator_ = "{\"updates\":[";
    bool ended_ = false;
};

HttpReply no_match() {
    return failure(404, "There was no such match in this room.");
}

HttpReply being_played() {
    return failure(409, "This match is still being played.");
}

HttpReply updates_reply(MatchRecord const& record, std::optional<int> seat) {
    if (seat && (*seat < 0 || *seat >= record.setup.seats()))
        return failure(404, "There was no such seat in this match.");
    HttpReply reply;
    reply.stream = std::make_shared<UpdatesBody>(record, seat ? Observer(Seat(*seat)) : Observer::spectator());
    return reply;
}

} // namespace

void MatchApi::get(Asked const& asked, RoomRegistry::Found const& room, Reply const& reply) {
    auto const is_guess = !room.room;
    if (asked.request.what == MatchRequest::What::analysis)
        if (auto const known = analyses_.find(asked.room, asked.request.match)) {
            if (is_guess) guesses_.give_back(asked.address);
            return reply(*known);
        }
    if (is_guess) return get_stored(asked, true, reply);
    room.room->read([this, asked, reply](Room const& it) {
        auto const number = asked.request.match;
        if (it.is_being_played(number)) return reply(being_played());
        if (auto const* record = it.finished_match(number)) return reply(reply_of(*record, asked));
        get_stored(asked, false, reply);
    });
}

HttpReply MatchApi::reply_of(MatchRecord const& record, Asked const& asked) {
    if (record.setup.board && !open_boards_.is_open(*record.setup.board))
        return failure(409, "This is a board of the day: everybody sees it once it is open.");
    switch (asked.request.what) {
    case MatchRequest::What::replay:
        break;
    case MatchRequest::What::updates:
        return updates_reply(record, asked.request.seat);
    case MatchRequest::What::analysis:
        return analyses_.get(record, asked.address);
    }
    return document(replay_of(record));
}

void MatchApi::get_stored(Asked const& asked, bool is_guess, Reply const& reply) {
    if (!store_) return reply(no_match());
    auto answer = [this, asked, is_guess, reply](ReadResult<std::optional<StoredMatch>> result) {
        if (auto const* failure = std::get_if<ReadFailure>(&result))
            return reply(unreadable(asked.room, failure->reason));
        auto& stored = std::get<std::optional<StoredMatch>>(result);
        if (!stored) return refuse(asked, is_guess, reply);
        if (is_guess) guesses_.give_back(asked.address);
        auto const record = match_of(asked.room, std::move(*stored));
        if (auto const* damage = std::get_if<Illegal>(&record)) return reply(unreadable(asked.room, damage->reason));
        reply(reply_of(std::get<MatchRecord>(record), asked));
    };
    store_->read_match(asked.room, asked.request.match, executor_, std::move(answer));
}

/// The store has no match that has ended with this number; one that sleeps is still being played.
void MatchApi::refuse(Asked const& asked, bool is_guess, Reply const& reply) {
    auto answer = [this, asked, is_guess, reply](ReadResult<std::optional<StoredRoom>> const& result) {
        if (auto const* failure = std::get_if<ReadFailure>(&result))
            return reply(unreadable(asked.room, failure->reason));
        auto const& stored = std::get<std::optional<StoredRoom>>(result);
        if (stored && is_guess) guesses_.give_back(asked.address);
        auto const is_on =
            stored && stored->room.status == RoomStatus::playing && stored->room.match == asked.request.match;
        reply(is_on ? being_played() : no_match());
    };
    store_->read_room(asked.room, executor_, std::move(answer));
}

} // namespace tefuda::server
