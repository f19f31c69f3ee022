// Runs a bot as a command-line program.
#pragma once

#include <tefuda/client.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda {

/// The words and flags of a command line.
class CommandLine {
public:
    static constexpr char const* usage =
        "Usage: URL ROOM (an existing room), or URL --game GAME (creates one)\n"
        "URL: ws://HOST:PORT/ws, or http://HOST:PORT as in a browser\n"
        "Player: --name NAME --seat N --matches N --entropy TEXT --updates full|events\n"
        "--wait N: end if no match begins for so many seconds, the first one or a rematch (default: wait for ever)\n"
        "--patience N: for so many seconds try to connect, also after a lost connection (default 300)\n"
        "Created room: --seats N --options JSON --public --clock N[+BANK] --hints --fill LEVEL (built-in bots on the "
        "empty seats: easy, normal, hard)\n"
        "Who it is: --secret-file FILE, else TEFUDA_SECRET, else nobody; URL --register NAME makes a player of kind "
        "bot and prints its secret";

    /// \throws std::invalid_argument, which names a flag that is unknown or has no value
    CommandLine(int argc, char** argv) {
        auto const is_flag = [](std::string_view word) { return word.substr(0, 2) == "--"; };
        for (auto i = 1; i < argc; ++i) {
            std::string_view const word = argv[i];
            if (word == "--help") {
                wants_help = true;
            } else if (!is_flag(word)) {
                words.emplace_back(word);
            } else {
                auto const name = word.substr(2);
                if (name == "public" || name == "hints") {
                    flags_.insert_or_assign(std::string(name), "");
                    continue;
                }
                if (std::find(names.begin(), names.end(), name) == names.end()) refuse(word, "is no flag");
                if (i + 1 == argc || is_flag(argv[i + 1])) refuse(word, "needs a value");
                flags_.insert_or_assign(std::string(name), argv[++i]);
            }
        }
    }

    bool has(char const* flag) const { return flags_.count(flag) > 0; }

    /// \pre `has(flag)`
    std::string const& text(char const* flag) const { return flags_.at(flag); }

    /// \pre `has(flag)` \throws std::invalid_argument
    int number(char const* flag) const {
        auto const& value = text(flag);
        auto const end = value.data() + value.size();
        auto result = 0;
        auto const parsed = std::from_chars(value.data(), end, result);
        if (parsed.ec != std::errc() || parsed.ptr != end)
            throw std::invalid_argument("--" + std::string(flag) + " takes a number, not " + value);
        return result;
    }

    /// \pre `has(flag)` \throws std::invalid_argument
    Client::Seconds seconds(char const* flag) const { return seconds(flag, text(flag)); }

    /// As the message `create` has it, from N or N+BANK. \pre it has `clock` \throws std::invalid_argument
    Json clock() const {
        auto const& value = text("clock");
        auto const plus = value.find('+');
        auto const bank = plus == std::string::npos ? std::string("0") : value.substr(plus + 1);
        return {{"decision", seconds("clock", value.substr(0, plus)).count()},
                {"bank", seconds("clock", bank).count()}};
    }

    /// \pre `has(flag)` \throws std::invalid_argument
    Json json(char const* flag) const {
        auto result = Json::parse(text(flag), nullptr, false);
        if (result.is_discarded())
            throw std::invalid_argument("--" + std::string(flag) + " takes JSON, not " + text(flag));
        return result;
    }

    bool wants_help = false;
    std::vector<std::string> words;

private:
    static constexpr std::array<std::string_view, 14> names{"name",     "seat",  "matches",     "updates", "entropy",
                                                            "game",     "seats", "options",     "fill",    "wait",
                                                            "patience", "clock", "secret-file", "register"};

    static Client::Seconds seconds(char const* flag, std::string const& value) {
        std::size_t read = 0;
        auto result = -1.0;
        try {
            result = std::stod(value, &read);
        } catch (std::exception const&) {
            read = 0;
        }
        if (read == 0 || read != value.size() || !(result >= 0))
            throw std::invalid_argument("--" + std::string(flag) + " takes a number of seconds, not " + value);
        return Client::Seconds(result);
    }

    [[noreturn]] static void refuse(std::string_view word, char const* why) {
        throw std::invalid_argument(std::string(word) + " " + why + ".\n" + usage);
    }

