// A moment of a match that is over, from which a room's first match goes on.
#pragma once

#include "protocol/client_message.hpp"
#include "server/match/match_record.hpp"
#include "server/room/open_boards.hpp"

#include <cstddef>
#include <memory>
#include <optional>

namespace tefuda::server {

/// Why no match can go on from the moment that the message names: `bad_options`. Nothing if one can.
/// \param source the match that it names; null: there is none that is over
/// \pre the message has `from`
std::optional<Rejection> refuse_source(Create const& message, MatchRecord const* source, OpenBoards const& open);

/// As refuse_source, where the rules have changed since; it plays the match. \pre refuse_source has nothing against it
std::optional<Rejection> refuse_unplayable(MatchRecord const& source, std::size_t actions);

/// \param actions how many were played before the moment. \pre the source has more
std::shared_ptr<Continuation const> moment_of(MatchRecord const& source, std::size_t actions);

} // namespace tefuda::server
