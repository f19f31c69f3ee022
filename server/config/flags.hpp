// One table of all settings: each is a flag, a variable (TEFUDA_…), a line of --config, a line of --print-config and a
// row of OPERATING.md.
#pragma once

#include "server/config/config.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tefuda::server {

constexpr unsigned max_threads = 256;

/// How a setting's text becomes a member of the configuration.
struct Setting {
    /// \returns what is wrong with the text, or an empty text
    std::function<std::string(Config&, std::string const& text)> set;
    /// As text; empty: it has no value.
    std::function<std::string(Config const&)> get;
    /// `true` or `false`; as a flag it needs no value.
    bool is_switch = false;
};

struct Flag {
    std::string name;  ///< without its dashes
    std::string value; ///< what the help calls its value
    std::string text;  ///< one sentence, without a full stop
    Setting setting;
    std::string more{};      ///< sentences for OPERATING.md alone
    std::string otherwise{}; ///< what holds without it, where that is no value
    bool is_limit = false;

    /// Its variable.
    std::string variable() const;
    /// Its value where nobody sets it; empty: none.
    std::string default_value() const;
};

/// What lasts: not the flags that only ask for something (--help, --health).
std::vector<Flag> const& all_flags();

/// Those of the limits on clients, which all_flags has, too.
std::vector<Flag> limit_flags();

} // namespace tefuda::server
