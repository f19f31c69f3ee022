// The days of boards: when they begin, close and open. All times are UTC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

inline constexpr std::int64_t seconds_a_day = 86'400;
/// How long after the end of its day a board opens.
inline constexpr std::int64_t seconds_until_open = 3'600;

/// \param seconds since 1970 \returns the day, since 1970
constexpr int day_of(std::int64_t seconds) {
    return static_cast<int>(seconds / seconds_a_day);
}

/// When nobody begins the day's board any more, in seconds since 1970.
constexpr std::int64_t closes_at(int day) {
    return (std::int64_t{day} + 1) * seconds_a_day;
}
constexpr std::int64_t opens_at(int day) {
    return closes_at(day) + seconds_until_open;
}

/// The last day whose boards are open by this time.
constexpr int last_open_day(std::int64_t seconds) {
    return day_of(seconds - seconds_until_open) - 1;
}

/// YYYY-MM-DD
std::string date_of(int day);
/// The day of a date; nothing where it is none.
std::optional<int> day_in(std::string_view date);

} // namespace tefuda::server
