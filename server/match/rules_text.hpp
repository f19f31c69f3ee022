// The games' rules as text, for clients that show them.
#pragma once

#include <string_view>

namespace tefuda::server {

enum class RulesLanguage { english, japanese };

/// A game's RULES.md or RULES.ja.md, as Markdown; empty if there is no such game, or no such text of it. Lives until
/// the process exits.
std::string_view rules_text(std::string_view game, RulesLanguage language);

} // namespace tefuda::server
