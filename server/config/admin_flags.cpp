#include "server/config/admin_flags.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <vector>

namespace tefuda::server {

namespace {

/// An argument of a command. Without a dash it stands at its place behind the command.
struct Argument {
    char const* name; ///< `CODE` or `--because`
    char const* help;
    AdminArgument kind = AdminArgument::text;
    bool required = true; ///< of those without a dash
};

struct AdminSyntax {
    char const* name;
    char const* help;
    std::vector<Argument> arguments;
    bool is_logged = false; ///< it changes something: who gives it is told
};

std::vector<AdminSyntax> const& admin_syntax() {
    using enum AdminArgument;
    static Argument const code{"CODE", "The room's code"};
    static Argument const because{"--because", "Why: a sentence for those whom it meets"};
    static std::vector<Argument> const whom{{"--player", "A player's id"},
                                            {"--address", "An address, or a network: 192.0.2.0/24"},
                                            {"--for", "How long: 30m, 12h or 7d; without it, for ever"},
                                            because,
                                            {"--yes", "Also where it meets more than three players", truth}};
    static std::vector<AdminSyntax> const all{
        {"rooms",
         "The rooms in the server's memory",
         {{"--game", "Only those of this game"}, {"--all", "Those of all servers of the database", truth}}},
        {"room", "One room, with addresses and chat", {code}},
        {"people", "Who is connected", {}},
        {"close", "End a room; nobody can come back into it", {code, because}, true},
        {"kick",
         "Send whoever has a seat away, as the room's host would",
         {code, {"SEAT", "The seat's number", number}},
         true},
        {"drain",
         "Take no new rooms and matches, and stop when none is on",
         {{"--for", "Stop after this time even if one is: 30m"}, {"--undo", "Take them again", truth}},
         true},
        {"ban", "Shut a player or a network out", whom, true},
        {"mute", "Let a player or a network chat no more", whom, true},
        {"sanctions", "The bans, mutes and renames that hold", {}},
        {"lift", "End a ban, a mute or a rename", {{"N", "Its number", number}}, true},
        {"rename",
         "Give a player another name, which it can't change",
         {{"ID", "The player"},
          {"NAME", "Its name from now on"},
          {"--for", "How long; without it, until it is lifted"}},
         true},
        {"find",
         "Find players",
         {{"WHO", "An id, a part of a name, or the code of a room in which they have or had a seat"}}},
        {"export", "All that is stored of a player, as the player itself gets it", {{"ID", "The player"}}},
        {"delete",
         "Delete a player for good, as the player itself could",
         {{"ID", "The player"}, {"--yes", "Without it nothing is deleted", truth}},
         true},
        {"notice",
         "Tell everybody something, now and when they connect",
         {{"TEXT", "What", text, false}, {"--for", "For how long: 12h"}, {"--clear", "No more", truth}},
         true},
        {"reports", "What players have reported", {}},
        {"report", "One report, with the chat", {{"N", "Its number", number}}},
        {"log", "What operators have changed", {{"--since", "Only what is newer: 7d, or a date"}}},
        {"stats",
         "What was played, by day and game",
         {{"--weeks", "By week, all games together, each player once", truth}}},
    };
    return all;
}

/// `--because` is `because` in JSON, `CODE` is `code`.
std::string json_name(std::string name) {
    name.erase(0, name.find_first_not_of('-'));
    for (auto& sign : name)
        sign = sign == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(sign)));
    return name;
}

/// `--player --data X` lacks a value.
std::string is_no_flag(std::string const& value) {
    return value.starts_with("--") ? value + " is a flag: a value is missing before it" : std::string();
}

void describe(CLI::App& command, Argument const& argument, AdminCall& call) {
    auto const is_flag = argument.name[0] == '-';
    auto const note = [&call, name = json_name(argument.name), kind = argument.kind](std::string const& value) {
        call.arguments.push_back({name, value, kind});
    };
    if (argument.kind == AdminArgument::truth)
        command.add_flag_callback(argument.name, [note] { note("true"); }, argument.help);
    else
        command.add_option_function<std::string>(argument.name, note, argument.help)
            ->required(!is_flag && argument.required)
            ->check(is_no_flag);
}

/// Names what there is. \param words the first one is no command; empty: there is none
std::string no_such_command(std::vector<std::string> const& words) {
    std::string names;
    for (auto const& syntax : admin_syntax()) names += (names.empty() ? "" : ", ") + std::string(syntax.name);
    auto const what = words.empty() ? std::string("Which command?") : "There is no command \"" + words.front() + "\".";
    return what + " admin has " + names;
}

/// The text as a JSON number; text that is no number is sent as it is, and the server's error explains it.
nlohmann::json number_of(std::string const& text) {
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return text;
    return number;
}

} // namespace

void describe_admin(CLI::App& app, Config& config) {
    auto* const admin = app.add_subcommand(
        "admin",
        "Do not serve; command the server at --admin-socket, else in /run/tefuda, else in --data: exit with 0, with "
        "1 if it refuses, with 2 if there is none");
    // CLI11's own refusals name neither the word nor the commands. Whatever is none of them is read here.
    admin->require_subcommand(0, 1);
    auto const words = std::make_shared<std::vector<std::string>>();
    admin->add_option_function<std::vector<std::string>>("WORD", [words](auto const& read) { *words = read; })
        ->group("");
    admin->callback([admin, words] {
        if (admin->get_subcommands().empty()) throw CLI::ValidationError(no_such_command(*words));
        if (!words->empty()) throw CLI::ValidationError("The following argument was not expected: " + words->front());
    });
    admin->add_flag("--json", config.admin_call.as_json, "Print the server's answer as it is");
    for (auto const& syntax : admin_syntax()) {
        auto* const command = admin->add_subcommand(syntax.name, syntax.help);
        for (auto const& argument : syntax.arguments) describe(*command, argument, config.admin_call);
        command->callback([&config, name = syntax.name, is_logged = syntax.is_logged] {
            config.command = Command::admin;
            config.admin_call.command = name;
            // Set by sudo for whoever may be the server's user by it, and by nobody else.
            auto const* user = std::getenv("SUDO_USER");
            if (is_logged && user && *user) config.admin_call.arguments.push_back({"by", user, AdminArgument::text});
        });
    }
    app.require_subcommand(0, 1);
}

std::string request_of(AdminCall const& call) {
    auto arguments = nlohmann::json::object();
    for (auto const& [name, value, kind] : call.arguments) {
        if (kind == AdminArgument::truth)
            arguments[name] = true;
        else if (kind == AdminArgument::number)
            arguments[name] = number_of(value);
        else
            arguments[name] = value;
    }
    nlohmann::json const request{{"command", call.command}, {"arguments", std::move(arguments)}};
    return request.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace tefuda::server
