// Includes the installed Catch2: 2.13 (Debian 12) or 3 (Debian 13, Ubuntu 24.04). Tells Catch2 how to print cards,
// seats and points. All tests include Catch2 through this header.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include "rules/core/card.hpp"
#include "rules/core/points.hpp"
#include "rules/core/seat.hpp"

namespace Catch {

template <>
struct StringMaker<tefuda::Card> {
    static std::string convert(tefuda::Card card) { return std::string(tefuda::WireName<tefuda::Card>::of(card)); }
};

template <>
struct StringMaker<tefuda::Seat> {
    static std::string convert(tefuda::Seat seat) { return "seat " + std::to_string(seat.number()); }
};

template <>
struct StringMaker<tefuda::Points> {
    static std::string convert(tefuda::Points points) { return std::to_string(points.value) + " points"; }
};

} // namespace Catch
