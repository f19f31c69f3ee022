// One bot plays in two rooms, and leaves a third one. Prints for each room what the bot knew of its seat at its first
// update, and whether each call came with the seat that it was for.
#include <tefuda/bot.hpp>

struct Knowing : tefuda::Bot {
    std::mt19937 random{1};
    std::map<std::string, tefuda::Json> known;

    void note(tefuda::Json const& update) {
        auto const& info = seat->info;
        auto const number = static_cast<std::size_t>(seat->seat);
        auto& entry = known[seat->room];
        if (entry.is_null())
            entry = {{"game", info["game"]},
                     {"options", info["options"]},
                     {"seat", seat->seat},
                     {"name", info["seats"][number]["name"]},
                     {"right", true}};
        if (update["view"]["game"] != info["game"]) entry["right"] = false;
    }

    void saw(tefuda::Json const& update) override { note(update); }
    tefuda::Json choose(tefuda::Json const& update) override {
        note(update);
        return tefuda::random_action(update["legal"], random);
    }
};

int main(int, char** argv) {
    Knowing bot;
    tefuda::Client client(argv[1]);
    auto const waiting = client.create("fortyone");
    client.join(waiting, bot);
    client.leave(waiting);
    std::array const rooms{client.create("fortyone", {{"bots", {"easy", nullptr}}}),
                           client.create("twentytwo", {{"seats", 3}, {"options", {{"variant", "26"}}}})};
    for (auto const& room : rooms) client.join(room, bot, {{"name", "Knows"}});
    client.fill(rooms[1]);
    client.play();
    auto all = tefuda::Json::array();
    for (auto const& room : rooms) all.push_back(bot.known[room]);
    std::cout << all << std::endl;
}
