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
    BatchOf(BatchSetting const& setting, typename E::Options const& options, int seats)
        : options_(options), space_(std::make_shared<ActionSpace<Action>>(seats)), shape_(seats, setting.history),
          next_seed_(setting.seed), ask_all_(setting.ask_all) {
        for (auto const seat : setting.opponents) opponents_.emplace_back(seat);
        arrays_.matches = setting.matches;
        arrays_.seats = seats;
        view_width_ = Cells::count(shape_);
        arrays_.features_width = view_width_ + Decision<Action>::cells(*space_);
        arrays_.actions_width = space_->size();
        auto const rows = static_cast<std::size_t>(setting.matches);
        arrays_.features.resize(rows * static_cast<std::size_t>(arrays_.features_width));
        arrays_.mask.resize(rows * static_cast<std::size_t>(arrays_.actions_width));
        arrays_.seat.resize(rows);
        arrays_.ended.resize(rows);
        arrays_.ranks.resize(rows * static_cast<std::size_t>(seats));
        arrays_.scores.resize(rows * static_cast<std::size_t>(seats));
        arrays_.winners.resize(rows * static_cast<std::size_t>(seats));
        arrays_.teams.resize(rows * static_cast<std::size_t>(seats));
        arrays_.rewards.resize(rows * static_cast<std::size_t>(seats));
        arrays_.wins.resize(static_cast<std::size_t>(seats));
        if (!opponents_.empty()) randoms_.resize(rows);
        matches_.reserve(rows);
        for (std::size_t row = 0; row < rows; ++row) {
            auto const seed = next_seed_++;
            matches_.push_back({match_of(seed), Decision<Action>(*space_), Seat(0), {}, seed, {}});
            begin(row, seed);
            ask_next(matches_.back());
            write_row(row);
        }
    }

    void step(std::span<std::int32_t const> choices) override {
        check(choices);
        std::fill(arrays_.ended.begin(), arrays_.ended.end(), std::uint8_t(0));
        std::fill(arrays_.rewards.begin(), arrays_.rewards.end(), 0.0F);
        for (std::size_t row = 0; row < matches_.size(); ++row) {
            if (choose(row, choices[row]))
                write_row(row);
            else
                write_choice(row);
        }
    }

    std::unique_ptr<Env> env(int match) const override {
        return std::make_unique<EnvOf<E>>(matches_.at(static_cast<std::size_t>(match)).state, arrays_.seats,
                                          codec::to_json(options_), nullptr);
    }

    std::unique_ptr<Batch> copy() const override { return std::make_unique<BatchOf>(*this); }

    BatchRecord record() const override {
        BatchRecord record{arrays_, next_seed_, {}, {}};
        record.results.features.clear();
        record.results.mask.clear();
        record.results.seat.clear();
        for (auto const& match : matches_) {
            record.seeds.push_back(match.seed);
            record.choices.push_back(match.choices);
        }
        return record;
    }

    void restore(BatchRecord const& record) override {
        auto const& results = record.results;
        auto const per_seat = arrays_.ranks.size();
        if (record.seeds.size() != matches_.size() || record.choices.size() != matches_.size() ||
            results.ended.size() != matches_.size() || results.ranks.size() != per_seat ||
            results.scores.size() != per_seat || results.winners.size() != per_seat ||
            results.teams.size() != per_seat || results.rewards.size() != per_seat ||
            results.wins.size() != arrays_.wins.size())
            throw BadInput("This is the record of another batch.");
        for (std::size_t row = 0; row < matches_.size(); ++row) {
            auto& match = matches_[row];
            match.choices.clear();
            match.to_ask.clear();
            begin(row, record.seeds[row]);
            ask_next(match);
            write_row(row);
            for (auto const number : record.choices[row]) {
                check(row, number);
                if (choose(row, number))
                    write_row(row);
                else
                    write_choice(row);
            }
        }
        next_seed_ = record.next_seed;
        arrays_.ended = results.ended;
        arrays_.ranks = results.ranks;
        arrays_.scores = results.scores;
        arrays_.winners = results.winners;
        arrays_.teams = results.teams;
        arrays_.rewards = results.rewards;
        arrays_.wins = results.wins;
        arrays_.moves = results.moves;
        arrays_.ends = results.ends;
    }

    static Description describe(Shape shape) {
        ActionSpace<Action> const space(shape.seats);
        Description all;
        Cells::describe_to(all.features, shape);
        Decision<Action>::describe_to(all.features, space);
        all.actions = space.texts();
        return all;
    }

