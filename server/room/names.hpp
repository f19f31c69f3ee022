// Names of people in a room: no two look the same.
#pragma once

#include <functional>
#include <string>

namespace tefuda::server {

/// Two names with the same skeleton look the same (UTS #39): `Mio`, `Mіo` with a Cyrillic letter, `Ｍｉｏ`.
std::string skeleton_of(std::string const& name);

/// The name, with a number behind it where somebody has one that looks the same; 24 characters at most.
/// \param first the number to begin with
/// \param is_taken whether somebody in the room has a name with this skeleton
/// \returns the name and the number that it has got, 0 where none
struct Numbered {
    std::string name;
    int number;
};
Numbered numbered(std::string const& name, int first, std::function<bool(std::string const& skeleton)> const& is_taken);

} // namespace tefuda::server
