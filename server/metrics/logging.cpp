#include "server/metrics/logging.hpp"

#include <nlohmann/json.hpp>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <array>
#include <chrono>
#include <ctime>
#include <memory>
#include <utility>

namespace tefuda::server {

namespace {

/// The fields of the line that this thread is logging, or null. spdlog has no fields; it formats a line on the thread
/// that logs it, so the formatters below find them here.
thread_local std::initializer_list<LogField> const* current_fields = nullptr;

nlohmann::json json_of(LogField const& field) {
    return std::visit([](auto value) { return nlohmann::json(value); }, field.value);
}

/// RFC 3339, in UTC, with milliseconds.
std::string timestamp(spdlog::log_clock::time_point time) {
    auto const since_epoch = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
    auto const seconds = static_cast<std::time_t>(since_epoch / 1000);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    return spdlog::fmt_lib::format("{}.{:03}Z", text.data(), since_epoch % 1000);
}

class JsonFormatter final : public spdlog::formatter {
public:
    explicit JsonFormatter(std::string node) : node_(std::move(node)) {}

    void format(spdlog::details::log_msg const& line, spdlog::memory_buf_t& out) override {
        auto const level = spdlog::level::to_string_view(line.level);
        nlohmann::ordered_json object{{"time", timestamp(line.time)},
                                      {"level", std::string_view(level.data(), level.size())},
                                      {"message", std::string_view(line.payload.data(), line.payload.size())}};
        if (!node_.empty()) object["node"] = node_;
        if (current_fields)
            for (auto const& field : *current_fields) object[std::string(field.name)] = json_of(field);
        // The text of an error may have bytes that are not UTF-8: replace them instead of throwing.
        auto const text = object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
        out.append(text.data(), text.data() + text.size());
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
            auto const* const word = std::get_if<std::string_view>(&field.value);
            auto const text =
                spdlog::fmt_lib::format(" {}={}", field.name, word ? std::string(*word) : json_of(field).dump());
            out.append(text.data(), text.data() + text.size());
        }
    }

    std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<FieldsFlag>(); }
};

} // namespace

std::unique_ptr<spdlog::formatter> make_log_formatter(LogFormat format, std::string node) {
    if (format == LogFormat::json) return std::make_unique<JsonFormatter>(std::move(node));
    auto formatter = std::make_unique<spdlog::pattern_formatter>();
    formatter->add_flag<FieldsFlag>('*').set_pattern("%Y-%m-%d %H:%M:%S.%e %^%l%$ %v%*");
    return formatter;
}

void set_up_logging(std::string const& level, LogFormat format, std::string node) {
    spdlog::set_default_logger(spdlog::stderr_color_mt("tefuda"));
    spdlog::set_formatter(make_log_formatter(format, std::move(node)));
    spdlog::set_level(spdlog::level::from_str(level == "warn" ? "warning" : level));
}

void log_event(std::string_view message, std::initializer_list<LogField> fields) {
    current_fields = &fields;
    spdlog::info("{}", message);
    current_fields = nullptr;
}

} // namespace tefuda::server
