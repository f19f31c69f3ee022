#include "server/daily/fits.hpp"

#include "protocol/codec/json_tree.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace tefuda::server {

namespace {

using codec::JsonTree;
using codec::JsonValue;

std::vector<JsonValue> items_of(std::optional<JsonValue> list) {
    std::vector<JsonValue> items;
    if (list)
        for (auto const item : *list) items.push_back(item);
    return items;
}

/// Takes each of these out of the list. \returns false where one is missing
bool take(std::vector<JsonValue>& list, std::vector<JsonValue> const& wanted) {
    for (auto const item : wanted) {
        auto const found = std::find(list.begin(), list.end(), item);
        if (found == list.end()) return false;
        list.erase(found);
    }
    return true;
}

bool fits_choice(JsonValue list, JsonValue choice) {
    if (!list.is_list()) return false;
    auto chosen = items_of(list);
    if (!take(chosen, items_of(choice.find("with")))) return false;
    auto const choose = *choice.find("choose");
    auto const bounds = choose.is_list() ? items_of(choose) : std::vector{choose, choose};
    auto const count = static_cast<double>(chosen.size());
    auto from = items_of(choice.find("from"));
    return count >= bounds[0].number() && count <= bounds[1].number() && take(from, chosen);
}

bool fits_field(JsonValue value, JsonValue wanted) {
    if (wanted.is_object() && wanted.find("choose")) return fits_choice(value, wanted);
    if (!wanted.is_list() || !value.is_list()) return value == wanted;
    auto left = items_of(value);
    return value.size() == wanted.size() && take(left, items_of(wanted));
}

bool fits_template(JsonValue action, JsonValue wanted) {
    for (auto const field : wanted) {
        auto const value = action.find(field.name());
        if (field.name() != "optional" && (!value || !fits_field(*value, field))) return false;
    }
    auto const optional = items_of(wanted.find("optional"));
    return std::ranges::all_of(items_of(action), [&](JsonValue field) {
        auto const is_name = [&](JsonValue flag) { return flag.string() == field.name(); };
        auto const is_asked = field.name() != "optional" && wanted.find(field.name());
        return is_asked || std::ranges::any_of(optional, is_name);
    });
}

} // namespace

bool fits(std::string_view legal, std::string_view action) {
    auto const tried = JsonTree::parse(action);
    if (!tried || !tried->root().is_object()) return false;
    auto const templates = JsonTree::parse(legal).value();
    return std::ranges::any_of(items_of(templates.root()),
                               [&](JsonValue one) { return fits_template(tried->root(), one); });
}

} // namespace tefuda::server
