#pragma once

#include "rules/core/from_view.hpp"
#include "rules/ttpageone/ttpageone.hpp"

namespace tefuda {

template <>
struct FromView<TtPageOne> {
    static std::optional<TtPageOne::State> build(TtPageOne::Options const& options, Seen<TtPageOne> const& seen,
                                                 Chance& chance);
};

} // namespace tefuda
