#include "server/daily/choices.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/daily.hpp"
#include "rules/core/seeded_chance.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tefuda::server {

Choices::ActionId Choices::id_of(std::string_view action) {
    auto text = game_.canonical(action);
    auto const [found, is_new] = ids_.try_emplace(std::move(text), static_cast<ActionId>(actions_.size()));
    if (is_new) actions_.push_back(found->first);
    return found->second;
}

void Choices::add(MatchActions const& actions, std::int64_t margin) {
    Path path{{}, margin};
    path.steps.reserve(actions.size());
    for (auto const& action : actions) path.steps.push_back({id_of(action.action), action.seat == person_});
    paths_.push_back(std::move(path));
}

/// \pre the paths are sorted
std::vector<Choices::Decision> Choices::decisions() const {
    std::vector<Decision> found, open{{0, paths_.size(), 0, 0}};
    while (!open.empty()) {
        auto at = open.back();
        open.pop_back();
        // Those that end here come first.
        while (at.begin < at.end && paths_[at.begin].steps.size() == at.depth) ++at.begin;
        at.players = 0;
        for (auto first = at.begin; first < at.end;) {
            auto const step = paths_[first].steps[at.depth];
            auto last = first + 1;
            while (last < at.end && paths_[last].steps[at.depth] == step) ++last;
            if (step.of_person) at.players += last - first;
            if (last - first > 1) open.push_back({first, last, at.depth + 1, 0});
            first = last;
        }
        if (at.players > 1) found.push_back(at);
    }
    return found;
}

std::string Choices::hash_of(Path const& path, std::size_t depth) const {
    std::string text = "[";
    for (std::size_t i = 0; i < depth; ++i) {
        if (i > 0) text += ',';
        text += actions_[path.steps[i].action];
    }
    text += ']';
    return to_hex(sha256({reinterpret_cast<std::uint8_t const*>(text.data()), text.size()}));
}

std::string Choices::text_of(Decision const& decision) const {
    struct Taken {
        ActionId action;
        std::int64_t players, margins;
    };
    std::vector<Taken> taken;
    for (auto place = decision.begin; place < decision.end; ++place) {
        auto const& [action, of_person] = paths_[place].steps[decision.depth];
        if (!of_person) continue;
        if (taken.empty() || taken.back().action != action) taken.push_back({action, 0, 0});
        ++taken.back().players;
        taken.back().margins += paths_[place].margin;
    }
    std::ranges::sort(taken, {}, [this](Taken const& one) {
        return std::tuple(-one.players, std::cref(actions_[one.action]).get());
    });
    if (taken.size() > max_actions) taken.resize(max_actions);
    BoardChoice choice{static_cast<std::int64_t>(decision.depth), hash_of(paths_[decision.begin], decision.depth), {}};
    for (auto const& [action, players, margins] : taken)
        choice.actions.push_back(
            {{actions_[action]}, players, static_cast<double>(margins) / static_cast<double>(players)});
    return codec::to_json(choice);
}

std::string Choices::document() {
    std::ranges::sort(paths_, {}, [](Path const& path) -> auto const& { return path.steps; });
    auto all = decisions();
    std::ranges::sort(all, {}, [](Decision const& one) {
        return std::tuple(-static_cast<std::int64_t>(one.players), one.depth, one.begin);
    });
    if (all.size() > max_decisions) all.resize(max_decisions);
    std::ranges::sort(all, {}, [](Decision const& one) { return std::tuple(one.depth, one.begin); });
    std::string text = "[";
    for (auto const& decision : all) {
        if (text.size() > 1) text += ',';
        text += text_of(decision);
    }
    return text + "]";
}

} // namespace tefuda::server
