#pragma once

#include "rules/core/from_view.hpp"
#include "rules/sugekari21/sugekari21.hpp"

namespace tefuda {

template <>
struct FromView<Sugekari21> {
    static std::optional<Sugekari21::State> build(Sugekari21::Options const& options, Seen<Sugekari21> const& seen,
                                                  Chance& chance);
};

} // namespace tefuda
