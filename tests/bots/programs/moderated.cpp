// Takes a seat in a room, moves, allows hints, blocks, unblocks and blocks a player, shows where the room talks,
// reports the room, and prints why it loses the seat. Arguments: the address, its secret, the room, the player's id.
#include <tefuda/client.hpp>

struct Chance : tefuda::Bot {
    std::mt19937 random{1};
    tefuda::Json choose(tefuda::Json const& update) override { return tefuda::random_action(update["legal"], random); }
};

int main(int, char** argv) {
    std::string const room = argv[3], player = argv[4];
    Chance bot;
    tefuda::Client client(argv[1], tefuda::Client::Seconds(300), "", argv[2]);
    client.join(room, bot);
    client.move(room, 1);
    client.change(room, {{"hints", true}});
    client.block(player);
    client.unblock(player);
    client.block(player);
    client.call(room, "https://talk.example/bots");
    client.report(room, {{"text", "Insults."}});
    std::cout << "reported" << std::endl;
    try {
        client.play();
    } catch (tefuda::Refused const& refused) {
        std::cout << refused.code << std::endl;
    }
}
