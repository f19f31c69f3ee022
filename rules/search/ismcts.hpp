// Information set Monte Carlo tree search with one observer (Cowling, Powley, Whitehouse 2012), for any game with a
// policy. Each iteration imagines the hidden cards anew, goes down the tree of actions by UCB, where an action counts
// as often as it was available, adds one, and plays on by the policy.
#pragma once

#include "rules/search/budget.hpp"
#include "rules/search/moves.hpp"

#include <cmath>

namespace tefuda::search {

template <HasPolicy E>
class Search {
public:
    using State = typename E::State;
    using Action = typename E::Action;
    using Policy = PolicyOf<E>;

    /// \param known what the seat can't tell from the real state \pre the game waits for the seat
    Search(State const& known, Seat seat, Random& random)
        : known_(known), seat_(seat), random_(random), chance_(random) {
        nodes_.push_back({});
    }

    /// The action that was looked at most, once the budget is used up; at least one iteration is made. A forced action
    /// takes as long as any: otherwise the time would tell of the hand.
    Action best(Budget const& budget) {
        auto const moves = moves_for<E>(known_, seat_, random_);
        while (iterations_ < budget.iterations) {
            iterate();
            ++iterations_;
            if (iterations_ % 4 == 0 && budget.is_over()) break;
        }
        // Then the root's children are what comes after it.
        if (moves.size() == 1) return moves.front().action;
        auto const* most = static_cast<Node const*>(nullptr);
        for (auto const child : nodes_[0].children)
            if (!most || nodes_[child].visits > most->visits) most = &nodes_[child];
        return most ? *most->action : moves.front().action;
    }

    int iterations() const { return iterations_; }

private:
    using Index = std::uint32_t;
    using Move = typename Moves<E>::Move;

    struct Tried {
        Index child;
        Move const* move;
    };

    /// An action, and what the seat noticed after it.
    struct Node {
        std::optional<Action> action; ///< as it was when the node was made; others may mean the same
        std::uint64_t meaning = 0;
        Seat mover{0};
        std::uint64_t noticed = 0;
        double reward = 0; ///< of the mover
        int visits = 0;
        int available = 0;
        std::vector<Index> children;
    };

    static constexpr double exploration = 0.7;
    static constexpr int longest_playout = 400;
    /// One in so many actions of a playout is any, not the policy's.
    static constexpr std::size_t surprise = 8;
    static constexpr std::size_t most_nodes = 200000;

    static std::uint64_t noticed(State const& state, Seat seat) {
        if constexpr (requires { Policy::noticed(state, seat); })
            return Policy::noticed(state, seat);
        else
            return 0;
    }

    bool ended(State const& state) const { return E::over(state) || Policy::ended(known_, state); }

    Seat mover(State const& state) const {
        auto const waiting = E::to_act(state);
        return std::find(waiting.begin(), waiting.end(), seat_) != waiting.end() ? seat_ : waiting.front();
    }

    bool carry_out(State& state, Seat seat, Action const& action) {
        events_.clear();
        return !E::apply(state, seat, action, chance_, events_);
    }

    void iterate() {
        auto state = imagine<E>(known_, seat_, chance_);
        path_.assign(1, 0);
        auto fresh = false;
        while (!fresh && !ended(state)) {
            auto const seat = mover(state);
            auto const moves = moves_for<E>(state, seat, random_);
            fresh = moves.size() > 1 ? descend(state, seat, moves) : !carry_out(state, seat, moves.front().action);
        }
        play_on(state);
        auto const worth = Policy::worth(known_, state);
        for (auto const index : path_) {
            auto& node = nodes_[index];
            ++node.visits;
            node.reward += worth[node.mover];
        }
    }

    /// Goes one action down. \returns whether the tree ends here: that action was new
    bool descend(State& state, Seat seat, Moves<E> const& moves) {
        auto const at = path_.back();
        auto const key = noticed(state, seat_);
        untried_.clear();
        tried_.clear();
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (auto const child = find(at, seat, key, moves[i].meaning)) {
                ++nodes_[*child].available;
                tried_.push_back({*child, &moves[i]});
            } else {
                untried_.push_back(&moves[i]);
            }
        }
        while (!untried_.empty() && nodes_.size() < most_nodes) {
            // The policy's choice first, then the others in any order.
            auto const place = untried_.front() == &moves.front() ? 0 : below(random_, untried_.size());
            auto const* move = untried_[place];
            untried_.erase(untried_.begin() + static_cast<std::ptrdiff_t>(place));
            if (!carry_out(state, seat, move->action)) continue;
            add(at, seat, key, *move);
            return true;
        }
        while (!tried_.empty()) {
            auto const best = std::max_element(tried_.begin(), tried_.end(), [&](Tried const& one, Tried const& other) {
                return ucb(one.child) < ucb(other.child);
            });
            auto const [child, move] = *best;
            if (carry_out(state, seat, move->action)) {
                path_.push_back(child);
                return false;
            }
            tried_.erase(best);
        }
        return true;
    }

    double ucb(Index child) const {
        auto const& node = nodes_[child];
        return node.reward / node.visits + exploration * std::sqrt(std::log(node.available) / node.visits);
    }

    std::optional<Index> find(Index at, Seat seat, std::uint64_t key, std::uint64_t meaning) const {
        for (auto const child : nodes_[at].children) {
            auto const& node = nodes_[child];
            if (node.meaning == meaning && node.mover == seat && node.noticed == key) return child;
        }
        return std::nullopt;
    }

    void add(Index at, Seat seat, std::uint64_t key, Move const& move) {
        auto const child = static_cast<Index>(nodes_.size());
        nodes_.push_back({move.action, move.meaning, seat, key, 0, 0, 1, {}});
        nodes_[at].children.push_back(child);
        path_.push_back(child);
    }

    void play_on(State& state) {
        for (int steps = 0; steps < longest_playout && !ended(state); ++steps) {
            auto const seat = mover(state);
            if (one_in(random_, surprise)) {
                auto const moves = moves_for<E>(state, seat, random_);
                if (carry_out(state, seat, moves[below(random_, moves.size())].action)) continue;
            }
            if (!carry_out(state, seat, Policy::choose(state, seat, random_))) return;
        }
    }

    State const& known_;
    Seat seat_;
    Random& random_;
    ImaginedChance chance_;
    int iterations_ = 0;
    std::vector<Node> nodes_;
    std::vector<Index> path_;
    std::vector<Tried> tried_;
    std::vector<Move const*> untried_;
    std::vector<typename E::Event> events_;
};

} // namespace tefuda::search
