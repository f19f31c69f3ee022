// What the players of a board did at the decisions that several of them met.
#pragma once

#include "server/match/match.hpp"
#include "server/match/match_actions.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tefuda::server {

/// Collects the matches of a board; its memory is a few bytes for each action. Not thread-safe.
class Choices {
public:
    /// How many decisions a document has at most: those that most players met.
    static constexpr std::size_t max_decisions = 5'000;
    /// How many actions of a decision it has at most: those that most players took.
    static constexpr std::size_t max_actions = 100;

    /// \param person the seat of the board's player
    Choices(Game const& game, Seat person) : game_(game), person_(person) {}

    /// A match that has ended.
    void add(MatchActions const& actions, std::int64_t margin);

    /// A list of BoardChoice, JSON text.
    std::string document();

private:
    using ActionId = std::uint32_t;
    struct Step {
        ActionId action;
        bool of_person;
        friend auto operator<=>(Step const&, Step const&) = default;
    };
    struct Path {
        std::vector<Step> steps;
        std::int64_t margin;
    };
    /// Paths that are the same up to this step, which differ from there on or are of the person.
    struct Decision {
        std::size_t begin, end; ///< places of paths
        std::size_t depth;
        std::size_t players;
    };

    ActionId id_of(std::string_view action);
    std::vector<Decision> decisions() const;
    std::string hash_of(Path const& path, std::size_t depth) const;
    std::string text_of(Decision const& decision) const;

    Game const& game_;
    Seat const person_;
    std::vector<Path> paths_;
    std::vector<std::string> actions_; ///< each different one once, as Game::canonical
    std::unordered_map<std::string, ActionId> ids_;
};

} // namespace tefuda::server
