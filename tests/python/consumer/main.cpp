// Plays a match of Selfish with the installed rules; then names every game. Prints `winner N` and the games.
#include <rules/core/seeded_chance.hpp>
#include <rules/registry.hpp>

#include <iostream>

namespace {

template <class... E>
void print_names(tefuda::EngineList<E...>) {
    ((std::cout << E::id << '\n'), ...);
}

} // namespace

int main() {
    using Game = tefuda::Selfish;
    tefuda::SeededChance chance(tefuda::final_seed_of({}, {}));
    std::vector<Game::Event> events;
    auto const options = std::get<Game::Options>(Game::settle({}, 3));
    auto state = Game::start(options, 3, chance, events);
    while (!Game::over(state)) {
        auto const seat = Game::to_act(state).front();
        if (Game::apply(state, seat, Game::legal(state, seat).front().action, chance, events)) return 1;
    }
    auto const result = Game::view(state, tefuda::Observer::spectator()).result;
    std::cout << "winner " << result->winners.front().number() << '\n';
    print_names(tefuda::Engines());
}
