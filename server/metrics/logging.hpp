// The log, on stderr: lines for people or JSON. What is said with spdlog's own functions comes out in the same form.
// Nothing that a player or a bot has said, holds or is called may go in here.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace spdlog {
class formatter;
}

namespace tefuda::server {

enum class LogFormat { text, json };

/// How lines are written in this format.
std::unique_ptr<spdlog::formatter> make_log_formatter(LogFormat format);

/// \param level trace, debug, info, warn, error, critical or off
void set_up_logging(std::string const& level, LogFormat format);

struct LogField {
    std::string_view name;
    std::variant<std::int64_t, double, std::string_view> value;
};

/// One line at the level info: `message name=value …`, or a JSON object with `time` (UTC), `level`, `message` and the
/// fields.
void log_event(std::string_view message, std::initializer_list<LogField> fields);

} // namespace tefuda::server
