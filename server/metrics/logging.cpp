#include "server/metrics/logging.hpp"

#include "server/metrics/utc.hpp"

#include <nlohmann/json.hpp>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace tefuda::server {

namespace {

/// The fields of the line that this thread is logging, or null. spdlog has no fields; it formats a line on the thread
/// that logs it, so the formatters below find them here.
thread_local std::initializer_list<LogField> const* current_fields = nullptr;

nlohmann::json json_of(LogField const& field) {
    return std::visit([](auto value) { return nlohmann::json(value); }, field.value);
}

bool has_value(LogField const& field) {
    auto const* const text = std::get_if<std::string_view>(&field.value);
    return !text || !text->empty();
}

/// RFC 3339, in UTC, with milliseconds.
std::string timestamp(spdlog::log_clock::time_point time) {
    return iso_time(std::chrono::floor<std::chrono::milliseconds>(time));
}

class JsonFormatter final : public spdlog::formatter {
public:
    explicit JsonFormatter(std::string node) : node_(std::move(node)) {}

    void format(spdlog::details::log_msg const& line, spdlog::memory_buf_t& out) override {
        auto const level = spdlog::level::to_string_view(line.level);
        // Value by value: nlohmann's destructor of an object allocates, and ends the process where memory runs out.
        auto append = [&, sign = '{'](std::string_view name, nlohmann::json const& value) mutable {
            // The text of an error may have bytes that are not UTF-8: replace them instead of throwing.
            auto const text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
            spdlog::fmt_lib::format_to(std::back_inserter(out), "{}\"{}\":{}", std::exchange(sign, ','), name, text);
        };
        append("time", timestamp(line.time));
        append("level", std::string_view(level.data(), level.size()));
        append("message", std::string_view(line.payload.data(), line.payload.size()));
        if (!node_.empty()) append("node", node_);
        if (current_fields)
            for (auto const& field : *current_fields)
                if (has_value(field)) append(field.name, json_of(field));
        out.push_back('}');
        out.push_back('\n');
    }

    std::unique_ptr<formatter> clone() const override { return std::make_unique<JsonFormatter>(node_); }

private:
    std::string const node_;
};

/// Writes the fields as ` name=value …`.
class FieldsFlag final : public spdlog::custom_flag_formatter {
public:
    void format(spdlog::details::log_msg const&, std::tm const&, spdlog::memory_buf_t& out) override {
        if (!current_fields) return;
        for (auto const& field : *current_fields) {
            if (!has_value(field)) continue;
            auto const* const word = std::get_if<std::string_view>(&field.value);
            auto const text =
                spdlog::fmt_lib::format(" {}={}", field.name, word ? std::string(*word) : json_of(field).dump());
            out.append(text.data(), text.data() + text.size());
        }
    }

    std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<FieldsFlag>(); }
};

/// Puts the priority of syslog before each line, `<3>` for an error: systemd's journal takes it off and keeps it.
class PriorityFormatter final : public spdlog::formatter {
public:
    explicit PriorityFormatter(std::unique_ptr<formatter> line) : line_(std::move(line)) {}

    void format(spdlog::details::log_msg const& line, spdlog::memory_buf_t& out) override {
        for (auto const sign : {'<', priority(line.level), '>'}) out.push_back(sign);
        line_->format(line, out);
    }

    std::unique_ptr<formatter> clone() const override { return std::make_unique<PriorityFormatter>(line_->clone()); }

private:
    static char priority(spdlog::level::level_enum level) {
        switch (level) {
        case spdlog::level::critical:
            return '2';
        case spdlog::level::err:
            return '3';
        case spdlog::level::warn:
            return '4';
        case spdlog::level::info:
            return '6';
        default:
            return '7';
        }
    }

    std::unique_ptr<formatter> const line_;
};

/// Whether systemd's journal reads stderr: systemd.exec(7), JOURNAL_STREAM.
bool journal_reads_stderr() {
    auto const* const stream = std::getenv("JOURNAL_STREAM");
    struct stat file {};
    if (!stream || fstat(STDERR_FILENO, &file) != 0) return false;
    return stream == std::to_string(file.st_dev) + ":" + std::to_string(file.st_ino);
}

} // namespace

std::unique_ptr<spdlog::formatter> make_log_formatter(LogFormat format, std::string node) {
    if (format == LogFormat::json) return std::make_unique<JsonFormatter>(std::move(node));
    auto formatter = std::make_unique<spdlog::pattern_formatter>();
    auto const* const time = format == LogFormat::journal ? "" : "%Y-%m-%d %H:%M:%S.%e ";
    formatter->add_flag<FieldsFlag>('*').set_pattern(std::string(time) + "%^%l%$ %v%*");
    return formatter;
}

std::unique_ptr<spdlog::formatter> make_priority_formatter(std::unique_ptr<spdlog::formatter> line) {
    return std::make_unique<PriorityFormatter>(std::move(line));
}

void set_up_logging(std::string const& level, LogFormat format, std::string node) {
    spdlog::set_default_logger(spdlog::stderr_color_mt("tefuda"));
    auto const is_journal = journal_reads_stderr();
    if (is_journal && format == LogFormat::text) format = LogFormat::journal;
    auto formatter = make_log_formatter(format, std::move(node));
    if (is_journal) formatter = make_priority_formatter(std::move(formatter));
    spdlog::set_formatter(std::move(formatter));
    spdlog::set_level(spdlog::level::from_str(level == "warn" ? "warning" : level));
}

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 200;
    auto written = nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    // JSON leaves DEL as it is.
    for (auto at = written.find('\x7f'); at != std::string::npos; at = written.find('\x7f', at))
        written.replace(at, 1, "\\u007f");
    if (written.size() > longest) written.replace(longest - 4, std::string::npos, "…\"");
    return written;
}

std::string failure_text(std::string_view text) {
    if (!journal_reads_stderr()) return std::string(text);
    std::string lines;
    while (!text.empty()) {
        auto const line = text.substr(0, text.find('\n'));
        lines.append("<3>").append(line).append("\n");
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return lines;
}

void log_event(std::string_view message, std::initializer_list<LogField> fields) {
    current_fields = &fields;
    spdlog::info("{}", message);
    current_fields = nullptr;
}

} // namespace tefuda::server
