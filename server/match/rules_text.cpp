#include "server/match/rules_text.hpp"

#include "rules/texts.hpp"
#include "server/match/match.hpp"

namespace tefuda::server {

std::string_view rules_text(std::string_view game, RulesLanguage language) {
    auto const games = all_games();
    for (std::size_t n = 0; n < games.size(); ++n)
        if (games[n]->id() == game) return rules_texts[2 * n + (language == RulesLanguage::japanese ? 1 : 0)];
    return {};
}

} // namespace tefuda::server
