#include "server/desk/match_api.hpp"

#include "server/bots/match_analysis.hpp"
#include "server/bots/match_par.hpp"
#include "server/match/match_updates.hpp"
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

HttpReply no_such_match() {
    return failure(404, "There was no such match in this room.");
}

HttpReply still_played() {
    return failure(409, "This match is still being played.");
}

/// What the bots work out for it; nothing where they don't.
std::optional<Analyses::Kind> studied_by(MatchRequest::What what) {
    if (what == MatchRequest::What::analysis) return Analyses::Kind::analysis;
    if (what == MatchRequest::What::par) return Analyses::Kind::par;
    return std::nullopt;
}

HttpReply updates_reply(MatchRecord const& record, std::optional<int> seat) {
    if (seat && (*seat < 0 || *seat >= record.setup.seats()))
        return failure(404, "There was no such seat in this match.");
    HttpReply reply;
    reply.stream = std::make_shared<UpdatesBody>(record, seat ? Observer(Seat(*seat)) : Observer::spectator());
    return reply;
}

} // namespace

void MatchApi::get(Asked const& asked, bool is_guess, Reply const& reply) {
    if (auto const kind = studied_by(asked.request.what))
        if (auto const known = analyses_.find({*kind, asked.room, asked.request.match})) {
            if (is_guess) guesses_.give_back(asked.address);
            return reply(*known);
        }
    matches_.find(asked.room, asked.request.match, [this, asked, is_guess, reply](FinishedMatches::Found const& found) {
        using enum FinishedMatches::Absence;
        auto const is_right = found.match || found.absence == being_played || found.absence == no_match;
        if (is_guess && is_right) guesses_.give_back(asked.address);
        if (found.match) {
            auto shown = reply_of(*found.match, asked);
            auto const names_players = asked.request.what == MatchRequest::What::replay;
            return names_players && hide_gone_ ? hide_gone_(std::move(shown), asked.address, reply)
                                               : reply(std::move(shown));
        }
        if (found.absence == unreadable) return reply(server::unreadable(asked.room, found.problem));
        reply(found.absence == being_played ? still_played() : no_such_match());
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
        // Plays nothing yet but the deal.
        return analyses_.begin({Analyses::Kind::analysis, record.room, record.number},
                               std::make_shared<MatchAnalysis>(record), asked.address);
    case MatchRequest::What::par: {
        auto const par = MatchPar::of(record);
        if (!par) return failure(404, "This was no match of one person against built-in bots.");
        return analyses_.begin({Analyses::Kind::par, record.room, record.number}, par, asked.address);
    }
    }
    return document(replay_of(record));
}

} // namespace tefuda::server
