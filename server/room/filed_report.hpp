// What somebody in a room tells the operator.
#pragma once

#include "protocol/server_message.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

struct FiledReport {
    struct Person {
        Nullable<Seat> seat; ///< null for a spectator
        std::string name;
        Nullable<std::string> player;  ///< its id
        Nullable<std::string> address; ///< null where it is not connected
    };
    std::string room;
    std::string game;
    int match = 1; ///< that is on, else the next one
    Person by;
    Nullable<Person> of; ///< null where no seat was named
    std::string text;
    std::vector<ChatLine> chat; ///< the last lines, the oldest first
};
BOOST_DESCRIBE_STRUCT(FiledReport::Person, (), (seat, name, player, address))
BOOST_DESCRIBE_STRUCT(FiledReport, (), (room, game, match, by, of, text, chat))

} // namespace tefuda::server
