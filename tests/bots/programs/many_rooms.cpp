// Plays in so many rooms on one connection, all at once; prints the seconds that it took.
#include <tefuda/client.hpp>

struct Chance : tefuda::Bot {
    std::mt19937 random{1};
    tefuda::Json choose(tefuda::Json const& update) override { return tefuda::random_action(update["legal"], random); }
};

int main(int, char** argv) {
    Chance bot;
    tefuda::Client client(argv[1]);
    auto const start = std::chrono::steady_clock::now();
    std::vector<tefuda::Seat*> seats;
    for (auto left = std::stoi(argv[2]); left > 0; --left) {
        auto const room = client.create("selfish", {{"seats", 2}, {"bots", {"easy", nullptr}}});
        seats.push_back(&client.join(room, bot));
    }
    client.play();
    for (auto const* seat : seats)
        if (seat->results.size() != 1) return 1;
    std::cout << std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() << std::endl;
}
