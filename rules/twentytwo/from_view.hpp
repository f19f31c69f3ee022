#pragma once

#include "rules/core/from_view.hpp"
#include "rules/twentytwo/twentytwo.hpp"

namespace tefuda {

template <>
struct FromView<TwentyTwo> {
    static std::optional<TwentyTwo::State> build(TwentyTwo::Options const& options, Seen<TwentyTwo> const& seen,
                                                 Chance& chance);
};

} // namespace tefuda
