// The log, on stderr, as text or JSON. Lines that are logged with spdlog's own functions have the same format.
// Secrecy: never log a player's or bot's name, chat or cards.
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

/// `journal` is text without the time, which systemd's journal notes itself.
enum class LogFormat { text, json, journal };

/// The formatter for spdlog's sinks. \param node if not empty, a field `node` of each line in JSON
std::unique_ptr<spdlog::formatter> make_log_formatter(LogFormat format, std::string node = {});

/// A formatter that puts the priority of syslog before each line of another one, such as `<3>` for an error.
std::unique_ptr<spdlog::formatter> make_priority_formatter(std::unique_ptr<spdlog::formatter> line);

/// Sends spdlog's default logger to stderr, with priorities where systemd's journal reads it. To be called once, before
/// the first line is logged. \param level trace, debug, info, warn, error, critical or off \param node as
/// make_log_formatter
void set_up_logging(std::string const& level, LogFormat format, std::string node = {});

/// What somebody sent, for a line of the log: in quotes, on one line, in printable ASCII, 200 characters at most.
std::string quoted(std::string_view text);

/// Why the program ends, for stderr: where systemd's journal reads it, each line has the priority of an error.
std::string failure_text(std::string_view text);

struct LogField {
    std::string_view name;
    std::variant<std::int64_t, double, std::string_view> value;
};

/// Logs one line at level info: `message name=value …`, or a JSON object with `time` (UTC), `level`, `message` and the
/// fields, but for those with an empty text. Thread-safe.
void log_event(std::string_view message, std::initializer_list<LogField> fields);

} // namespace tefuda::server
