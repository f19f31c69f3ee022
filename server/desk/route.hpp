// What a route of the HTTP API is: a row of the table in routes.cpp.
#pragma once

#include "server/people/call.hpp"

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
};

/// All of them. Of two patterns that fit a path the first one counts.
std::span<Route const> routes();

/// Whether a pattern fits a path. \param found gets the parameters, where it is not null
bool fits(std::string_view pattern, std::string_view path,
          std::vector<std::pair<std::string_view, std::string>>* found = nullptr);

} // namespace tefuda::server
