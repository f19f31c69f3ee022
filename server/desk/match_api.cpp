#include "server/desk/match_api.hpp"

#include "server/bots/match_analysis.hpp"
#include "server/bots/match_par.hpp"
#include "server/match/match_run.hpp"

#include <spdlog/spdlog.h>

#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace tefuda::server {

namespace {

/// `{"updates": [...]}`: every update of a match, with its view, as the observer got it. Plays it again from its deal
/// on.
class UpdatesBody final : public HttpBody {
public:
    /// \pre the match is over
    UpdatesBody(MatchRecord record, Observer observer)
        : record_(whole(std::move(record))), observer_(observer), run_(record_), next_(record_.actions.begin()) {}

    void next(Told told) override { told(piece()); }
    std::size_t memory() const override { return record_.actions.bytes().size() + 16 * 1024; }

private:
    std::string piece() {
        constexpr std::size_t enough = 32 * 1024;
        std::string piece;
        while (!ended_ && piece.size() < enough) {
            piece.append(std::exchange(separator_, ",")).append(run_.update(observer_, {}));
            ended_ = next_ == record_.actions.end();
            if (ended_) {
                piece.append("]}");
            } else {
                auto const action = *next_;
                run_.act(action.seat, action.action);
                ++next_;
            }
        }
        return piece;
    }

    MatchRecord const record_;
    Observer const observer_;
    MatchRun run_;
    MatchActions::Iterator next_; ///< the first action that the run has not taken
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
std::optional<Analyses::Kind> studied_by(MatchApi::What what) {
    if (what == MatchApi::What::analysis) return Analyses::Kind::analysis;
    if (what == MatchApi::What::par) return Analyses::Kind::par;
    return std::nullopt;
}

/// A number without a sign or leading zeros; nothing for anything else.
std::optional<int> to_number(std::string_view text) {
    int number = 0;
    auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    auto const leading_zero = text.size() > 1 && text.front() == '0';
    if (problem != std::errc() || end != text.data() + text.size() || text.front() == '-' || leading_zero)
        return std::nullopt;
    return number;
}

/// \param asked for by the query; nothing: a spectator's
HttpReply updates_reply(MatchRecord const& record, std::optional<std::string> const& asked) {
    auto const seat = asked ? to_number(*asked) : std::nullopt;
    if (asked && (!seat || *seat >= record.setup.seats())) return failure(404, "There was no such seat in this match.");
    HttpReply reply;
    reply.stream = std::make_shared<UpdatesBody>(record, seat ? Observer(Seat(*seat)) : Observer::spectator());
    return reply;
}

} // namespace

HttpReply unreadable(std::string const& room, std::string const& reason) {
    spdlog::error("Room {} can't be read: {}", room, reason);
    return failure(503, "The server can't read this now: try again later.");
}

void MatchApi::get(What what, bool is_guess, CallPtr const& call) {
    auto const& room = call->parameter("room");
    auto const match = to_number(call->parameter("match"));
    if (!match || *match == 0) return call->reply(not_found());
    if (auto const kind = studied_by(what))
        if (auto const known = analyses_.find({*kind, room, *match})) {
            if (is_guess) guesses_.give_back(call->address());
            return call->reply(*known);
        }
    matches_.find(room, *match, [this, what, is_guess, call](FinishedMatches::Answer const& found) {
        using enum FinishedMatches::Absence::Reason;
        auto const absence = found ? FinishedMatches::Absence() : found.error();
        auto const is_right = found || absence.reason == being_played || absence.reason == no_match;
        if (is_guess && is_right) guesses_.give_back(call->address());
        if (found) return call->reply(reply_of(**found, what, *call));
        if (absence.reason == unreadable)
            return call->reply(server::unreadable(call->parameter("room"), absence.problem));
        call->reply(absence.reason == being_played ? still_played() : no_such_match());
    });
}

HttpReply MatchApi::reply_of(MatchRecord const& record, What what, Call const& call) {
    if (record.setup.board && !open_boards_.is_open(*record.setup.board))
        return failure(409, "This is a board of the day: everybody sees it once it is open.");
    switch (what) {
    case What::replay:
        break;
    case What::updates:
        return updates_reply(record, call.query("seat"));
    case What::analysis:
        // Plays nothing yet but the deal.
        return analyses_.begin({Analyses::Kind::analysis, record.room, record.number},
                               std::make_shared<MatchAnalysis>(record), call.address());
    case What::par: {
        auto const par = MatchPar::of(record);
        if (!par) return failure(404, "This was no match of one person against built-in bots.");
        return analyses_.begin({Analyses::Kind::par, record.room, record.number}, par, call.address());
    }
    }
    return document(replay_of(record));
}

} // namespace tefuda::server
