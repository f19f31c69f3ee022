// Playthroughs: whole matches as text that a card player can read, one for each variant of a game, kept beside the game
// in FOLDER/playthroughs. A change of the rules shows there as a diff. The variants are the default options, each value
// of each option with as little else changed as the game allows, and the least and the greatest number of seats. A
// game may name further ones, for what only several options together bring.
//
//     TEST_CASE("fortyone plays as its playthroughs say", "[rules][fortyone][playthrough]") {
//         tefuda::test::check_playthroughs<tefuda::FortyOne>("rules/fortyone");
//     }
//
// With TEFUDA_WRITE_PLAYTHROUGHS=1 it writes the files instead of comparing them. A file keeps its seed; a new one gets
// the seed of a short match.
#pragma once

#include "protocol/codec/all_options.hpp"
#include "protocol/codec/encode.hpp"
#include "rules/core/seeded_chance.hpp"
#include "tests/support/ending.hpp"

#include <functional>
#include <map>

namespace tefuda::test {

/// One combination of options and seats, as JSON, and the name of its file.
struct GameVariant {
    std::string name; ///< for example "jokers-2"
    std::string options;
    int seats = 0;
};

/// \param all every combination that the game allows; the first one is the default
std::vector<GameVariant> variants_among(std::vector<GameVariant> const& all);

/// What the observers of a match get, as text. It writes what has changed for each of them since the last time: for
/// all, then for each seat what only that seat sees otherwise. Of a long match it writes the beginning, and then only
/// the first few actions with each form of event, so also the end.
class PlaythroughText {
public:
    /// What one observer gets after an action, in JSON.
    struct Seen {
        std::string view;
        std::vector<std::string> events;
        std::string legal; ///< a seat's templates
    };

    PlaythroughText(std::string const& game, GameVariant const& variant, std::uint64_t seed);

    /// \param act "seat 2" and its action in JSON; nothing for the start
    void add(std::optional<std::pair<int, std::string>> const& act, Seen const& spectator,
             std::vector<Seen> const& seats);

    std::string const& text() const { return text_; }

private:
    using Fields = std::vector<std::pair<std::string, std::string>>;
    void add_changes(std::string const& who, Fields const& now, std::map<std::string, std::string>& before);
    /// Counts the event, and says whether it is one of the first with its type and fields.
    bool is_rare(std::string const& event);

    std::string text_;
    int left_out_ = 0; ///< in succession
    int actions_ = 0;
    std::map<std::string, int> times_; ///< how often an event with this type and these fields has come
    std::map<std::string, std::string> common_;
    std::vector<std::map<std::string, std::string>> own_;
    std::vector<std::string> legal_;
};

/// Compares the files in the folder with what `play` gives for each variant, or writes them.
/// \param play the text of a match by its seed, and the number of its actions; what it throws ends this, with the name
/// of the file
void compare_playthroughs(
    std::string const& folder, std::vector<GameVariant> const& variants,
    std::function<std::pair<std::string, int>(GameVariant const&, std::uint64_t seed)> const& play);

/// A match of random actions. Each action has a random stream of its own, so that a change of one template leaves the
/// choices after it. \throws std::logic_error if the match does not end, or the engine breaks its contract on the way
template <Engine E>
std::pair<std::string, int> playthrough(GameVariant const& variant, std::uint64_t seed) {
    codec::Decoder decoder;
    auto const options = *decoder.read_options<typename E::Options>(variant.options);
    auto const seats = all_seats(variant.seats);
    Bytes32 bytes{};
    bytes[0] = static_cast<std::uint8_t>(seed);
    SeededChance chance(bytes);
    std::vector<typename E::Event> events;
    auto state = E::start(options, variant.seats, chance, events);
    PlaythroughText text(std::string(E::name.en), variant, seed);
    auto const seen_by = [&](Observer observer) {
        PlaythroughText::Seen seen{codec::to_json(E::view(state, observer)), {}, {}};
        for (auto const& event : events) seen.events.push_back(codec::to_json(E::event_for(event, observer)));
        if (observer.seat()) seen.legal = codec::to_json(E::legal(state, *observer.seat()));
        return seen;
    };
    auto const add = [&](std::optional<std::pair<int, std::string>> const& act) {
        std::vector<PlaythroughText::Seen> each;
        for (auto const seat : seats) each.push_back(seen_by(Observer(seat)));
        text.add(act, seen_by(Observer::spectator()), each);
    };
    auto const stop = [&](std::string const& problem, Observer observer) {
        throw std::logic_error(problem + ", now\n" + codec::to_json(E::view(state, observer)));
    };
    add(std::nullopt);
    int actions = 0;
    for (; !E::over(state); ++actions) {
        Random random(seed * 100000 + static_cast<std::uint64_t>(actions));
        // Now and then a seat that the game does not wait for, where it may act.
        auto const waiting = E::to_act(state);
        if (actions == longest_match)
            stop("the match does not end: " + std::to_string(actions) + " actions at random", Observer::spectator());
        if (waiting.empty()) stop("no seat is to act, and the match is not over", Observer::spectator());
        auto seat = waiting[static_cast<std::size_t>(below(random, static_cast<int>(waiting.size())))];
        auto const other = Seat(below(random, variant.seats));
        if (chance_of(random, 0.2) && !E::legal(state, other).empty()) seat = other;
        auto const legal = E::legal(state, seat);
        if (legal.empty())
            stop("a seat that is to act has no legal action: seat " + std::to_string(seat.number()), seat);
        auto const& choice = legal[static_cast<std::size_t>(below(random, static_cast<int>(legal.size())))];
        auto const action = fill_in(choice, random);
        if (!action) stop("a template allows nothing: " + codec::to_json(choice), seat);
        events.clear();
        if (auto const refused = E::apply(state, seat, *action, chance, events))
            stop("seat " + std::to_string(seat.number()) + ": " + codec::to_json(*action) +
                     " is allowed by a template and refused: " + refused->reason,
                 seat);
        add(std::pair(seat.number(), codec::to_json(*action)));
    }
    return {text.text(), actions};
}

/// \param further variants besides, with a name for the file, options in JSON and seats
template <Engine E>
void check_playthroughs(std::string const& folder, std::vector<GameVariant> const& further = {}) {
    auto counts = E::seat_counts();
    std::vector<GameVariant> all;
    auto const add = [&](int seats) {
        for (auto const& options : codec::all_options<E>(seats)) all.push_back({{}, codec::to_json(options), seats});
    };
    auto const settled = E::settle({}, counts.usual);
    all.push_back({{}, codec::to_json(std::get<typename E::Options>(settled)), counts.usual});
    for (auto const seats : counts.values) add(seats);
    auto variants = variants_among(all);
    for (auto variant : further) {
        codec::Decoder decoder;
        auto const options = E::settle(*decoder.read_options<typename E::Options>(variant.options), variant.seats);
        variant.options = codec::to_json(std::get<typename E::Options>(options));
        variants.push_back(std::move(variant));
    }
    compare_playthroughs(folder + "/playthroughs", variants, playthrough<E>);
}

} // namespace tefuda::test
