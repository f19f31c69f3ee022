// Game for an engine. Slow to compile: include it in .cpp files only.
#pragma once

#include "clients/rules-python/src/batch_of.hpp"
#include "clients/rules-python/src/coder_of.hpp"

namespace tefuda::python {

template <Redealable E>
class GameOf final : public Game {
public:
    std::string_view id() const override { return E::id; }
    SeatCounts seat_counts() const override { return E::seat_counts(); }

    std::unique_ptr<Env> start(std::optional<int> seats, std::string_view text, Bytes32 const& server_seed,
                               std::vector<std::string> entropies) const override {
        auto const count = seats.value_or(E::seat_counts().usual);
        auto const options = settled(text, count);
        if (entropies.size() > static_cast<std::size_t>(count))
            throw BadInput("There are " + std::to_string(entropies.size()) + " entropies for " + std::to_string(count) +
                           " seats.");
        entropies.resize(static_cast<std::size_t>(count));
        return std::make_unique<EnvOf<E>>(MatchState<E>(options, count, final_seed_of(server_seed, entropies)), count,
                                          codec::to_json(options));
    }

    std::unique_ptr<Batch> start_batch(int matches, std::optional<int> seats, std::string_view text, std::uint64_t seed,
                                       bool ask_all) const override {
        if (matches < 1) throw BadInput("A batch has at least one match.");
        auto const count = seats.value_or(E::seat_counts().usual);
        return std::make_unique<BatchOf<E>>(matches, settled(text, count), count, seed, ask_all);
    }

    Description describe(std::optional<int> seats) const override { return BatchOf<E>::describe(allowed(seats)); }

    std::unique_ptr<Coder> coder(std::optional<int> seats) const override {
        return std::make_unique<CoderOf<E>>(allowed(seats));
    }

private:
    static int allowed(std::optional<int> seats) {
        auto const count = seats.value_or(E::seat_counts().usual);
        auto const refused = codec::refused_seats<E>(count);
        if (refused) throw BadInput(refused->reason);
        return count;
    }

    static typename E::Options settled(std::string_view text, int seats) {
        auto options = codec::settled_options<E>(text, seats);
        if (auto const* refused = std::get_if<Illegal>(&options)) throw BadInput(refused->reason);
        return std::get<typename E::Options>(std::move(options));
    }
};

} // namespace tefuda::python
