// The templates, `apply` and an independent implementation of the rules must agree on every play. Tests all lists of
// cards with all values of `as` in many small positions.
#include "rules/core/seeded_chance.hpp"
#include "tests/rules/twentytwo/game.hpp"
#include "tests/support/template_oracle.hpp"

#include <set>

namespace tefuda::test {

namespace {

using twentytwo::Action;
using twentytwo::Follow;
using twentytwo::Options;
using twentytwo::State;
using twentytwo::Variant;

/// The legality of plays, implemented from RULES.md independently of the engine.
class Rules {
public:
    Rules(Options const& options, Cards hand, std::optional<std::vector<int>> bar)
        : options_(options), hand_(std::move(hand)), bar_(std::move(bar)) {}

    bool allow(Play const& play, std::vector<Play> const& all) const {
        if (!well_formed(play)) return false;
        if (!bar_) return may_lead(play);
        if (play.cards.size() != bar_->size()) return false;
        if (follows(play)) return true;
        if (options_.follow == Follow::must)
            for (auto const& other : all)
                if (other.cards.size() == bar_->size() && well_formed(other) && follows(other)) return false;
        return lowest(play.cards);
    }

private:
    bool well_formed(Play const& play) const {
        if (play.cards.empty()) return false;
        auto const jokers = count(play.cards, Card::joker());
        auto const alone = jokers == static_cast<int>(play.cards.size());
        if (alone && count(hand_, Card::joker()) != static_cast<int>(hand_.size())) return false;
        return !play.as || as_fits(play.cards, *play.as);
    }

    bool may_lead(Play const& play) const {
        if (play.cards.size() >= hand_.size()) return false;
        auto const ranks = heights(play.cards, play.as, ace_high);
        if (ranks.front() == ranks.back()) return true;
        if (options_.variant == Variant::twenty_two) return false;
        auto const most = static_cast<std::size_t>(options_.max_lead->value);
        return most == 0 || ranks.size() <= most;
    }

    bool follows(Play const& play) const {
        auto const ranks = heights(play.cards, play.as, ace_high);
        if (options_.variant == Variant::twenty_two && ranks.front() != ranks.back()) return false;
        auto const at_least = [](std::vector<int> const& list, int height) {
            return std::count_if(list.begin(), list.end(), [&](int one) { return one >= height; });
        };
        for (int height = 0; height <= 12; ++height)
            if (at_least(ranks, height) < at_least(*bar_, height)) return false;
        return true;
    }

    bool lowest(Cards const& cards) const {
        auto kept = hand_;
        remove_all(kept, cards);
        for (auto const played : cards)
            for (auto const card : kept)
                if (!card.is_joker() &&
                    (played.is_joker() || ace_high.height(*played.rank()) > ace_high.height(*card.rank())))
                    return false;
        return true;
    }

