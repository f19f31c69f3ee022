// Enumerates the options of a game. Slow to compile: include it from .cpp files only.
#pragma once

#include "protocol/codec/decode.hpp"
#include "protocol/codec/schema.hpp"

#include <set>
#include <stdexcept>

namespace tefuda::codec {

/// All combinations of options that a game allows with this number of seats, settled.
template <Engine E>
std::vector<typename E::Options> all_options(int seats) {
    std::vector<nlohmann::json> combinations{nlohmann::json::object()};
    auto const schema = options_schema<typename E::Options>();
    for (auto const& [name, property] : schema["properties"].items()) {
        auto const values = property.contains("enum") ? property["enum"] : OrderedJson::array({false, true});
        auto const sparse = combinations;
        for (auto& combination : combinations) combination[name] = values[0];
        for (std::size_t i = 1; i < values.size(); ++i) {
            for (auto combination : sparse) {
                combination[name] = values[i];
                combinations.push_back(std::move(combination));
            }
        }
        combinations.insert(combinations.end(), sparse.begin(), sparse.end());
    }
    std::vector<typename E::Options> settled;
    std::set<std::string> seen;
    for (auto const& combination : combinations) {
        Decoder decoder;
        auto const options = decoder.read_options<typename E::Options>(combination.dump());
        if (!options) throw std::logic_error("options from the schema cannot be decoded: " + combination.dump());
        auto const complete = E::settle(*options, seats);
        if (auto const* good = std::get_if<typename E::Options>(&complete))
            if (seen.insert(to_json(*good)).second) settled.push_back(*good);
    }
    return settled;
}

} // namespace tefuda::codec
