// What a route of the HTTP API is: a row of the table in routes.cpp.
#pragma once

#include "server/people/call.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tefuda::server {

struct Parts;

/// Which web pages may read the answer. Programs, which name no origin, may read all of them.
enum class Pages : std::uint8_t {
    unsaid, ///< the browser's rule: the server's own
    own,    ///< a request of another origin is refused, also where the browser would not show the answer: 403
    any
};

enum class Who : std::uint8_t {
    anybody,
    operating, ///< whoever runs the server (--metrics): else 403
    asker,     ///< a player, or nobody: who it is is found out first. A wrong bearer is 401
    player     ///< nobody is 401
};

/// What a request is counted as, for its address. Beyond the rate it is 429.
enum class Counted : std::uint8_t {
    nothing, ///< and it is answered while the server starts: others are 503 then
    request,
    guess ///< of a room's code, besides: discounted where the code is right
};

/// Where it is answered.
enum class Place : std::uint8_t {
    here,    ///< on the event loop that has read it: at once
    room,    ///< on the event loop of the room, or, where that sleeps, with what the reader of the store has found
    players, ///< on the workers of these: with `--identity off` there are none, and no such route
    boards,
    puzzles
};

enum class Sent : std::uint8_t {
    at_once,
    in_pieces ///< each is made once the client has taken the one before (HttpBody)
};

/// One answer of a route's own, as `/openapi.json` has it. What follows from the rest of its row (too many requests,
/// nobody, a bad body …) is not named.
struct RouteAnswer {
    unsigned status = 0; ///< 0: none
    /// The name of the body's schema, with `[]` behind it for a list of them, `|null` for it or null; or a media type
    /// that is no JSON; `any` JSON; empty: a refusal's sentence, or no body.
    std::string_view body{};
    std::string_view when{}; ///< a sentence
};

/// What a route is for.
struct RouteText {
    std::string_view summary;
    std::array<RouteAnswer, 4> answers{};
    std::string_view body{}; ///< the name of the schema of what it takes; empty: it takes none
};

struct Route {
    std::string_view method; ///< GET stands for HEAD, too
    /// A segment in braces is a parameter, `*` at the end whatever follows.
    std::string_view pattern;
    std::string_view query; ///< the names of its parameters, with a space between
    Pages pages;
    Who who;
    Counted counted;
    std::size_t body; ///< how many bytes of JSON it takes; 0: none
    Place place;
    Sent sent;
    void (*answer)(Parts const& at, CallPtr const& call);
    RouteText says;
};

/// Whether there is no such route with `--identity off`.
inline bool needs_people(Route const& route) {
    return route.place != Place::here && route.place != Place::room;
}

/// All of them. Of two patterns that fit a path the first one counts.
std::span<Route const> routes();

/// Whether a pattern fits a path. \param found gets the parameters, where it is not null
bool fits(std::string_view pattern, std::string_view path,
          std::vector<std::pair<std::string_view, std::string>>* found = nullptr);

} // namespace tefuda::server
