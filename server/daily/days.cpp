#include "server/daily/days.hpp"

#include <array>
#include <chrono>
#include <cstdio>

namespace tefuda::server {

namespace {

std::chrono::year_month_day parts_of(int day) {
    return std::chrono::sys_days(std::chrono::days(day));
}

/// \returns nothing where there is another sign than a digit
std::optional<int> number_in(std::string_view digits) {
    auto number = 0;
    for (auto const digit : digits) {
        if (digit < '0' || digit > '9') return std::nullopt;
        number = 10 * number + (digit - '0');
    }
    return number;
}

} // namespace

std::string date_of(int day) {
    auto const parts = parts_of(day);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", int{parts.year()}, unsigned{parts.month()},
                  unsigned{parts.day()});
    return text.data();
}

std::optional<int> day_in(std::string_view date) {
    if (date.size() != 10 || date[4] != '-' || date[7] != '-') return std::nullopt;
    auto const year = number_in(date.substr(0, 4)), month = number_in(date.substr(5, 2)),
               day = number_in(date.substr(8));
    if (!year || !month || !day) return std::nullopt;
    std::chrono::year_month_day const parts{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                            std::chrono::day(static_cast<unsigned>(*day))};
    if (!parts.ok()) return std::nullopt;
    auto const since = std::chrono::sys_days(parts).time_since_epoch().count();
    return since > 0 ? std::optional(static_cast<int>(since)) : std::nullopt;
}

std::string iso_of(std::int64_t seconds) {
    auto const rest = seconds % seconds_a_day;
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "T%02d:%02d:%02dZ", static_cast<int>(rest / 3600),
                  static_cast<int>(rest / 60 % 60), static_cast<int>(rest % 60));
    return date_of(day_of(seconds)) + text.data();
}

} // namespace tefuda::server
