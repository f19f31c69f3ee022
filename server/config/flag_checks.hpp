// Checks of the command line's values. Their messages quote the value, because it may come from an environment
// variable.
#pragma once

#include <CLI/CLI.hpp>
#include <spdlog/spdlog.h>

#include <charconv>
#include <concepts>
#include <optional>
#include <string>

namespace tefuda::server {

/// The whole text as one number. \returns nothing if it is not one, or out of range
template <class Number>
std::optional<Number> parse_number(std::string const& text, Number min, Number max) {
    Number number{};
    auto const end = text.data() + text.size();
    auto const [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || !(number >= min && number <= max)) return std::nullopt;
    return number;
}

/// \param accepts is called with the value; in `transform` it may change it
template <class Accepts>
CLI::Validator must_be(std::string const& what, Accepts accepts) {
    return CLI::Validator(
        [what, accepts](std::string& value) {
            return accepts(value) ? std::string() : "\"" + value + "\" is not " + what;
        },
        "");
}

/// For `transform`.
template <class Number>
CLI::Validator must_be_number(Number min, Number max) {
    auto const kind = std::floating_point<Number> ? "number" : "whole number";
    return must_be(spdlog::fmt_lib::format("a {} from {} to {}", kind, min, max), [=](std::string& value) {
        auto const number = parse_number(value, min, max);
        // CLI11 would take a number that begins with 0 for an octal one.
        if (number) value = spdlog::fmt_lib::format("{}", *number);
        return number.has_value();
    });
}

/// An empty value of a variable is none; one of a flag is a mistake that would go unseen.
inline CLI::Validator must_not_be_empty() {
    return must_be("a value", [](std::string const& value) { return !value.empty(); });
}

} // namespace tefuda::server
