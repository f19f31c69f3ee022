#include "protocol/codec/json_tree.hpp"
#include "rules/core/seeded_chance.hpp"
#include "rules/registry.hpp"
#include "rules/texts.hpp"
#include "server/match/game_of.hpp"
#include "server/match/match.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <set>

namespace tefuda::server {

namespace {

template <class... E>
std::span<Game const* const> make_games(EngineList<E...>) {
    static std::array<Game const*, sizeof...(E)> const games{&game_of<E>()...};
    return games;
}

/// Records the cards of the first shuffle. Its random outcomes do not matter.
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

// Without nlohmann's values: their destructors allocate, so they end the process where memory runs out.
bool TimedMove::is(Seat of, std::string_view other) const {
    if (seat != of) return false;
    auto const own = codec::JsonTree::parse(action);
    auto const sent = codec::JsonTree::parse(other);
    return own && sent && own->root() == sent->root();
}

std::span<Game const* const> all_games() {
    return make_games(Engines());
}

std::vector<GameDescription> describe_games() {
    std::vector<GameDescription> games;
    for (auto const* game : all_games())
        games.push_back({game->id(), game->name(), game->seat_counts(), &game->all_packs(), &game->schemas()});
    return games;
}

Game const* find_game(std::string_view id) {
    auto const games = all_games();
    auto const found = std::find_if(games.begin(), games.end(), [&](auto const* game) { return game->id() == id; });
    return found == games.end() ? nullptr : *found;
}

std::string_view intern_options(std::string_view settled) {
    static std::mutex mutex;
    static std::set<std::string, std::less<>> all;
    std::lock_guard const lock(mutex);
    auto const found = all.find(settled);
    return found == all.end() ? *all.emplace(settled).first : *found;
}

Cards first_shuffled(Game const& game, std::string_view options, int seats) {
    ShuffleProbe probe;
    game.start(options, seats, probe);
    return probe.first.value_or(Cards());
}

std::string_view rules_text(std::string_view game, RulesLanguage language) {
    auto const games = all_games();
    for (std::size_t n = 0; n < games.size(); ++n)
        if (games[n]->id() == game) return rules_texts[2 * n + (language == RulesLanguage::japanese ? 1 : 0)];
    return {};
}

} // namespace tefuda::server
