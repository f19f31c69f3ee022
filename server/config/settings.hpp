// The kinds of settings. Complaints quote the text, because it may come from a variable.
#pragma once

#include "server/config/flags.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda::server::setting {

/// The whole text as one number. \returns nothing if it is not one, or out of range
template <class Number>
std::optional<Number> parse_number(std::string const& text, Number min, Number max) {
    Number number{};
    auto const end = text.data() + text.size();
    auto const [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || !(number >= min && number <= max)) return std::nullopt;
    return number;
}

inline std::string is_not(std::string const& text, std::string_view what) {
    return spdlog::fmt_lib::format("\"{}\" is not {}", text, what);
}

/// Without a point where there is nothing behind it.
template <class Number>
std::string text_of(Number number) {
    if constexpr (std::floating_point<Number>)
        if (number == std::floor(number)) return spdlog::fmt_lib::format("{:.0f}", number);
    return spdlog::fmt_lib::format("{}", number);
}

/// \param set is given the configuration and the number; \param get returns the number
template <class Number, class Set, class Get>
Setting number(Number min, Number max, Set set, Get get) {
    return {[=](Config& config, std::string const& text) -> std::string {
                if (auto const number = parse_number(text, min, max)) return set(config, *number), std::string();
                auto const kind = std::floating_point<Number> ? "number" : "whole number";
                return is_not(text, spdlog::fmt_lib::format("a {} from {} to {}", kind, text_of(min), text_of(max)));
            },
            [=](Config const& config) { return text_of(get(config)); }};
}

/// \param member returns a reference to a number of the configuration
template <class Member>
Setting number(auto min, auto max, Member member) {
    using Number = std::remove_cvref_t<decltype(member(std::declval<Config&>()))>;
    return number(
        Number(min), Number(max), [=](Config& config, Number value) { member(config) = value; },
        [=](Config const& config) { return member(config); });
}

/// \param member returns a reference to a duration
template <class Member>
Setting seconds(double min, double max, Member member) {
    return number(
        min, max,
        [=](Config& config, double value) {
            member(config) = std::chrono::milliseconds(static_cast<std::int64_t>(value * 1000));
        },
        [=](Config const& config) { return std::chrono::duration<double>(member(config)).count(); });
}

/// One of some words. \param values the words with what they mean \param member returns a reference
template <class Value, class Member>
Setting word(std::string what, std::vector<std::pair<std::string_view, Value>> values, Member member) {
    return {[=](Config& config, std::string const& text) {
                for (auto const& [name, value] : values)
                    if (text == name) return member(config) = value, std::string();
                return is_not(text, what);
            },
            [=](Config const& config) {
                for (auto const& [name, value] : values)
                    if (member(config) == value) return std::string(name);
                return std::string();
            }};
}

template <class Member>
Setting on_or_off(Member member) {
    return word<bool>("on or off", {{"on", true}, {"off", false}}, member);
}

/// \param set what it means when it is on
template <class Set>
Setting yes_or_no(Set set) {
    return {[=](Config& config, std::string const& text) {
                auto const is_one_of = [&](auto... words) { return ((text == words) || ...); };
                if (is_one_of("true", "1", "on", "yes")) return set(config, true), std::string();
                if (is_one_of("false", "0", "off", "no")) return set(config, false), std::string();
                return is_not(text, "true or false");
            },
            [](Config const&) { return std::string("false"); }, true};
}

/// A text that is not empty: an empty flag is a mistake that would go unseen. \param member returns a reference to a
/// text, a path, or an optional of one \param accepts whether it is one \param what it is to be
template <class Member, class Accepts>
Setting text(Member member, std::string what, Accepts accepts) {
    return {[=](Config& config, std::string const& value) {
                if (value.empty()) return is_not(value, "a value");
                if (!accepts(value)) return is_not(value, what);
                member(config) = value;
                return std::string();
            },
            [](Config const&) { return std::string(); }};
}

template <class Member>
Setting text(Member member) {
    return text(member, {}, [](std::string const&) { return true; });
}

/// The parts of a text with commas between them, without the spaces around them.
std::vector<std::string> list_of(std::string const& text);

/// \param accepts whether a part of the list is one \param member returns a reference to a list of texts
template <class Member>
Setting list(std::string what, bool (*accepts)(std::string const&), Member member) {
    return {[=](Config& config, std::string const& text) {
                auto parts = list_of(text);
                if (!std::ranges::all_of(parts, accepts)) return is_not(text, what);
                member(config) = std::move(parts);
                return std::string();
            },
            [](Config const&) { return std::string(); }};
}

/// Short for a member of the configuration, to be read or written.
#define MEMBER(path)                                                                                                   \
    [](auto& config) -> auto& {                                                                                        \
        return config.path;                                                                                            \
    }

} // namespace tefuda::server::setting
