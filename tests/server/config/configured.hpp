#pragma once

#include "server/config/config.hpp"
#include "tests/support/catch.hpp"

#include <cstdlib>

namespace tefuda::server {

/// Sets an environment variable for its own lifetime.
class Environment {
public:
    Environment(char const* name, char const* value) : name_(name) { ::setenv(name, value, 1); }
    ~Environment() { ::unsetenv(name_); }
    Environment(Environment const&) = delete;
    Environment& operator=(Environment const&) = delete;

private:
    char const* name_;
};

inline std::variant<Config, EarlyExit> read(std::vector<char const*> flags) {
    flags.insert(flags.begin(), "tefuda-server");
    return read_config(static_cast<int>(flags.size()), flags.data());
}

inline Config config_of(std::vector<char const*> flags) {
    auto const result = read(std::move(flags));
    if (auto const* early = std::get_if<EarlyExit>(&result)) FAIL(early->text);
    return std::get<Config>(result);
}

} // namespace tefuda::server
