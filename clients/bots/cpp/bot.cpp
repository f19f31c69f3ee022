// A sample bot for every game; it plays random legal actions: any-legal ws://127.0.0.1:8080/ws ROOM
#include <tefuda/bot.hpp>

struct AnyLegal : tefuda::Bot {
    std::mt19937 random{std::random_device{}()};

    tefuda::Json choose(tefuda::Json const& update) override { return tefuda::random_action(update["legal"], random); }
};

int main(int argc, char** argv) {
    AnyLegal bot;
    return tefuda::main(bot, argc, argv);
}