private:
    struct Row {
        MatchState<E> state;
        Decision<Action> decision;
        Seat seat;                         ///< who decides
        Seats to_ask;                      ///< who may act but need not, and is asked first
        std::uint64_t seed;                ///< of the match
        std::vector<std::int32_t> choices; ///< in this match so far
    };

    MatchState<E> match_of(std::uint64_t seed) const {
        std::vector<std::string> const entropies(static_cast<std::size_t>(arrays_.seats));
        MatchState<E> match{options_, arrays_.seats, final_seed_of(seed_of(seed), entropies)};
        match.events = {};
        return match;
    }

    void check(std::span<std::int32_t const> choices) const {
        for (std::size_t row = 0; row < matches_.size(); ++row) check(row, choices[row]);
    }

    void check(std::size_t row, std::int32_t number) const {
        if (number >= 0 && number < arrays_.actions_width && mask_of(row)[number]) return;
        auto text = "Match " + std::to_string(row) + ": the number " + std::to_string(number);
        if (number >= 0 && number < arrays_.actions_width)
            text += ", " + space_->texts()[static_cast<std::size_t>(number)] + ",";
        throw BadInput(text + " is not allowed now: see the mask.");
    }

    /// Makes a choice that is allowed. \returns whether the decision is made, and the next one begins
    bool choose(std::size_t row, std::int32_t number) {
        auto& match = matches_[row];
        match.choices.push_back(number);
        if (!match.decision.choose(number)) return false;
        if (match.decision.action()) carry_out(row, *match.decision.action());
        ask_next(match);
        return true;
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
        if (E::over(state)) return end(row);
        if (ask_all_) list_others(match);
        let_opponents_play(row);
    }

    void list_others(Row& match) const {
        auto const waiting = E::to_act(match.state.state);
        for (auto seat = match.seat.left(arrays_.seats); match.to_ask.size() + 1 < max_seats;
             seat = seat.left(arrays_.seats)) {
            if (!is_opponent(seat) && std::find(waiting.begin(), waiting.end(), seat) == waiting.end())
                match.to_ask.push_back(seat);
            if (seat == match.seat) break;
        }
    }

    bool is_opponent(Seat seat) const {
        return std::find(opponents_.begin(), opponents_.end(), seat) != opponents_.end();
    }

    /// Starts the match with this seed, up to the first decision.
    void begin(std::size_t row, std::uint64_t seed) {
        auto& match = matches_[row];
        match.state = match_of(seed);
        match.seed = seed;
        match.choices.clear();
        if (!randoms_.empty()) randoms_[row].seed(seed);
        let_opponents_play(row);
    }

    /// Until a seat is waited for that the caller decides for. A match may end meanwhile, and another begin.
    void let_opponents_play([[maybe_unused]] std::size_t row) {
        if constexpr (RulesOfThumb<E>::are_there) {
            if (opponents_.empty()) return;
            auto& match = matches_[row];
            auto& random = randoms_[row];
            for (;;) {
                // A policy decides from what its seat may know: it gets no other state.
                auto const seen = [&](Seat seat) {
                    search::ImaginedChance chance(random);
                    return search::imagine<E>(match.state.state, seat, chance);
                };
                arrays_.moves += RulesOfThumb<E>::volunteer(match.state, opponents_, random, seen);
                if (E::over(match.state.state)) return end(row);
                auto const waiting = E::to_act(match.state.state);
                if (!std::all_of(waiting.begin(), waiting.end(), [&](Seat seat) { return is_opponent(seat); })) return;
                auto const seat = waiting.front();
                RulesOfThumb<E>::apply(match.state, seat, RulesOfThumb<E>::choose(seen(seat), seat, random));
                ++arrays_.moves;
            }
        }
    }

    /// Tells the result, and begins the next match.
    void end(std::size_t row) {
        auto const result = *E::view(matches_[row].state.state, Observer::spectator()).result;
        auto const shares = win_shares(result, arrays_.seats);
        for (auto const seat : all_seats(arrays_.seats))
            arrays_.wins[static_cast<std::size_t>(seat.number())] += shares[seat];
        ++arrays_.ends;
        matches_[row].to_ask.clear();
        if (!matches_[row].choices.empty()) {
            auto at = row * static_cast<std::size_t>(arrays_.seats);
            for (auto const seat : all_seats(arrays_.seats)) {
                arrays_.ranks[at] = static_cast<std::int8_t>(result.ranks[seat]);
                arrays_.winners[at] =
                    std::find(result.winners.begin(), result.winners.end(), seat) != result.winners.end();
                arrays_.teams[at] = result.team ? static_cast<std::int8_t>((*result.team)[seat]) : std::int8_t(-1);
                arrays_.rewards[at] = shares[seat] - 1.0F / static_cast<float>(arrays_.seats);
                arrays_.scores[at++] = result.scores[seat].value;
            }
            arrays_.ended[row] = 1;
        }
        begin(row, next_seed_++);
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
            if (is_opponent(seat))
                continue;
            else if (auto legal = E::legal(state, seat); !legal.empty())
                return ask(match, seat, std::move(legal), false);
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
        Cells::write_to(features_of(row), E::view(match.state.state, match.seat), {shape_, match.seat.number()});
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
    std::shared_ptr<ActionSpace<Action> const> space_; ///< decisions point to it; shared with copies
    Shape shape_;
    std::uint64_t next_seed_;
    bool ask_all_;
    int view_width_ = 0;
    /// Of the last action in any match. One list for all: those of thousands of matches would not fit into the cache,
    /// and steps of a game with long actions would take a sixth longer.
    std::vector<typename E::Event> events_;
    std::vector<Row> matches_;
    Seats opponents_;
    std::vector<search::Random> randoms_; ///< of each row's opponents; empty without any
};

} // namespace tefuda::python
