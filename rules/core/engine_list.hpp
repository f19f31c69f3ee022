// A list of engines, for code that is made for each of them.
#pragma once

namespace tefuda {

template <class... E>
struct EngineList {};

} // namespace tefuda