    Options options_;
    Cards hand_;
    std::optional<std::vector<int>> bar_;
};

/// All sub-multisets of a list.
template <class T>
std::vector<T> sublists(T const& items) {
    auto const less = [](T const& one, T const& other) { return std::ranges::lexicographical_compare(one, other); };
    std::set<T, decltype(less)> found{T{}};
    for (auto const item : items) {
        auto const before = found;
        for (auto list : before) {
            list.push_back(item);
            found.insert(list);
        }
    }
    return {found.begin(), found.end()};
}

/// Every play with cards of this hand, with many values of `as`, valid and invalid.
std::vector<Play> every_play(Cards const& hand) {
    std::vector<Play> plays;
    for (auto const& cards : sublists(hand)) {
        plays.push_back({cards, std::nullopt});
        auto const jokers = static_cast<std::size_t>(count(cards, Card::joker()));
        std::set<Rank> held{Rank::four};
        for (auto const card : hand)
            if (!card.is_joker()) held.insert(*card.rank());
        Ranks pool;
        for (auto const rank : held) pool.insert(pool.end(), jokers + 1, rank);
        for (auto const& as : sublists(pool))
            if (as.size() <= jokers + 1) plays.push_back({cards, as});
    }
    return plays;
}

std::optional<std::vector<int>> bar_of(State const& state) {
    auto const trick = state.plays.size() % static_cast<std::size_t>(state.totals.seats());
    if (trick == 0) return std::nullopt;
    std::vector<int> bar;
    for (auto at = state.plays.size() - trick; at < state.plays.size(); ++at) {
        if (!state.plays[at].follows || (!bar.empty() && state.options.follow == Follow::must)) continue;
        bar.clear();
        for (auto const rank : state.plays[at].ranks) bar.push_back(ace_high.height(rank));
    }
    return bar;
}

/// Checks every play of the seat to act. \returns the accepted plays
std::vector<Play> check_all(State const& state) {
    auto const seat = state.turn;
    auto const all = every_play(state.hands[seat]);
    auto const templates = TwentyTwo::legal(state, seat);
    Rules const rules(state.options, state.hands[seat], bar_of(state));
    std::vector<Play> accepted;
    std::vector<bool> used(templates.size());
    for (auto const& play : all) {
        auto copy = state;
        SeededChance chance(Bytes32{});
        std::vector<twentytwo::Event> events;
        auto const refused = TwentyTwo::apply(copy, seat, play, chance, events);
        bool allowed = false;
        for (std::size_t i = 0; i < templates.size(); ++i) {
            if (!allows(templates[i], Action(play))) continue;
            allowed = true;
            used[i] = true;
        }
        if (refused.has_value() == rules.allow(play, all) || refused.has_value() == allowed)
            FAIL(codec::to_json(state.options)
                 << " hand " << codec::to_json(state.hands[seat]) << " bar "
                 << codec::to_json(bar_at(state, state.plays.size()).value_or(Ranks())) << ": " << codec::to_json(play)
                 << (refused ? " refused: " + refused->reason : " accepted") << ", templates "
                 << codec::to_json(templates));
        if (!refused) accepted.push_back(play);
    }
    for (std::size_t i = 0; i < templates.size(); ++i) {
        if (!used[i]) FAIL("a template allows nothing: " << codec::to_json(templates[i]));
        for (std::size_t other = 0; other < i; ++other) REQUIRE_FALSE(templates[i] == templates[other]);
    }
    return accepted;
}

/// Deals hands of few ranks and many jokers, so that equal cards, ties among the lowest cards and hands of jokers alone
/// occur.
void deal_small_hands(State& state, Random& random) {
    auto const mixed = state.options.variant == Variant::twenty_six;
    Cards pool;
    auto const ranks = 2 + below(random, 4);
    for (int i = 0; i < ranks; ++i)
        for (auto const suit : {Suit::spades, Suit::hearts})
            for (int twins = 0; twins < 2; ++twins)
                pool.emplace_back(all_ranks[static_cast<std::size_t>((3 * i + below(random, 5)) % 13)], suit);
    for (auto jokers = mixed ? below(random, 9) : 0; jokers > 0; --jokers) pool.push_back(Card::joker());
    std::shuffle(pool.begin(), pool.end(), random);
    auto const size = static_cast<std::size_t>(2 + below(random, 5));
    for (auto& hand : state.hands) {
        if (pool.size() < size) std::shuffle(pool.begin(), pool.end(), random);
        hand.clear();
        for (std::size_t i = 0; i < size; ++i) hand.push_back(pool[i]);
        sort_canonical(hand);
        std::shuffle(pool.begin(), pool.end(), random);
    }
}

void check_trick(Options const& options, std::uint64_t seed) {
    Random random(seed);
    Bytes32 bytes{};
    bytes[0] = static_cast<std::uint8_t>(seed);
    SeededChance chance(bytes);
    std::vector<twentytwo::Event> events;
    auto state = TwentyTwo::start(with_return(settled(options, 3)), 3, chance, events);
    state.phase = twentytwo::Phase::play;
    deal_small_hands(state, random);
    for (auto deal = state.deal; state.deal == deal && !TwentyTwo::over(state);) {
        auto const accepted = check_all(state);
        REQUIRE_FALSE(accepted.empty());
        auto const& play = accepted[static_cast<std::size_t>(below(random, static_cast<int>(accepted.size())))];
        REQUIRE_FALSE(TwentyTwo::apply(state, state.turn, play, chance, events));
    }
}

} // namespace

TEST_CASE("the rules, the accepted plays and the templates agree", "[rules][twentytwo]") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        INFO("seed " << seed);
        check_trick(game_22(), seed);
        check_trick(with_must(game_22()), seed);
        for (auto const max_lead : {0, 2, 3, 4}) {
            check_trick(game_26(max_lead), seed);
            check_trick(with_must(game_26(max_lead)), seed);
        }
    }
}

