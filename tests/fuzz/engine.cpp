// Fuzzes the engine of one game. The input chooses the number of seats, the options and the shuffle, and then each step
// of a match. All checks of CheckedMatch must pass, and it must be possible to finish the match.
#include "rules/registry.hpp"
#include "tests/support/checked_match.hpp"

#include <fuzzer/FuzzedDataProvider.h>

#include <cstdlib>
#include <iostream>
#include <map>

using namespace tefuda;
using namespace tefuda::test;

namespace {

template <class E>
struct IsFuzzed : std::bool_constant<std::string_view(E::id) == TEFUDA_FUZZED_GAME> {};
using Fuzzed = boost::mp11::mp_first<boost::mp11::mp_copy_if<boost::mp11::mp_rename<Engines, std::tuple>, IsFuzzed>>;
using Action = Fuzzed::Action;

std::vector<Fuzzed::Options> const& options_for(int seats) {
    static std::map<int, std::vector<Fuzzed::Options>> options;
    auto& found = options[seats];
    if (found.empty()) found = all_options<Fuzzed>(seats);
    return found;
}

template <class Range>
auto const& one_of(FuzzedDataProvider& bytes, Range const& range) {
    return range[bytes.ConsumeIntegralInRange<std::size_t>(0, range.size() - 1)];
}

/// The action with some bytes of its JSON text changed; nothing if the result can't be decoded as an action.
std::optional<Action> mutilated(FuzzedDataProvider& bytes, Action const& action) {
    auto text = codec::to_json(action);
    for (auto changes = bytes.ConsumeIntegralInRange(1, 4); changes > 0 && !text.empty(); --changes) {
        auto const at = bytes.ConsumeIntegralInRange<std::size_t>(0, text.size() - 1);
        text[at] = bytes.ConsumeIntegral<char>();
    }
    codec::Decoder decoder;
    return decoder.read_text<Action>(text);
}

class FuzzedMatch {
public:
    explicit FuzzedMatch(FuzzedDataProvider& bytes)
        : bytes_(bytes), seats_(one_of(bytes, Fuzzed::seat_counts().values)),
          options_(one_of(bytes, options_for(seats_))),
          match_(options_, seats_, bytes.ConsumeIntegral<std::uint16_t>(), random_) {}

    void run() {
        while (bytes_.remaining_bytes() > 0 && !match_.over()) {
            match_.check_cards();
            step();
        }
        // Whatever the input did, it must be possible to finish the match. Only in some runs, because this takes long.
        if (random_() % 16 == 0) {
            for (int actions = 0; !match_.over(); ++actions) {
                if (actions >= 20000) throw BrokenPromise("the match does not end");
                auto const seat = match_.somebody();
                match_.act(seat, match_.some_action(seat));
            }
        }
        if (match_.over()) match_.check_end();
    }

private:
    void step() {
        random_.seed(bytes_.ConsumeIntegral<std::uint8_t>());
        auto const seat = match_.somebody();
        switch (bytes_.ConsumeIntegralInRange(0, 7)) {
        case 0:
            return try_anything(Seat(bytes_.ConsumeIntegralInRange(0, seats_ - 1)));
        case 1:
            return try_mutilated(seat);
        case 2:
            return match_.check_two_worlds(Observer::spectator());
        case 3:
            return match_.check_two_worlds(seat);
        case 4:
            return match_.check_refusals();
        default:
            return match_.act(seat, match_.some_action(seat));
        }
    }

    void try_anything(Seat seat) {
        auto const hand = match_.hand_of(seat);
        auto const action = random_action<Action>(random_, {hand, seats_});
        if (match_.try_out(seat, action)) match_.act(seat, action);
    }

    void try_mutilated(Seat seat) {
        auto const action = mutilated(bytes_, match_.some_action(seat));
        if (action && match_.try_out(seat, *action)) match_.act(seat, *action);
    }

    FuzzedDataProvider& bytes_;
    Random random_{0};
    int seats_;
    Fuzzed::Options options_;
    CheckedMatch<Fuzzed> match_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    FuzzedDataProvider bytes(data, size);
    try {
        FuzzedMatch(bytes).run();
    } catch (BrokenPromise const& broken) {
        std::cerr << broken.what() << '\n';
        std::abort();
    }
    return 0;
}
