// Who has a seat, as rooms and matches keep it.
#pragma once

#include "protocol/player.hpp"
#include "server/match/given_names.hpp"
#include "server/match/gone_players.hpp"

#include <memory>
#include <string>

namespace tefuda::server {

/// The player who has a seat, shared by all that name it; null: nobody.
using SeatOwner = std::shared_ptr<SeatPlayer const>;

/// As the store has it. \tparam Written std::optional or Nullable of SeatPlayer
template <class Written>
Written written(SeatOwner const& owner) {
    return owner ? Written(*owner) : Written();
}

inline bool is_gone(SeatOwner const& owner) {
    return owner && gone_players().contains(owner->id);
}

/// As everybody is shown it: nothing of a player who was deleted. \tparam Shown as Written above
template <class Shown>
Shown shown(SeatOwner const& owner) {
    return is_gone(owner) ? Shown() : written<Shown>(owner);
}

/// \param name under which somebody plays \param id of the player
inline std::string shown_name(std::string const& name, std::string const& id) {
    if (gone_players().contains(id)) return gone_name;
    auto const given = given_names().find(id);
    return given ? given->name : name;
}
inline std::string shown_name(std::string const& name, SeatOwner const& owner) {
    return owner ? shown_name(name, owner->id) : name;
}

/// The id alone, as `shown`. \tparam Shown std::optional or Nullable of std::string
template <class Shown>
Shown shown_id(SeatOwner const& owner) {
    return owner && !is_gone(owner) ? Shown(owner->id) : Shown();
}

/// \param written as above
template <class Written>
SeatOwner owner_of(Written const& written) {
    return written ? std::make_shared<SeatPlayer const>(*written) : nullptr;
}

} // namespace tefuda::server
