#include "server/store/postgres/database_url.hpp"

#include <boost/algorithm/string/split.hpp>
#include <libpq-fe.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

namespace tefuda::server {

namespace {

using Options = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;

/// \returns null if libpq can't read it
Options parsed(std::string const& url) {
    char* error = nullptr;
    Options options(PQconninfoParse(url.c_str(), &error), &PQconninfoFree);
    // The message may show the password.
    PQfreemem(error);
    return options;
}

/// Empty if it is missing, or libpq can't read the URL.
std::string value_in(std::string const& url, std::string_view keyword) {
    auto const options = parsed(url);
    for (auto const* option = options.get(); option && option->keyword; ++option)
        if (option->keyword == keyword) return option->val ? option->val : "";
    return {};
}

/// What stands between commas: one empty part in an empty text.
std::vector<std::string> parts_of(std::string const& text) {
    std::vector<std::string> parts;
    return boost::algorithm::split(parts, text, [](char sign) { return sign == ','; });
}

} // namespace

bool is_database_url(std::string const& url) {
    if (!url.starts_with("postgresql://") && !url.starts_with("postgres://")) return false;
    return parsed(url) != nullptr;
}

std::string options_in(std::string const& url) {
    return value_in(url, "options");
}

std::string DatabaseHost::shown() const {
    auto const& name = host.empty() ? address : host;
    return (name.empty() ? "the default host" : name) + (port.empty() ? "" : ":" + port);
}

std::vector<DatabaseHost> hosts_in(std::string const& url) {
    auto const hosts = parts_of(value_in(url, "host"));
    auto const addresses = parts_of(value_in(url, "hostaddr"));
    auto const ports = parts_of(value_in(url, "port"));
    auto const count = std::max(hosts.size(), addresses.size());
    std::vector<DatabaseHost> all;
    for (std::size_t i = 0; i < count; ++i) {
        auto const at = [i](auto const& parts) { return i < parts.size() ? parts[i] : std::string(); };
        // One port is that of all hosts.
        auto port = ports.size() == 1 ? ports[0] : at(ports);
        if (port.empty() && count > 1) port = "5432";
        all.push_back({at(hosts), at(addresses), std::move(port)});
    }
    return all;
}

std::optional<std::chrono::seconds> connect_seconds_in(std::string const& url) {
    auto const seconds = std::atoi(value_in(url, "connect_timeout").c_str());
    if (seconds <= 0) return std::nullopt;
    return std::chrono::seconds(seconds);
}

} // namespace tefuda::server
