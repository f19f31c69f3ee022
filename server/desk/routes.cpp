#include "server/desk/parts.hpp"
#include "server/desk/route.hpp"

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
    at.boards->when_settled(call->address(), [&people = *at.people, call] { (people.*Member)(call); });
}

} // namespace

std::span<Route const> routes() {
    using enum Pages;
    using enum Who;
    using enum Counted;
    using enum Place;
    using enum Sent;
    // Columns: method, pattern, query, which pages may read it, who may ask, what it is counted as, body, where it
    // runs, how the answer is sent.
    static constexpr auto table = std::to_array<Route>({
        {"GET", "/healthz", "", unsaid, anybody, nothing, no_body, here, at_once, ask<&Documents::health>},
        {"GET", "/readyz", "", unsaid, anybody, nothing, no_body, here, at_once, ask<&Documents::ready>},
        {"GET", "/metrics", "", unsaid, operating, nothing, no_body, here, at_once, ask<&Documents::metrics>},

        {"GET", "/asyncapi.json", "", any, anybody, request, no_body, here, at_once, ask<&Documents::async_api>},
        {"GET", "/api/games", "", any, anybody, request, no_body, here, at_once, ask<&Documents::games>},
        {"GET", "/api/games/{game}/rules", "language", any, anybody, request, no_body, here, at_once,
         ask<&Documents::rules>},

        {"GET", "/api/rooms", "after game", any, anybody, request, no_body, here, at_once, ask<&Documents::rooms>},
        {"GET", "/api/rooms/{room}", "", any, anybody, guess, no_body, room, at_once, ask<&Documents::room>},
        {"GET", "/api/rooms/{room}/evening", "", any, anybody, guess, no_body, room, at_once, ask<&Documents::evening>},
        {"GET", "/api/rooms/{room}/matches/{match}", "", any, anybody, guess, no_body, room, at_once,
         ask<&Documents::replay>},
        {"GET", "/api/rooms/{room}/matches/{match}/updates", "seat", any, anybody, guess, no_body, room, in_pieces,
         ask<&Documents::updates>},
        {"GET", "/api/rooms/{room}/matches/{match}/analysis", "", any, anybody, guess, no_body, room, at_once,
         ask<&Documents::analysis>},
        {"GET", "/api/rooms/{room}/matches/{match}/par", "", any, anybody, guess, no_body, room, at_once,
         ask<&Documents::par>},
        // Pages of the web client, which are there whatever the link: who guesses too often gets no preview.
        {"GET", "/", "", unsaid, anybody, nothing, no_body, here, at_once, ask<&Documents::start_page>},
        {"GET", "/how/{game}/*", "", unsaid, anybody, nothing, no_body, here, at_once, ask<&Documents::rules_page>},
        {"GET", "/daily/{date}/{game}/*", "", unsaid, anybody, nothing, no_body, here, at_once,
         ask<&Documents::board_page>},
        {"GET", "/room/{room}/*", "", unsaid, anybody, nothing, no_body, room, at_once, ask<&Documents::room_page>},
        {"GET", "/replay/{room}/*", "", unsaid, anybody, nothing, no_body, room, at_once, ask<&Documents::replay_page>},

        {"GET", "/api/players/{player}", "", any, anybody, request, no_body, players, at_once,
         ask_when_settled<&People::profile>},
        {"GET", "/api/players/{player}/results", "after game", any, anybody, request, no_body, players, at_once,
         ask_when_settled<&People::results>},

        {"GET", "/api/me", "", own, asker, request, no_body, players, at_once, ask<&Accounts::get>},
        {"POST", "/api/me", "", own, asker, request, small, players, at_once, ask<&Accounts::make>},
        {"PATCH", "/api/me", "", own, player, request, small, players, at_once, ask<&Accounts::rename>},
        {"DELETE", "/api/me", "", own, player, request, small, players, at_once, ask<&Accounts::remove>},
        {"POST", "/api/me/code", "", own, player, request, small, players, at_once, ask<&Accounts::make_code>},
        {"POST", "/api/me/recover", "", own, asker, request, small, players, at_once, ask<&Accounts::recover>},
        {"POST", "/api/me/revoke", "", own, player, request, small, players, at_once, ask<&Accounts::revoke>},
        {"GET", "/api/me/games", "after", own, player, request, no_body, players, at_once, ask<&People::games>},
        {"GET", "/api/me/circle", "", own, player, request, no_body, players, at_once, ask<&People::circle>},
        {"GET", "/api/me/export", "", own, player, request, no_body, players, at_once, ask<&People::export_all>},

        {"GET", "/api/daily", "", any, asker, request, no_body, boards, at_once, ask<&Boards::get_todays>},
        {"GET", "/api/daily/mine", "", any, player, request, no_body, boards, at_once, ask<&Boards::get_mine>},
        {"GET", "/api/daily/{date}/{game}", "", any, asker, request, no_body, boards, at_once, ask<&Boards::get_board>},
        {"GET", "/api/puzzles", "game", any, anybody, request, no_body, puzzles, at_once, ask<&Puzzles::list>},
        {"GET", "/api/puzzles/{puzzle}", "", any, anybody, request, no_body, puzzles, at_once, ask<&Puzzles::show>},
        {"POST", "/api/puzzles/{puzzle}", "", any, anybody, request, small, puzzles, at_once, ask<&Puzzles::judge>},
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
