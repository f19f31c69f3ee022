// Batch for an engine. Slow to compile: include it in .cpp files only.
#pragma once

#include "clients/rules-python/src/decision.hpp"
#include "clients/rules-python/src/env_of.hpp"

namespace tefuda::python {

template <Redealable E>
class BatchOf final : public Batch {
    using Action = typename E::Action;
    using Cells = ViewCells<typename E::View>;

public:
    /// \param options settled for this number of seats
    BatchOf(int matches, typename E::Options const& options, int seats, std::uint64_t seed, bool ask_all)
        : options_(options), space_(seats), next_seed_(seed), ask_all_(ask_all) {
        arrays_.matches = matches;
        arrays_.seats = seats;
        view_width_ = Cells::count(seats);
        arrays_.features_width = view_width_ + Decision<Action>::cells(space_);
        arrays_.actions_width = space_.size();
        auto const rows = static_cast<std::size_t>(matches);
        arrays_.features.resize(rows * static_cast<std::size_t>(arrays_.features_width));
        arrays_.mask.resize(rows * static_cast<std::size_t>(arrays_.actions_width));
        arrays_.seat.resize(rows);
        arrays_.ended.resize(rows);
        arrays_.ranks.resize(rows * static_cast<std::size_t>(seats));
        arrays_.scores.resize(rows * static_cast<std::size_t>(seats));
        matches_.reserve(rows);
        for (std::size_t row = 0; row < rows; ++row) {
            matches_.push_back({new_match(), Decision<Action>(space_), Seat(0), {}});
            ask_next(matches_.back());
            write_row(row);
        }
    }

    void step(std::span<std::int32_t const> choices) override {
        check(choices);
        for (std::size_t row = 0; row < matches_.size(); ++row) {
            auto& match = matches_[row];
            arrays_.ended[row] = 0;
            if (match.decision.choose(choices[row])) {
                if (match.decision.action()) carry_out(row, *match.decision.action());
                ask_next(match);
                write_row(row);
            } else {
                write_choice(row);
            }
        }
    }

    std::unique_ptr<Env> env(int match) const override {
        return std::make_unique<EnvOf<E>>(matches_.at(static_cast<std::size_t>(match)).state, arrays_.seats,
                                          codec::to_json(options_));
    }

    static Description describe(int seats) {
        ActionSpace<Action> const space(seats);
        Description all;
        Cells::describe_to(all.features, seats);
        Decision<Action>::describe_to(all.features, space);
        all.actions = space.texts();
        return all;
    }

private:
    struct Row {
        MatchState<E> state;
        Decision<Action> decision;
        Seat seat;    ///< who decides
        Seats to_ask; ///< who may act but need not, and is asked first
    };

    MatchState<E> new_match() {
        std::vector<std::string> const entropies(static_cast<std::size_t>(arrays_.seats));
        MatchState<E> match{options_, arrays_.seats, final_seed_of(seed_of(next_seed_++), entropies)};
        match.events = {};
        return match;
    }

    void check(std::span<std::int32_t const> choices) const {
        for (std::size_t row = 0; row < matches_.size(); ++row) {
            auto const number = choices[row];
            if (number >= 0 && number < arrays_.actions_width && mask_of(row)[number]) continue;
            auto text = "Match " + std::to_string(row) + ": the number " + std::to_string(number);
            if (number >= 0 && number < arrays_.actions_width)
                text += ", " + space_.texts()[static_cast<std::size_t>(number)] + ",";
            throw BadInput(text + " is not allowed now: see the mask.");
        }
    }

    void carry_out(std::size_t row, Action const& action) {
        auto& match = matches_[row];
        auto& state = match.state.state;
        events_.clear();
        if (auto const refused = E::apply(state, match.seat, action, match.state.chance, events_))
            throw std::logic_error("the rules refuse " + codec::to_json(action) +
                                   ", which a template allows: " + refused->reason);
        ++arrays_.moves;
        match.to_ask.clear();
        if (E::over(state)) {
            end(row);
        } else if (ask_all_) {
            auto const waiting = E::to_act(state);
            for (auto seat = match.seat.left(arrays_.seats); match.to_ask.size() + 1 < max_seats;
                 seat = seat.left(arrays_.seats)) {
                if (std::find(waiting.begin(), waiting.end(), seat) == waiting.end()) match.to_ask.push_back(seat);
                if (seat == match.seat) break;
            }
        }
    }

    void end(std::size_t row) {
        auto const result = E::view(matches_[row].state.state, Observer::spectator()).result;
        auto at = row * static_cast<std::size_t>(arrays_.seats);
        for (auto const seat : all_seats(arrays_.seats)) {
            arrays_.ranks[at] = static_cast<std::int8_t>(result->ranks[seat]);
            arrays_.scores[at++] = result->scores[seat].value;
        }
        arrays_.ended[row] = 1;
        ++arrays_.ends;
        matches_[row].state = new_match();
    }

    /// Finds the seat that decides next.
    void ask_next(Row& match) {
        auto const& state = match.state.state;
        while (!match.to_ask.empty()) {
            auto const seat = match.to_ask.front();
            match.to_ask.erase(match.to_ask.begin());
            if (auto legal = E::legal(state, seat); !legal.empty()) return ask(match, seat, std::move(legal), true);
        }
        for (auto const seat : E::to_act(state))
            if (auto legal = E::legal(state, seat); !legal.empty()) return ask(match, seat, std::move(legal), false);
        throw std::logic_error("a match waits for nobody who can act");
    }

    void ask(Row& match, Seat seat, Templates<Action> legal, bool may_wait) {
        match.seat = seat;
        match.decision.begin(std::move(legal), {arrays_.seats, seat.number()}, may_wait);
    }

    Cell* features_of(std::size_t row) {
        return arrays_.features.data() + row * static_cast<std::size_t>(arrays_.features_width);
    }
    std::uint8_t const* mask_of(std::size_t row) const {
        return arrays_.mask.data() + row * static_cast<std::size_t>(arrays_.actions_width);
    }

    void write_row(std::size_t row) {
        auto const& match = matches_[row];
        arrays_.seat[row] = static_cast<std::int8_t>(match.seat.number());
        std::fill_n(features_of(row), view_width_, Cell(0));
        Cells::write_to(features_of(row), E::view(match.state.state, match.seat), {arrays_.seats, match.seat.number()});
        write_choice(row);
    }

    /// Writes what changes while a list is being chosen.
    void write_choice(std::size_t row) {
        auto const& decision = matches_[row].decision;
        std::fill_n(features_of(row) + view_width_, arrays_.features_width - view_width_, Cell(0));
        decision.write_cells(features_of(row) + view_width_);
        auto* const mask = arrays_.mask.data() + row * static_cast<std::size_t>(arrays_.actions_width);
        std::fill_n(mask, arrays_.actions_width, std::uint8_t(0));
        decision.write_mask(mask);
    }

    typename E::Options options_;
    ActionSpace<Action> space_;
    std::uint64_t next_seed_;
    bool ask_all_;
    int view_width_ = 0;
    /// Of the last action in any match. One list for all: those of thousands of matches would not fit into the cache,
    /// and steps of Twenty-Two would take a sixth longer.
    std::vector<typename E::Event> events_;
    std::vector<Row> matches_;
};

} // namespace tefuda::python
