// Is refused in a room that is not there, then plays two matches in each of two rooms on one connection; prints one
// line with the results for each room.
#include <tefuda/client.hpp>

struct Chance : tefuda::Bot {
    std::mt19937 random{1};
    tefuda::Json choose(tefuda::Json const& update) override { return tefuda::random_action(update["legal"], random); }
};

int main(int, char** argv) {
    Chance bot;
    tefuda::Client client(argv[1]);
    try {
        client.join("NOROOM", bot);
        return 1;
    } catch (tefuda::Refused const& refused) {
        if (refused.code != "no_such_room") return 1;
    }
    std::vector<tefuda::Seat*> seats;
    for (auto const* game : {"fortyone", "sugekari21"}) {
        auto const room = client.create(game, {{"seats", 2}, {"bots", {"easy", nullptr}}});
        seats.push_back(&client.join(room, bot, tefuda::Json::object(), 2));
    }
    client.play();
    for (auto const* seat : seats) {
        auto results = tefuda::Json::array();
        for (auto const& [match, result] : seat->results) results.push_back(result);
        std::cout << results << std::endl;
    }
}
