#include "protocol/match_of.hpp"
#include "rules/core/seeded_chance.hpp"
#include "rules/policies.hpp"
#include "rules/registry.hpp"

namespace tefuda {

namespace {

template <class... E>
std::span<Game const* const> make_games(EngineList<E...>) {
    static std::tuple<GameOf<E>...> const games;
    static std::array<Game const*, sizeof...(E)> const pointers{&std::get<GameOf<E>>(games)...};
    return pointers;
}

/// Notes what the first shuffle is given; the outcomes mean nothing.
class ShuffleProbe final : public Chance {
public:
    std::optional<Cards> first;

private:
    void do_shuffle(Cards& cards) override {
        if (!first) first = cards;
        stream_.shuffle(cards);
    }
    Seats do_order(int n) override { return stream_.order(n); }
    int do_pick(int n) override { return stream_.pick(n); }

    SeededChance stream_{Bytes32{}};
};

} // namespace

std::span<Game const* const> all_games() {
    return make_games(Engines());
}

Game const* find_game(std::string_view id) {
    auto const games = all_games();
    auto const found = std::find_if(games.begin(), games.end(), [&](auto const* game) { return game->id() == id; });
    return found == games.end() ? nullptr : *found;
}

Cards first_shuffled(Game const& game, std::string_view options, int seats) {
    ShuffleProbe probe;
    game.start(options, seats, probe);
    return probe.first.value_or(Cards());
}

} // namespace tefuda
