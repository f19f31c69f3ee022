#include "server/net/accept.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

namespace tefuda::server {

namespace {

/// The weight of an element such as `gzip;q=0.5`, from 0 to 1. RFC 9110, section 12.4.2; one that can't be read is 0.
double weight_of(std::string_view element) {
    auto const semicolon = element.find(';');
    if (semicolon == std::string_view::npos) return 1;
    auto const parameter = trimmed(element.substr(semicolon + 1));
    if (!parameter.starts_with("q=") && !parameter.starts_with("Q=")) return 0;
    double weight = 0;
    auto const [end, problem] = std::from_chars(parameter.data() + 2, parameter.data() + parameter.size(), weight);
    auto const is_whole = problem == std::errc() && end == parameter.data() + parameter.size();
    return is_whole && weight >= 0 && weight <= 1 ? weight : 0;
}

} // namespace

double wanted_coding(std::string_view accept_encoding, std::string_view coding) {
    std::optional<double> named;
    double others = 0;
    for_each_list_element(accept_encoding, [&](std::string_view element) {
        auto const name = trimmed(element.substr(0, element.find(';')));
        if (name == coding || (coding == "gzip" && name == "x-gzip")) named = weight_of(element);
        if (name == "*") others = weight_of(element);
    });
    return named.value_or(others);
}

double wanted_language(std::string_view accept_language, std::string_view language) {
    double most = 0;
    for_each_list_element(accept_language, [&](std::string_view element) {
        auto const range = trimmed(element.substr(0, element.find(';')));
        auto const is_form = range.size() == language.size() || range.substr(0, language.size() + 1).ends_with('-');
        if (is_form && boost::algorithm::istarts_with(range, language)) most = std::max(most, weight_of(element));
    });
    return most;
}

} // namespace tefuda::server
