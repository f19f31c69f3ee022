// Runs a bot as a command-line program.
#pragma once

#include <tefuda/client.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

namespace tefuda {

/// The secret of the player that the bot is; empty: nobody.
inline std::string secret_of(std::map<std::string, std::string> const& flags) {
    std::string secret;
    if (auto const file = flags.find("secret-file"); file != flags.end()) {
        std::ifstream stream(file->second);
        if (!std::getline(stream, secret)) throw std::invalid_argument("can't read " + file->second);
    } else if (auto const* variable = std::getenv("TEFUDA_SECRET")) {
        secret = variable;
    }
    return secret;
}

/// Plays as the command line says, and prints the result of each match as a line of JSON. Where the bot chose illegal
/// actions, a random action was played instead, and the field `illegal` is their number. \returns the exit status
inline int main(Bot& bot, int argc, char** argv) {
    try {
        std::vector<std::string> words;
        std::map<std::string, std::string> flags;
        std::string const usage = "Usage: URL ROOM (an existing room), or URL --game GAME (creates one)\n"
                                  "URL: ws://HOST:PORT/ws, or http://HOST:PORT as in a browser\n"
                                  "Player: --name NAME --seat N --matches N --updates full|events\n"
                                  "Created room: --seats N --options JSON --fill LEVEL (built-in bots on the "
                                  "empty seats: easy, normal, hard)\n"
                                  "Who it is: --secret-file FILE, else TEFUDA_SECRET, else nobody; URL --register NAME "
                                  "makes a player of kind bot and prints its secret";
        for (auto i = 1; i < argc; ++i) {
            auto const word = std::string(argv[i]);
            if (word == "--help") {
                std::cout << usage << std::endl;
                return 0;
            }
            if (word.compare(0, 2, "--") != 0) {
                words.push_back(word);
            } else if (++i < argc) {
                flags[word.substr(2)] = argv[i];
            }
        }
        if (words.size() == 1 && flags.count("register")) {
            std::cout << register_bot(Address(words[0]), flags["register"]) << std::endl;
            return 0;
        }
        auto const secret = secret_of(flags);
        if (words.size() + flags.count("game") != 2 || words.empty()) throw std::invalid_argument(usage);
        auto const number = [&](char const* name) { return std::stoi(flags[name]); };

        auto room = words.back();
        if (words.size() == 1) {
            auto fields = Json::object();
            if (flags.count("seats")) fields["seats"] = number("seats");
            if (flags.count("options")) fields["options"] = Json::parse(flags["options"]);
            room = Client(words[0], Client::Seconds(300), "", secret).create(flags["game"], fields);
            std::clog << "room " << room << std::endl;
        }
        Client client(words[0], Client::Seconds(300), room, secret);
        auto fields = Json::object();
        if (flags.count("name")) fields["name"] = flags["name"];
        if (flags.count("seat")) fields["seat"] = number("seat");
        if (flags.count("updates")) fields["updates"] = flags["updates"];
        auto& seat = client.join(room, bot, fields, flags.count("matches") ? number("matches") : 1);
        seat.on_result = [](Json result, int illegal) {
            if (illegal > 0) result["illegal"] = illegal;
            std::cout << result << std::endl;
        };
        if (flags.count("fill")) client.fill(room, flags["fill"]);
        client.play();
        return 0;
    } catch (std::exception const& problem) {
        std::cerr << problem.what() << std::endl;
        return 1;
    }
}

} // namespace tefuda
