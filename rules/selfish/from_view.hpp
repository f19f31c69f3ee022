#pragma once

#include "rules/core/from_view.hpp"
#include "rules/selfish/selfish.hpp"

namespace tefuda {

template <>
struct FromView<Selfish> {
    static std::optional<Selfish::State> build(Selfish::Options const& options, Seen<Selfish> const& seen,
                                               Chance& chance);
};

} // namespace tefuda
