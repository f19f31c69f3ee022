#include "server/daily/days.hpp"

#include "server/metrics/utc.hpp"

#include <chrono>
#include <ctime>

namespace tefuda::server {

std::string date_of(int day) {
    return utc_date(std::chrono::sys_days(std::chrono::days(day)));
}

std::optional<int> day_in(std::string_view date) {
    std::tm parts{};
    if (!strptime(std::string(date).c_str(), "%Y-%m-%d", &parts)) return std::nullopt;
    auto const day = day_of(timegm(&parts));
    // There is no 31 February, and a day has one form.
    return day > 0 && date_of(day) == date ? std::optional(day) : std::nullopt;
}

} // namespace tefuda::server
