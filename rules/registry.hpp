// The list of all games. Add a new game here.
#pragma once

#include "rules/fortyone/fortyone.hpp"
#include "rules/selfish/selfish.hpp"
#include "rules/sugekari21/sugekari21.hpp"
#include "rules/ttpageone/ttpageone.hpp"
#include "rules/twentytwo/twentytwo.hpp"

namespace tefuda {

template <class... E>
struct EngineList {};

using Engines = EngineList<Sugekari21, TwentyTwo, TtPageOne, FortyOne, Selfish>;

} // namespace tefuda
