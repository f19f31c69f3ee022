#include "server/operate/admin_client.hpp"

#include "protocol/codec/text.hpp"
#include "server/operate/admin_socket.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <ostream>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

using Json = nlohmann::ordered_json;

/// Names and chat are others' texts, which must not reach a terminal's controls.
std::string harmless(std::string const& text) {
    return codec::without_controls(text, codec::Control::as_question_mark);
}

std::string joined(std::vector<std::string> const& parts, std::string_view between) {
    std::string text;
    for (auto const& part : parts) {
        if (part.empty()) continue;
        if (!text.empty()) text += between;
        text += part;
    }
    return text;
}

/// A value in one line. Of an object's fields those with null or false are left out, and true is the field's name.
std::string in_a_line(Json const& value) {
    std::vector<std::string> parts;
    if (value.is_null()) return "-";
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (value.is_string()) return harmless(value.get<std::string>());
    if (value.is_array()) {
        for (auto const& item : value) parts.push_back(in_a_line(item));
        return joined(parts, ", ");
    }
    if (!value.is_object()) return value.dump();
    for (auto const& [name, field] : value.items()) {
        if (field.is_null() || field == false) continue;
        parts.push_back(field == true ? name : in_a_line(field));
    }
    return joined(parts, " ");
}

/// How many characters a text has; wide ones count once.
std::size_t length_of(std::string const& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

std::string table_of_rows(Json const& rows) {
    std::vector<std::vector<std::string>> lines;
    std::vector<std::size_t> widths;
    auto const add = [&](std::vector<std::string> line) {
        widths.resize(std::max(widths.size(), line.size()));
        for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], length_of(line[i]));
        lines.push_back(std::move(line));
    };
    for (auto const& row : rows) {
        std::vector<std::string> names, values;
        for (auto const& [name, value] : row.items()) {
            names.push_back(name);
            values.push_back(in_a_line(value));
        }
        if (lines.empty()) add(std::move(names));
        add(std::move(values));
    }
    std::string text;
    for (auto const& line : lines) {
        std::string shown;
        for (std::size_t i = 0; i < line.size(); ++i)
            shown += line[i] + std::string(i + 1 < line.size() ? widths[i] - length_of(line[i]) + 2 : 0, ' ');
        text += shown + '\n';
    }
    return text.empty() ? "None.\n" : text;
}

/// A field in each line; a list of objects is a table below its name.
std::string table_of_row(Json const& row) {
    std::string text;
    for (auto const& [name, value] : row.items()) {
        auto const is_table = value.is_array() && !value.empty() && value[0].is_object();
        text += name + ":" + (is_table ? "\n" + table_of_rows(value) : " " + in_a_line(value) + "\n");
    }
    return text;
}

std::string ask_first(std::vector<std::filesystem::path> const& sockets, std::string_view request) {
    for (std::size_t i = 0; i + 1 < sockets.size(); ++i) {
        try {
            return ask_admin_socket(sockets[i], request);
        } catch (NoServer const&) {
            // Then it has made its socket at another place.
        }
    }
    return ask_admin_socket(sockets.back(), request);
}

} // namespace

std::string table_of(std::string const& answer) {
    auto const json = Json::parse(answer);
    if (json.contains("rows")) return table_of_rows(json["rows"]);
    return json.contains("row") ? table_of_row(json["row"]) : "Done.\n";
}

int command_server(std::vector<std::filesystem::path> const& sockets, std::string_view request, bool as_json,
                   std::ostream& out, std::ostream& errors) {
    constexpr int refused = 1, no_server = 2;
    try {
        auto const answer = ask_first(sockets, request);
        auto const json = Json::parse(answer);
        auto const is_ok = json.at("ok").get<bool>();
        if (as_json)
            out << codec::without_controls(answer, codec::Control::as_json_escape) << '\n';
        else if (is_ok)
            out << table_of(answer);
        if (is_ok) return 0;
        errors << "tefuda-server: " << harmless(json.at("message").get<std::string>()) << '\n';
        return refused;
    } catch (std::exception const& problem) {
        errors << "tefuda-server: " << problem.what() << '\n';
        return no_server;
    }
}

} // namespace tefuda::server
