// Single-observer information set Monte Carlo tree search (SO-ISMCTS; Cowling, Powley, Whitehouse 2012) for any game
// with a policy. Each iteration samples the hidden cards, descends the tree by UCB with availability counts, adds one
// node and finishes with a rollout of the policy.
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

    /// \param root a state that the seat cannot distinguish from the real one. Not copied; the caller keeps it and
    /// `random` alive. \pre the game waits for the seat
    Search(State const& root, Seat seat, Random& random)
        : root_state_(root), seat_(seat), random_(random), chance_(random) {
        nodes_.push_back({});
    }

    /// Searches until the budget is used up and returns the most visited action. A forced action takes as long as any
    /// other, because a fast answer would reveal something about the hand.
    Action best(Budget const& budget) {
        auto const moves = moves_at_root(root_state_);
        moves_for_root_ = moves.size();
        while (iterations_ < budget.iterations) {
            iterate();
            ++iterations_;
            if (iterations_ % 4 == 0 && budget.is_over()) break;
        }
        // With a single move the iterations skip the root, so its children belong to a later decision.
        if (moves.size() == 1) return moves.front().action;
        auto const* most_visited = static_cast<Node const*>(nullptr);
        for (auto const child : nodes_[0].children)
            if (!most_visited || nodes_[child].visits > most_visited->visits) most_visited = &nodes_[child];
        return most_visited ? *most_visited->action : moves.front().action;
    }

    /// Also considers this legal action, which might not be among the moves that a search tries. To be called before
    /// `best`.
    void consider_also(Action action) { also_ = std::move(action); }

    int iterations() const { return iterations_; }

    /// The mean of an action's values for the searching seat; nothing if it was not tried.
    std::optional<double> value_of(Action const& action) const {
        for (auto const child : nodes_[0].children)
            if (moves_for_root_ > 1 && nodes_[child].action_key == Policy::action_key(action))
                return nodes_[child].reward / nodes_[child].visits;
        return std::nullopt;
    }

    /// An action of the root, and the mean of its values for the searching seat.
    struct Considered {
        Action action;
        double value;
    };

    /// All actions that `best` has tried, the one of the highest value first. Empty where there was only one.
    std::vector<Considered> considered() const {
        std::vector<Considered> all;
        if (moves_for_root_ == 1) return all;
        for (auto const child : nodes_[0].children)
            all.push_back({*nodes_[child].action, nodes_[child].reward / nodes_[child].visits});
        std::stable_sort(all.begin(), all.end(),
                         [](Considered const& one, Considered const& other) { return one.value > other.value; });
        return all;
    }