TEST_CASE("there are as few templates as possible, in an order that depends only on the cards", "[rules][twentytwo]") {
    struct Row {
        char const* description;
        twentytwo::Options options;
        std::string_view leader;
        std::string_view lead; ///< "" to check the templates of the leader
        std::string_view hand;
        char const* legal;
    };
    std::vector<Row> const rows{
        {"22: singles in one template, each set in another", game_22(), "4S 4H 9D 9C 9H KS 2S", "", "",
         R"([{"cards":{"choose":1,"from":["2S","KS"]},"type":"play"},
             {"cards":{"choose":[1,2],"from":["4S","4H"]},"type":"play"},
             {"cards":{"choose":[1,3],"from":["9H","9D","9C"]},"type":"play"}])"},
        {"22: the answer to one card is one template, which includes the lowest cards", game_22(),
         "TS 2S 2H 2D 2C 3S 3H", "TS", "AH KH JS JH TH 7S 3D",
         R"([{"cards":{"choose":1,"from":["JS","AH","TH","JH","KH","3D"]},"type":"play"}])"},
        {"22: the source's example, J-J or 7-3 on a pair of tens", game_22(), "TS TD 2H 2D 2C 3S 3H", "TS TD",
         "AH KH JS JH TH 7S 3D", R"([{"cards":["7S","3D"],"type":"play"},{"cards":["JS","JH"],"type":"play"}])"},
        {"22: lowest cards with a tie for the last place", game_22(), "TS TD TH 2D 2C 3S 3H", "TS TD TH",
         "AH KH 7S 7D 7C 7H 3D",
         R"([{"cards":{"choose":2,"from":["7S","7H","7D","7C"],"with":["3D"]},"type":"play"}])"},
        {"22: lowest cards that follow have no template of their own (R5)", game_22(), "2S 2H 3D 3C 4S 4H 5S", "2S 2H",
         "AH KH QS JH 9D 6S 6D", R"([{"cards":["6S","6D"],"type":"play"}])"},
        {"22 must: only sets as high as the lead", with_must(game_22()), "8S 2H 2D 2C 3S 3H 4S", "8S",
         "AH JS 8H 6S 5S 2S 4D", R"([{"cards":{"choose":1,"from":["JS","AH","8H"]},"type":"play"}])"},
        {"26: any lead in one template", game_26(), "4S 4H 9D XX 9H KS 2S", "", "",
         R"([{"cards":{"choose":[1,6],"from":["2S","4S","KS","4H","9H","9D","XX"]},"optional":["as"],"type":"play"}])"},
        {"26 max_lead: longer leads are of one rank", game_26(2), "4S 4H 9D XX 9H KS 2S", "", "",
         R"([{"cards":{"choose":[1,2],"from":["2S","4S","KS","4H","9H","9D","XX"]},"optional":["as"],"type":"play"},
             {"cards":{"choose":3,"from":["4S","4H","XX"]},"optional":["as"],"type":"play"},
             {"cards":{"choose":3,"from":["9H","9D","XX"]},"optional":["as"],"type":"play"}])"},
        {"26: a joker is not an answer to a single card", game_26(), "KS 2H 2D 2C 3S 3H 4S", "KS",
         "AH JS 8H XX XX 3S 3D", R"([{"cards":{"choose":1,"from":["3S","AH","3D"]},"type":"play"}])"},
        {"26: the template of plays that follow has `beats` and omits cards that cannot follow", game_26(),
         "KS 9H 6D 2C 3S 3H 4S", "KS 9H 6D", "AH JS 8H TD XX 3S 2D",
         R"([{"cards":["3S","8H","2D"],"type":"play"},
             {"cards":{"beats":["K","9","6"],"choose":3,"from":["JS","AH","8H","TD","XX"]},
              "optional":["as"],"type":"play"}])"},
        {"26: cards needed by every play that follows are in `with`", game_26(), "KS 9H 6D 2C 3S 3H 4S", "KS 9H 6D",
         "AH 9S 8H 7D 5D 3S 2D",
         R"([{"cards":["3S","2D","5D"],"type":"play"},
             {"cards":{"choose":1,"from":["8H","7D"],"with":["9S","AH"]},"type":"play"}])"},
        {"26: lowest cards that follow are part of the only template (R5)", game_26(), "5S 5H 6D 2C 3S 3H 4S", "5S 5H",
         "9S 8H AH KS QS JS TS",
         R"([{"cards":{"choose":2,"from":["9S","TS","JS","QS","KS","AH","8H"]},"type":"play"}])"},
        {"26: lowest cards with jokers may have `as` (R9)", game_26(), "KS KH KD KC 3S 3H 4S", "KS KH KD KC",
         "XX XX XX XX 9S 4D 4C",
         R"([{"cards":{"choose":4,"from":["9S","4D","4C","XX"]},"optional":["as"],"type":"play"}])"},
    };
    for (auto const& row : rows) {
        INFO(row.description);
        auto const other = row.hand.empty() ? "2H 2D 2C 3H 3D 3C 4D" : row.hand;
        Game game(row.options, {row.leader, other});
        game.pass_all();
        if (!row.lead.empty()) REQUIRE(game.play(0, row.lead) == "");
        CHECK(game.legal(row.lead.empty() ? 0 : 1) == Json::parse(row.legal));
    }
}

TEST_CASE("in the exchange there are a pass and one choice, limited by the stock", "[rules][twentytwo]") {
    Game game(two_packs(), {"2S 3S 4S 5S 6S 7S 8S", "2H 3H 4H 5H 6H 7H 8H"});
    CHECK(game.legal(0) == Json::parse(R"([{"type":"pass"},{"type":"exchange","cards":{"choose":[1,7],
        "from":["2S","3S","4S","5S","6S","7S","8S"]}}])"));
    CHECK(game.legal(1).empty());
}

} // namespace tefuda::test
