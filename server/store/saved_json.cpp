#include "server/store/saved_json.hpp"

#include "protocol/codec/decode.hpp"

#include <cmath>

namespace tefuda::server {

std::string to_json(SavedRoom const& room) {
    return codec::to_json(room);
}

std::string to_json(SavedSetup const& setup) {
    return codec::to_json(setup);
}

std::string banks_to_json(std::span<std::int64_t const> banks) {
    if (banks.empty()) return {};
    std::string text;
    for (auto const bank : banks) text += (text.empty() ? '[' : ',') + std::to_string(bank);
    return text + ']';
}

std::optional<SavedRoom> read_saved_room(std::string_view text) {
    return codec::Decoder().read_text<SavedRoom>(text);
}

std::optional<SavedSetup> read_saved_setup(std::string_view text) {
    return codec::Decoder().read_text<SavedSetup>(text);
}

std::optional<std::vector<std::int64_t>> read_banks(std::string_view text) {
    std::vector<std::int64_t> banks;
    if (text.empty()) return banks;
    auto const numbers = codec::Decoder().read_text<std::vector<double>>(text);
    if (!numbers) return std::nullopt;
    for (auto const number : *numbers) {
        constexpr double max = 1e15; // a double has every whole number up to here
        if (!(number >= 0 && number <= max) || number != std::floor(number)) return std::nullopt;
        banks.push_back(static_cast<std::int64_t>(number));
    }
    return banks;
}

} // namespace tefuda::server
