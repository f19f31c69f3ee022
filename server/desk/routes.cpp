#include "server/desk/parts.hpp"
#include "server/desk/route.hpp"
#include "server/desk/site_map.hpp"

#include <array>
#include <type_traits>

namespace tefuda::server {

namespace {

constexpr std::size_t no_body = 0, small = 4096;

/// Passes a call to a member of the part that has it.
template <auto Member>
void ask(Parts const& at, CallPtr const& call) {
    using Function = decltype(Member);
    if constexpr (std::is_same_v<Function, Accounts::Answer>)
        at.people->answer(*call, Member);
    else if constexpr (std::is_invocable_v<Function, People&, CallPtr const&>)
        ((*at.people).*Member)(call);
    else if constexpr (std::is_invocable_v<Function, Boards&, CallPtr const&>)
        ((*at.boards).*Member)(call);
    else if constexpr (std::is_invocable_v<Function, Puzzles&, CallPtr const&>)
        ((*at.puzzles).*Member)(call);
    else
        (at.documents.*Member)(call);
}

/// The same, once the results of the boards whose time has come are there.
template <auto Member>
void ask_when_settled(Parts const& at, CallPtr const& call) {
    at.boards->when_settled(call, [&people = *at.people, call] { (people.*Member)(call); });
}

constexpr RouteAnswer ok(std::string_view body) {
    return {200, body};
}

constexpr RouteAnswer refused(unsigned status, std::string_view when) {
    return {status, "", when};
}

template <class... Answers>
constexpr RouteText says(std::string_view summary, Answers... answers) {
    return {summary, {answers...}};
}

/// \param body the name of its schema
constexpr RouteText takes(std::string_view body, RouteText text) {
    text.body = body;
    return text;
}

constexpr auto unknown_room = refused(404, "There is no such room."),
               unknown_match = refused(404, "There was no such match, or no such seat in it."),
               unfinished = refused(409, "The match is being played, or its board of the day is not open."),
               unknown_player = refused(404, "There is no such player."),
               unknown_puzzle = refused(404, "There is no such puzzle."),
               wrong_page = refused(400, "`after` is no `next` of an answer.");
constexpr RouteAnswer under_way{202, "AnalysisProgress", "It is being made: ask again in a second."},
    wrong_name{400, "NameRefusal", "The name is none."};

} // namespace

std::span<Route const> routes() {
    using enum Pages;
    using enum Who;
    using enum Counted;
    using enum Place;
    using enum Sent;
    // Columns: method, pattern, query, which pages may read it, who may ask, what it is counted as, body, where it
    // runs, how the answer is sent, what it is for.
    static constexpr auto table = std::to_array<Route>({
        {"GET", "/healthz", "", unsaid, anybody, nothing, no_body, here, at_once, ask<&Documents::health>,
         says("Whether the process answers", ok("text/plain"))},
        {"GET", "/readyz", "", unsaid, anybody, nothing, no_body, here, at_once, ask<&Documents::ready>,
         says("Whether the server takes players", ok("text/plain"), refused(503, "It does not: why."))},
        {"GET", "/metrics", "", unsaid, operating, nothing, no_body, here, at_once, ask<&Documents::metrics>,
         says("Metrics, for Prometheus", ok("text/plain; version=0.0.4; charset=utf-8"))},

        {"GET", "/openapi.json", "", any, anybody, request, no_body, here, at_once, ask<&Documents::open_api>,
         says("These routes, as OpenAPI", ok("any"))},
        {"GET", "/asyncapi.json", "", any, anybody, request, no_body, here, at_once, ask<&Documents::async_api>,
         says("The messages of /ws, as AsyncAPI", ok("any"))},
        {"GET", "/api/games", "", any, anybody, request, no_body, here, at_once, ask<&Documents::games>,
         says("All games, with their numbers of seats and options", ok("GameList"))},
        {"GET", "/api/games/{game}/rules", "language", any, anybody, request, no_body, here, at_once,
         ask<&Documents::rules>,
         says("The rules of a game", ok("text/markdown; charset=utf-8"),
              refused(404, "There is no such game, or no such language."))},

        {"GET", "/api/rooms", "after game", any, anybody, request, no_body, here, at_once, ask<&Documents::rooms>,
         says("Public rooms that wait or play, the newest first", ok("RoomSummary[]"))},
        {"GET", "/api/rooms/{room}", "", any, anybody, guess, no_body, room, at_once, ask<&Documents::room>,
         says("One room, also a private or a finished one", ok("RoomSummary"),
              refused(403, "It is a board of the day that is not open, and another player's."), unknown_room)},
        {"GET", "/api/rooms/{room}/evening", "", any, anybody, guess, no_body, room, at_once, ask<&Documents::evening>,
         says("The sheet of a room's evening", ok("EveningSheet"),
              refused(404, "There is no such room, or no match has given points in it."))},
        {"GET", "/api/rooms/{room}/matches/{match}", "", any, anybody, guess, no_body, room, at_once,
         ask<&Documents::replay>, says("The replay of a match that is over", ok("Replay"), unknown_match, unfinished)},
        {"GET", "/api/rooms/{room}/matches/{match}/updates", "seat", any, anybody, guess, no_body, room, in_pieces,
         ask<&Documents::updates>,
         says("Every update of a match that is over, with its view", ok("MatchUpdates"), unknown_match, unfinished)},
        {"GET", "/api/rooms/{room}/matches/{match}/analysis", "", any, anybody, guess, no_body, room, at_once,
         ask<&Documents::analysis>,
         says("What the bot `hard` thinks of each decision of a match that is over", ok("Analysis"), under_way,
              unknown_match, unfinished)},
        {"GET", "/api/rooms/{room}/matches/{match}/par", "", any, anybody, guess, no_body, room, at_once,
         ask<&Documents::par>,
         says("What the bot `normal` would have made of a person's cards in a match against bots", ok("Par"), under_way,
              unknown_match, unfinished)},
        {"GET", "/robots.txt", "", unsaid, anybody, request, no_body, here, at_once, answer_robots,
         says("What search engines may list", ok("text/plain"))},
        {"GET", "/sitemap.xml", "", unsaid, anybody, request, no_body, here, at_once, answer_site_map,
         says("The pages for search engines: start page, rules, open boards", ok("application/xml"),
              refused(404, "The server does not know its names."))},
        // Pages of the web client, which are there whatever the link: who guesses too often gets no preview.
        {"GET", "/", "", unsaid, anybody, nothing, no_body, here, at_once, ask<&Documents::start_page>,
         says("The start page, with a preview for links", ok("text/html; charset=utf-8"))},
        {"GET", "/how/{game}/*", "", unsaid, anybody, nothing, no_body, here, at_once, ask<&Documents::rules_page>,
         says("The page of a game's rules, with a preview for links; also with anything behind it",
              ok("text/html; charset=utf-8"))},
        {"GET", "/daily/{date}/{game}/*", "", unsaid, anybody, nothing, no_body, here, at_once,
         ask<&Documents::board_page>,
         says("The page of a board of the day, with a preview for links; also with anything behind it",
              ok("text/html; charset=utf-8"))},
        {"GET", "/room/{room}/*", "", unsaid, anybody, nothing, no_body, room, at_once, ask<&Documents::room_page>,
         says("The page of a room, with a preview for links; also with anything behind it",
              ok("text/html; charset=utf-8"))},
        {"GET", "/replay/{room}/*", "", unsaid, anybody, nothing, no_body, room, at_once, ask<&Documents::replay_page>,
         says("The page of a match that is over, with a preview for links; also with anything behind it",
              ok("text/html; charset=utf-8"))},

        {"GET", "/api/players/{player}", "", any, anybody, request, no_body, players, at_once,
         ask_when_settled<&People::profile>,
         says("A player, and how much it has played", ok("PlayerProfile"), unknown_player)},
        {"GET", "/api/players/{player}/results", "after game", any, anybody, request, no_body, players, at_once,
         ask_when_settled<&People::results>,
         says("A player's results, the newest first", ok("PlayerResults"), wrong_page, unknown_player)},

        {"GET", "/api/me", "", own, asker, request, no_body, players, at_once, ask<&Accounts::get>,
         says("Who asks; renews the cookie", ok("Player|null"))},
        {"POST", "/api/me", "", own, asker, request, small, players, at_once, ask<&Accounts::make>,
         takes("NewPlayer",
               says("Makes a player, unless who asks is one", RouteAnswer{200, "Player", "Who asks is one."},
                    RouteAnswer{201, "PlayerWithSecret", "It is made: with its secret"},
                    RouteAnswer{201, "Player", "or a cookie that has the secret."}, wrong_name))},
        {"PATCH", "/api/me", "", own, player, request, small, players, at_once, ask<&Accounts::rename>,
         takes("RenamedPlayer", says("Gives the player another name", ok("Player"), wrong_name,
                                     RouteAnswer{403, "SanctionRefusal", "The operator has given it a name."}))},
        {"DELETE", "/api/me", "", own, player, request, small, players, at_once, ask<&Accounts::remove>,
         takes("NoFields", says("Deletes the player, with all that is its own", RouteAnswer{204, "", "It is gone."}))},
        {"POST", "/api/me/code", "", own, player, request, small, players, at_once, ask<&Accounts::make_code>,
         takes("CodeOrder",
               says("Makes a code that brings the player to another device, or back", RouteAnswer{201, "PlayerCode"}))},
        {"POST", "/api/me/recover", "", own, asker, request, small, players, at_once, ask<&Accounts::recover>,
         takes("Recovery",
               says("Makes who asks the player of a code", RouteAnswer{200, "PlayerWithSecret", "With its secret,"},
                    RouteAnswer{200, "Player", "or a cookie that has it."}, refused(403, "The code is not valid."),
                    refused(429, "The player has 1,000 secrets, or codes were guessed too often.")))},
        {"POST", "/api/me/revoke", "", own, player, request, small, players, at_once, ask<&Accounts::revoke>,
         takes("NoFields",
               says("Ends all other secrets and all codes of the player", RouteAnswer{204, "", "They have ended."}))},
        {"GET", "/api/me/games", "after", own, player, request, no_body, players, at_once, ask<&People::games>,
         says("The player's running rooms, and results", ok("PlayerGames"), wrong_page)},
        {"GET", "/api/me/circle", "", own, player, request, no_body, players, at_once, ask<&People::circle>,
         says("Whom the player has met this month", ok("CircleOfPlayer"))},
        {"GET", "/api/me/export", "", own, player, request, no_body, players, at_once, ask<&People::export_all>,
         says("All that the server knows of the player", ok("PlayerExport"),
              refused(429, "One is being made for the player, or many for others."))},

        {"GET", "/api/daily", "", any, asker, request, no_body, boards, at_once, ask<&Boards::get_todays>,
         says("The boards of today", ok("TodaysBoards"))},
        {"GET", "/api/daily/mine", "", any, player, request, no_body, boards, at_once, ask<&Boards::get_mine>,
         says("The boards that the player has finished", ok("MyBoards"))},
        {"GET", "/api/daily/{date}/{game}", "", any, asker, request, no_body, boards, at_once, ask<&Boards::get_board>,
         says("A board that is open, with all results", ok("OpenBoard"), refused(404, "There is no such board."),
              refused(409, "It is not open yet."))},
        {"GET", "/api/puzzles", "game", any, anybody, request, no_body, puzzles, at_once, ask<&Puzzles::list>,
         says("The puzzles of a game", ok("PuzzleList"), refused(404, "There is no such game."))},
        {"GET", "/api/puzzles/{puzzle}", "", any, anybody, request, no_body, puzzles, at_once, ask<&Puzzles::show>,
         says("A puzzle: a position in which one action is clearly best", ok("Puzzle"), unknown_puzzle)},
        {"POST", "/api/puzzles/{puzzle}", "", any, anybody, request, small, puzzles, at_once, ask<&Puzzles::judge>,
         takes("PuzzleAttempt", says("Tries an action in a puzzle", ok("PuzzleSolution"),
                                     refused(400, "The action is not allowed there."), unknown_puzzle))},
    });
    return table;
}

bool fits(std::string_view pattern, std::string_view path,
          std::vector<std::pair<std::string_view, std::string>>* found) {
    // Both begin with a slash.
    while (!pattern.empty() && !path.empty()) {
        pattern.remove_prefix(1);
        path.remove_prefix(1);
        auto const wanted = pattern.substr(0, pattern.find('/'));
        auto const segment = path.substr(0, path.find('/'));
        if (wanted == "*") return true;
        if (wanted.starts_with('{')) {
            if (segment.empty()) return false;
            if (found) found->emplace_back(wanted.substr(1, wanted.size() - 2), segment);
        } else if (wanted != segment) {
            return false;
        }
        pattern.remove_prefix(wanted.size());
        path.remove_prefix(segment.size());
    }
    return path.empty() && (pattern.empty() || pattern == "/*");
}

} // namespace tefuda::server
