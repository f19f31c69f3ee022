#include "server/daily/shipped_puzzles.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"

#include <server/daily/shipped_texts.hpp>

#include <stdexcept>
#include <utility>

namespace tefuda::server {

namespace {

StoredPuzzle puzzle_in(std::string_view game, std::string_view line) {
    auto read = codec::Decoder().read_text<ShippedPuzzle>(std::string(line));
    if (!read) throw std::runtime_error("a puzzle of " + std::string(game) + " can't be read");
    return {.id = std::move(read->id),
            .game = std::string(game),
            .options = std::move(read->options.text),
            .seats = read->seats,
            .seat = read->seat.number(),
            .view = std::move(read->view.text),
            .legal = std::move(read->legal.text),
            .compared = codec::to_json(read->compared),
            .room = {}};
}

} // namespace

ShippedPuzzles::ShippedPuzzles() {
    for (auto [game, lines] : shipped_texts)
        while (!lines.empty()) {
            auto const end = lines.find('\n');
            all_.push_back(puzzle_in(game, lines.substr(0, end)));
            lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
        }
    for (std::size_t place = 0; place < all_.size(); ++place) places_.emplace(all_[place].id, place);
}

StoredPuzzle const* ShippedPuzzles::find(std::string_view id) const {
    auto const found = places_.find(id);
    return found == places_.end() ? nullptr : &all_[found->second];
}

std::vector<std::string> ShippedPuzzles::ids(std::string_view game) const {
    std::vector<std::string> ids;
    for (auto const& puzzle : all_)
        if (puzzle.game == game) ids.push_back(puzzle.id);
    return ids;
}

} // namespace tefuda::server
