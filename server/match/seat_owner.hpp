// Who has a seat, as rooms and matches keep it.
#pragma once

#include "protocol/player.hpp"

#include <memory>

namespace tefuda::server {

/// The player who has a seat, shared by all that name it; null: nobody.
using SeatOwner = std::shared_ptr<SeatPlayer const>;

/// As messages and the store have it. \tparam Written std::optional or Nullable of SeatPlayer
template <class Written>
Written written(SeatOwner const& owner) {
    return owner ? Written(*owner) : Written();
}

/// \param written as above
template <class Written>
SeatOwner owner_of(Written const& written) {
    return written ? std::make_shared<SeatPlayer const>(*written) : nullptr;
}

} // namespace tefuda::server