private:
    using Index = std::uint32_t;
    using Move = typename Moves<E>::Move;

    /// A legal move that already has a node.
    struct Expanded {
        Index child;
        Move const* move;
    };

    /// An action of `mover`, taken at a decision where the searching seat had observed `observation_key`.
    struct Node {
        std::optional<Action> action; ///< the first action with this key; others may be equivalent
        std::uint64_t action_key = 0;
        Seat mover{0};
        std::uint64_t observation_key = 0;
        double reward = 0; ///< sum over all visits, for the mover
        int visits = 0;
        int available = 0; ///< how often the action was available when its parent was visited
        std::vector<Index> children;
    };

    static constexpr double exploration = 0.7; // constant of UCB
    static constexpr int max_rollout_steps = 400;
    /// On average one rollout action out of this many is random instead of the policy's choice.
    static constexpr std::size_t random_move_period = 8;
    static constexpr std::size_t max_nodes = 200000;

    static std::uint64_t observation_key(State const& state, Seat seat) {
        if constexpr (requires { Policy::observation_key(state, seat); })
            return Policy::observation_key(state, seat);
        else
            return 0;
    }

    static constexpr bool others_keep_to_rules() {
        if constexpr (requires { Policy::others_keep_to_rules; })
            return Policy::others_keep_to_rules;
        else
            return false;
    }

    bool is_terminal(State const& state) const { return E::over(state) || Policy::is_terminal(root_state_, state); }

    Seat mover(State const& state) const {
        auto const waiting = E::to_act(state);
        return std::find(waiting.begin(), waiting.end(), seat_) != waiting.end() ? seat_ : waiting.front();
    }

    Moves<E> moves_at_root(State const& state) {
        auto moves = moves_for<E>(state, seat_, random_);
        if (also_) moves.add(*also_);
        return moves;
    }

    /// \returns whether the action was legal
    bool apply(State& state, Seat seat, Action const& action) {
        events_.clear();
        return !E::apply(state, seat, action, chance_, events_);
    }

    void iterate() {
        auto state = imagine<E>(root_state_, seat_, chance_);
        path_.assign(1, 0);
        auto fresh = false;
        for (auto at_root = true; !fresh && !is_terminal(state); at_root = false) {
            auto const seat = mover(state);
            if (others_keep_to_rules() && seat != seat_) {
                fresh = !apply(state, seat, Policy::choose(state, seat, random_));
                continue;
            }
            auto const moves = at_root ? moves_at_root(state) : moves_for<E>(state, seat, random_);
            fresh = moves.size() > 1 ? descend(state, seat, moves) : !apply(state, seat, moves.front().action);
        }
        rollout(state);
        auto const rewards = Policy::evaluate(root_state_, state);
        for (auto const index : path_) {
            auto& node = nodes_[index];
            ++node.visits;
            node.reward += rewards[node.mover];
        }
    }

    /// Applies one action of the tree. \returns whether the descent ends here, because a node was added or no move was
    /// legal
    bool descend(State& state, Seat seat, Moves<E> const& moves) {
        auto const at = path_.back();
        auto const key = observation_key(state, seat_);
        unexpanded_.clear();
        expanded_.clear();
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (auto const child = find(at, seat, key, moves[i].action_key)) {
                ++nodes_[*child].available;
                expanded_.push_back({*child, &moves[i]});
            } else {
                unexpanded_.push_back(&moves[i]);
            }
        }
        while (!unexpanded_.empty() && nodes_.size() < max_nodes) {
            // The policy's choice first, then the others in random order.
            auto const place = unexpanded_.front() == &moves.front() ? 0 : below(random_, unexpanded_.size());
            auto const* move = unexpanded_[place];
            unexpanded_.erase(unexpanded_.begin() + static_cast<std::ptrdiff_t>(place));
            if (!apply(state, seat, move->action)) continue;
            add(at, seat, key, *move);
            return true;
        }
        while (!expanded_.empty()) {
            auto const best =
                std::max_element(expanded_.begin(), expanded_.end(), [&](Expanded const& one, Expanded const& other) {
                    return ucb(one.child) < ucb(other.child);
                });
            auto const [child, move] = *best;
            if (apply(state, seat, move->action)) {
                path_.push_back(child);
                return false;
            }
            expanded_.erase(best);
        }
        return true;
    }

    double ucb(Index child) const {
        auto const& node = nodes_[child];
        return node.reward / node.visits + exploration * std::sqrt(std::log(node.available) / node.visits);
    }

    std::optional<Index> find(Index at, Seat seat, std::uint64_t key, std::uint64_t action_key) const {
        for (auto const child : nodes_[at].children) {
            auto const& node = nodes_[child];
            if (node.action_key == action_key && node.mover == seat && node.observation_key == key) return child;
        }
        return std::nullopt;
    }

    void add(Index at, Seat seat, std::uint64_t key, Move const& move) {
        auto const child = static_cast<Index>(nodes_.size());
        nodes_.push_back({move.action, move.action_key, seat, key, 0, 0, 1, {}});
        nodes_[at].children.push_back(child);
        path_.push_back(child);
    }

    void rollout(State& state) {
        for (int steps = 0; steps < max_rollout_steps && !is_terminal(state); ++steps) {
            auto const seat = mover(state);
            if (one_in(random_, random_move_period)) {
                auto const moves = moves_for<E>(state, seat, random_);
                if (apply(state, seat, moves[below(random_, moves.size())].action)) continue;
            }
            if (!apply(state, seat, Policy::choose(state, seat, random_))) return;
        }
    }

    State const& root_state_;
    Seat seat_;
    Random& random_;
    ImaginedChance chance_;
    int iterations_ = 0;
    std::size_t moves_for_root_ = 0;
    std::optional<Action> also_;
    std::vector<Node> nodes_;
    std::vector<Index> path_;
    std::vector<Expanded> expanded_;
    std::vector<Move const*> unexpanded_;
    std::vector<typename E::Event> events_;
};

} // namespace tefuda::search
