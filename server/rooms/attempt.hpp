#pragma once

#include <spdlog/spdlog.h>

#include <exception>
#include <string>
#include <string_view>

namespace tefuda::server {

/// A step in a room's work whose failure must not stop the others: it is logged. \returns whether it succeeded
template <class Step>
bool attempt(std::string const& room, std::string_view what, Step const& step) {
    try {
        step();
        return true;
    } catch (std::exception const& problem) {
        spdlog::error("Room {} can't {}: {}", room, what, problem.what());
        return false;
    }
}

} // namespace tefuda::server
