#pragma once

#include "rules/core/from_view.hpp"
#include "rules/fortyone/fortyone.hpp"

namespace tefuda {

template <>
struct FromView<FortyOne> {
    static std::optional<FortyOne::State> build(FortyOne::Options const& options, Seen<FortyOne> const& seen,
                                                Chance& chance);
};

} // namespace tefuda