    std::map<std::string, std::string, std::less<>> flags_; ///< by name, without the dashes
};

/// The secret of the player that the bot is; empty: nobody.
inline std::string secret_of(CommandLine const& line) {
    std::string secret;
    if (line.has("secret-file")) {
        auto const& file = line.text("secret-file");
        std::ifstream stream(file);
        if (!std::getline(stream, secret)) throw std::invalid_argument("can't read " + file);
    } else if (auto const* variable = std::getenv("TEFUDA_SECRET")) {
        secret = variable;
    }
    return secret;
}

/// \returns the code of the room that the command line asks for
inline std::string create_room(CommandLine const& line, Json const& fields, Client::Seconds patience,
                               std::string const& secret) {
    auto room = Client(line.words[0], patience, "", secret).create(line.text("game"), fields);
    std::clog << plain("room " + room) << std::endl;
    return room;
}

/// The fields of the message `create` that the command line asks for. \throws std::invalid_argument
inline Json room_of(CommandLine const& line) {
    auto fields = Json::object();
    if (line.has("seats")) fields["seats"] = line.number("seats");
    if (line.has("options")) fields["options"] = line.json("options");
    if (line.has("public")) fields["public"] = true;
    if (line.has("hints")) fields["hints"] = true;
    if (line.has("clock")) fields["clock"] = line.clock();
    return fields;
}

/// The result of a match as `main` prints it.
inline Json line_of(Seat const& seat, int match, Json line) {
    line.update({{"room", seat.room}, {"match", match}, {"seat", seat.seat}});
    auto const add = [&](char const* name, std::map<int, int> const& counts) {
        auto const count = counts.find(match);
        if (count != counts.end() && count->second > 0) line[name] = count->second;
    };
    add("illegal", seat.illegal);
    add("late", seat.late);
    return line;
}

/// Plays as the command line says, and prints the result of each match as a line of JSON.
inline void play(Bot& bot, CommandLine const& line) {
    auto const& words = line.words;
    if (words.empty() || words.size() + line.has("game") != 2) throw std::invalid_argument(CommandLine::usage);
    auto const secret = secret_of(line);
    // All numbers are read before a room is made, which nobody would play in.
    auto const made = room_of(line);
    auto fields = Json::object();
    if (line.has("name")) fields["name"] = line.text("name");
    if (line.has("seat")) fields["seat"] = line.number("seat");
    if (line.has("updates")) fields["updates"] = line.text("updates");
    if (line.has("entropy")) fields["entropy"] = line.text("entropy");
    auto const patience = line.has("patience") ? line.seconds("patience") : Client::Seconds(300);
    auto const wait = line.has("wait") ? std::optional(line.seconds("wait")) : std::nullopt;
    auto const matches = line.has("matches") ? line.number("matches") : 1;

    auto const room = words.size() == 1 ? create_room(line, made, patience, secret) : words[1];
    Client client(words[0], patience, room, secret);
    auto& seat = client.join(room, bot, fields, matches, wait);
    seat.on_result = [&seat](int match, Json const& result) {
        std::cout << plain(line_of(seat, match, result).dump()) << std::endl;
    };
    if (line.has("fill")) client.fill(room, line.text("fill"));
    try {
        client.play();
    } catch (NoMatch const&) {
        client.leave(room); // so that somebody else can sit there
        throw;
    }
}

/// Plays as the command line says, and prints the result of each match as a line of JSON, with `room`, `match` and
/// `seat`. Where the bot chose illegal actions, a random action was played instead, and the field `illegal` is their
/// number; `late` is that of the actions that a built-in bot made in its place. \returns the exit status
inline int main(Bot& bot, int argc, char** argv) {
    try {
        CommandLine const line(argc, argv);
        if (line.wants_help)
            std::cout << CommandLine::usage << std::endl;
        else if (line.words.size() == 1 && line.has("register"))
            std::cout << plain(register_bot(Address(line.words[0]), line.text("register"))) << std::endl;
        else
            play(bot, line);
        return 0;
    } catch (std::invalid_argument const& problem) { // of the command line, and in several lines
        std::cerr << problem.what() << std::endl;
    } catch (std::exception const& problem) {
        std::cerr << plain(problem.what()) << std::endl;
    }
    return 1;
}

} // namespace tefuda
