// Players who have come with a secret, as others see them, and the bodies of /api/me. PROTOCOL.md explains the fields.
#pragma once

#include "protocol/codec/described.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace tefuda {

enum class PlayerKind : std::uint8_t { human, bot };
BOOST_DESCRIBE_ENUM(PlayerKind, human, bot)

struct Player {
    std::string id;
    std::string name;
    PlayerKind kind;
    std::string created; ///< YYYY-MM-DD, UTC
    friend bool operator==(Player const&, Player const&) = default;
};
BOOST_DESCRIBE_STRUCT(Player, (), (id, name, kind, created))

/// The player who has a seat.
struct SeatPlayer {
    std::string id;
    PlayerKind kind = PlayerKind::human;
    friend bool operator==(SeatPlayer const&, SeatPlayer const&) = default;
};
BOOST_DESCRIBE_STRUCT(SeatPlayer, (), (id, kind))

/// The answer where a secret is told.
struct PlayerWithSecret {
    std::string id;
    std::string name;
    PlayerKind kind;
    std::string created;
    std::string secret;
};
BOOST_DESCRIBE_STRUCT(PlayerWithSecret, (), (id, name, kind, created, secret))

// Bodies of requests.

struct NewPlayer {
    std::optional<std::string> name;
    std::optional<PlayerKind> kind;
    std::optional<bool> secret;
};
BOOST_DESCRIBE_STRUCT(NewPlayer, (), (name, kind, secret))

struct RenamedPlayer {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(RenamedPlayer, (), (name))

enum class CodeUse : std::uint8_t { recovery, link };
BOOST_DESCRIBE_ENUM(CodeUse, recovery, link)

struct CodeOrder {
    CodeUse for_;
};
BOOST_DESCRIBE_STRUCT(CodeOrder, (), (for_))

struct Recovery {
    std::string code;
    std::optional<bool> secret;
};
BOOST_DESCRIBE_STRUCT(Recovery, (), (code, secret))

struct NoFields {};
BOOST_DESCRIBE_STRUCT(NoFields, (), ())

} // namespace tefuda
