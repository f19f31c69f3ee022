// Every redealt match is a possible history: if the cards had been dealt like that, all plays and passes would be
// legal.
#include "rules/core/seeded_chance.hpp"
#include "tests/rules/fortyone/game.hpp"

using namespace tefuda;
using namespace tefuda::test;

namespace {

using fortyone::Both;
using fortyone::Hand;

/// Appends the cards of one deal in the order in which they must have been in the pack.
void add_deal(Cards& pack, fortyone::Deal const& deal, Both<Hand> const& left) {
    Both<Hand> hands = left;
    for (auto const& turn : deal.sequence)
        if (auto const* played = std::get_if<fortyone::PlayedCard>(&turn)) hands[played->seat].push_back(played->card);
    for (std::size_t i = 0; i < fortyone::hand_size; ++i) {
        pack.push_back(hands[fortyone::opponent_of(deal.dealer)].at(i));
        pack.push_back(hands[deal.dealer].at(i));
    }
    pack.push_back(deal.starter);
}

/// Replays the match from the beginning with the cards of `wanted`.
FortyOne::State play_again(FortyOne::State const& wanted) {
    Cards pack;
    for (auto const& laid_away : wanted.finished) add_deal(pack, laid_away.deal, laid_away.left);
    if (wanted.deal) add_deal(pack, *wanted.deal, wanted.hands);
    pack.insert(pack.end(), wanted.stock.begin(), wanted.stock.end());
    auto const& first = wanted.finished.empty() ? *wanted.deal : wanted.finished.front().deal;

    ScriptedChance chance;
    chance.picks(first.dealer.number()).shuffles(pack);
    std::vector<FortyOne::Event> events;
    auto state = FortyOne::start({}, 2, chance, events);
    auto const play = [&](fortyone::Deal const& deal) {
        for (auto const& turn : deal.sequence) {
            auto const* played = std::get_if<fortyone::PlayedCard>(&turn);
            auto const action = played ? FortyOne::Action(fortyone::Play{played->card}) : fortyone::Pass{};
            auto const seat = played ? played->seat : std::get<fortyone::PassedTurn>(turn).seat;
            REQUIRE_FALSE(FortyOne::apply(state, seat, action, chance, events));
        }
    };
    for (auto const& laid_away : wanted.finished) play(laid_away.deal);
    if (wanted.deal) play(*wanted.deal);
    return state;
}

} // namespace

TEST_CASE("in a redealt match all earlier actions are legal", "[rules][fortyone]") {
    for (std::uint8_t seed = 0; seed < 40; ++seed) {
        SeededChance chance(Bytes32{seed});
        std::vector<FortyOne::Event> events;
        auto state = FortyOne::start({}, 2, chance, events);
        for (bool over = false; !over; over = FortyOne::over(state)) {
            auto const templates = FortyOne::legal(state, state.turn);
            auto const choice = static_cast<std::size_t>(chance.pick(static_cast<int>(templates.size())));
            REQUIRE_FALSE(FortyOne::apply(state, state.turn, templates[choice].action, chance, events));
            for (auto const observer : {Observer(Seat(0)), Observer(Seat(1)), Observer::spectator()}) {
                auto const other = FortyOne::redeal(state, observer, chance);
                REQUIRE(play_again(other) == other);
            }
        }
    }
}
