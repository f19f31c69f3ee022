#include "server/daily/fits.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tefuda::server {

namespace {

using Json = nlohmann::json;

/// Takes each of these out of the list. \returns false where one is missing
bool take(std::vector<Json>& list, Json const& wanted) {
    for (auto const& item : wanted) {
        auto const found = std::find(list.begin(), list.end(), item);
        if (found == list.end()) return false;
        list.erase(found);
    }
    return true;
}

bool fits_choice(Json const& list, Json const& choice) {
    if (!list.is_array()) return false;
    auto chosen = list.get<std::vector<Json>>();
    if (choice.contains("with") && !take(chosen, choice["with"])) return false;
    auto const& choose = choice["choose"];
    auto const least = (choose.is_array() ? choose[0] : choose).get<std::size_t>();
    auto const most = (choose.is_array() ? choose[1] : choose).get<std::size_t>();
    auto from = choice["from"].get<std::vector<Json>>();
    return chosen.size() >= least && chosen.size() <= most && take(from, chosen);
}

bool fits_field(Json const& value, Json const& wanted) {
    if (wanted.is_object() && wanted.contains("choose")) return fits_choice(value, wanted);
    if (!wanted.is_array() || !value.is_array()) return value == wanted;
    return std::is_permutation(value.begin(), value.end(), wanted.begin(), wanted.end());
}

bool fits_template(Json const& action, Json const& wanted) {
    auto const optional = wanted.value("optional", Json::array());
    for (auto const& [name, value] : wanted.items())
        if (name != "optional" && (!action.contains(name) || !fits_field(action[name], value))) return false;
    for (auto const& [name, value] : action.items()) {
        auto const is_asked = name != "optional" && wanted.contains(name);
        if (!is_asked && std::find(optional.begin(), optional.end(), Json(name)) == optional.end()) return false;
    }
    return true;
}

} // namespace

bool fits(std::string_view legal, std::string_view action) {
    auto const tried = Json::parse(action, nullptr, false);
    if (!tried.is_object()) return false;
    auto const templates = Json::parse(legal);
    return std::any_of(templates.begin(), templates.end(), [&](Json const& one) { return fits_template(tried, one); });
}

} // namespace tefuda::server
