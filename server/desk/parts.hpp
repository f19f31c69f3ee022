// What the routes ask.
#pragma once

#include "server/daily/boards.hpp"
#include "server/daily/puzzles.hpp"
#include "server/desk/documents.hpp"
#include "server/people/people.hpp"

#include <memory>

namespace tefuda::server {

struct Parts {
    Documents& documents;
    // Null with `--identity off`. They are made after the desk, and end before it: their threads call it.
    std::unique_ptr<People> const& people;
    std::unique_ptr<Boards> const& boards;
    std::unique_ptr<Puzzles> const& puzzles;
};

} // namespace tefuda::server
