// Game for an engine. Slow to compile: include it in .cpp files only.
#pragma once

#include "clients/rules-python/src/batch_of.hpp"
#include "clients/rules-python/src/coder_of.hpp"
#include "clients/rules-python/src/reconstruction.hpp"

namespace tefuda::python {

/// Limits the memory of a row: lists hold lists.
inline constexpr int most_history = 32;

template <Redealable E>
class GameOf final : public Game {
public:
    std::string_view id() const override { return E::id; }
    SeatCounts seat_counts() const override { return E::seat_counts(); }

    std::unique_ptr<Env> start(std::optional<int> seats, std::string_view text, Bytes32 const& server_seed,
                               std::vector<std::string> entropies) const override {
        auto const count = seats.value_or(E::seat_counts().usual);
        auto const options = settled_options<E>(text, count);
        if (entropies.size() > static_cast<std::size_t>(count))
            throw BadInput("There are " + std::to_string(entropies.size()) + " entropies for " + std::to_string(count) +
                           " seats.");
        entropies.resize(static_cast<std::size_t>(count));
        std::vector<std::string> said{std::string(id()), std::string(text), to_hex(server_seed)};
        said.insert(said.end(), entropies.begin(), entropies.end());
        return std::make_unique<EnvOf<E>>(MatchState<E>(options, count, final_seed_of(server_seed, entropies)), count,
                                          codec::to_json(options),
                                          std::make_shared<Past>(Past::Kind::start, count, 0, std::move(said)));
    }

    std::unique_ptr<Env> from_view(std::string_view view, std::string_view legal, std::string_view options,
                                   std::vector<std::string> const& earlier, std::uint64_t seed) const override {
        if constexpr (HasFromView<E>) {
            return Reconstruction<E>(view, legal, options, earlier).env(seed);
        } else {
            throw BadInput(std::string(E::name.en) + " can't be built from a view.");
        }
    }

    std::unique_ptr<Batch> start_batch(BatchSetting const& setting) const override {
        if (setting.matches < 1) throw BadInput("A batch has at least one match.");
        auto const count = setting.seats.value_or(E::seat_counts().usual);
        auto const options = settled_options<E>(setting.options, count);
        check_opponents(setting.opponents, count);
        return std::make_unique<BatchOf<E>>(setting, options, allowed({count}, setting.history).seats);
    }

    Description describe(std::optional<int> seats, int history) const override {
        return BatchOf<E>::describe(allowed(seats, history));
    }

    std::unique_ptr<Coder> coder(std::optional<int> seats, int history) const override {
        return std::make_unique<CoderOf<E>>(allowed(seats, history));
    }

private:
    static Shape allowed(std::optional<int> seats, int history) {
        auto const count = seats.value_or(E::seat_counts().usual);
        auto const refused = codec::refused_seats<E>(count);
        if (refused) throw BadInput(refused->reason);
        if (history < 1 || history > most_history)
            throw BadInput("The history is of 1 to " + std::to_string(most_history) + " items.");
        return {count, history};
    }

    static void check_opponents(std::vector<int> const& opponents, int seats) {
        if (opponents.empty()) return;
        if (!RulesOfThumb<E>::are_there)
            throw BadInput(std::string(E::name.en) + " has no rules of thumb, which opponents play by.");
        for (auto const seat : opponents)
            if (seat < 0 || seat >= seats)
                throw BadInput("Opponent " + std::to_string(seat) + ": this match has the seats 0 to " +
                               std::to_string(seats - 1) + ".");
        if (static_cast<int>(opponents.size()) >= seats) throw BadInput("At least one seat must be no opponent.");
    }
};

} // namespace tefuda::python
