// Runs a bot as a command-line program.
#pragma once

#include <tefuda/client.hpp>

namespace tefuda {

/// Plays as the command line says and prints each match's result as a line of JSON. \returns the process's exit status
inline int main(Bot& bot, int argc, char** argv) {
    try {
        std::vector<std::string> words;
        std::map<std::string, std::string> flags;
        for (auto i = 1; i < argc; ++i) {
            auto const word = std::string(argv[i]);
            if (word.compare(0, 2, "--") != 0) {
                words.push_back(word);
            } else if (++i < argc) {
                flags[word.substr(2)] = argv[i];
            }
        }
        if (words.size() + flags.count("game") != 2 || words.empty())
            throw std::invalid_argument("Usage: URL ROOM (an existing room), or URL --game GAME (creates one)\n"
                                        "Player: --name NAME --seat N --matches N --updates full|events\n"
                                        "Created room: --seats N --options JSON --fill LEVEL (built-in bots on the "
                                        "empty seats: easy, normal, hard)");
        auto const number = [&](char const* name) { return std::stoi(flags[name]); };

        auto room = words.back();
        if (words.size() == 1) {
            auto fields = Json::object();
            if (flags.count("seats")) fields["seats"] = number("seats");
            if (flags.count("options")) fields["options"] = Json::parse(flags["options"]);
            room = Client(words[0]).create(flags["game"], fields);
            std::clog << "room " << room << std::endl;
        }
        Client client(words[0], Client::Seconds(300), room);
        auto fields = Json::object();
        if (flags.count("name")) fields["name"] = flags["name"];
        if (flags.count("seat")) fields["seat"] = number("seat");
        if (flags.count("updates")) fields["updates"] = flags["updates"];
        auto& seat = client.join(room, bot, fields, flags.count("matches") ? number("matches") : 1);
        if (flags.count("fill")) client.fill(room, flags["fill"]);
        client.play();
        for (auto const& [match, result] : seat.results) std::cout << result << std::endl;
        return 0;
    } catch (std::exception const& problem) {
        std::cerr << problem.what() << std::endl;
        return 1;
    }
}

} // namespace tefuda
