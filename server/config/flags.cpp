#include "server/config/flags.hpp"

#include "server/config/settings.hpp"
#include "server/metrics/metrics_access.hpp"

#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim.hpp>

#include <algorithm>
#include <array>
#include <cctype>

#include <arpa/inet.h>

namespace tefuda::server {

namespace {

using setting::list, setting::list_of, setting::number, setting::on_or_off, setting::seconds, setting::text,
    setting::word, setting::yes_or_no;

constexpr unsigned max_bot_think_ms = 60'000;
constexpr unsigned max_retention_days = 36'500;
constexpr unsigned max_disk_mib = 1'000'000'000;

bool is_address(std::string const& text) {
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    return inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 || inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

bool is_node_name(std::string const& text) {
    constexpr std::size_t longest = 64;
    auto const fits = [](unsigned char sign) {
        return std::isalnum(sign) != 0 || sign == '.' || sign == ':' || sign == '-' || sign == '_';
    };
    return !text.empty() && text.size() <= longest && std::ranges::all_of(text, fits);
}

/// As `cards.example` or `[2001:db8::1]`: with a port, a scheme or a star it would match nothing.
bool is_host_name(std::string const& name) {
    auto const is_v6 = name.front() == '[' && name.back() == ']';
    return name.find_first_of(is_v6 ? "/* " : "/*: ") == std::string::npos;
}

/// As a browser names them, or a star.
bool is_origin(std::string const& origin) {
    if (origin == "*") return true;
    auto const scheme = origin.find("://");
    if (scheme == std::string::npos || scheme == 0) return false;
    auto const host = origin.substr(scheme + 3);
    return !host.empty() && host.find_first_of("/*?# ") == std::string::npos;
}

Setting networks() {
    return {[](Config& config, std::string const& text) {
                std::vector<Network> found;
                for (auto const& part : list_of(text)) {
                    auto const network = Network::parse(part);
                    if (!network)
                        return setting::is_not(text, "a list of networks with commas between them (10.0.0.0/8)");
                    found.push_back(*network);
                }
                config.transport.metrics.from = std::move(found);
                return std::string();
            },
            [](Config const&) { return std::string(); }};
}

TlsFiles& tls_of(Config& config) {
    if (!config.transport.tls) config.transport.tls.emplace();
    return *config.transport.tls;
}

std::vector<Flag> make_flags() {
    return {
        {"address",
         "ADDRESS",
         "The IPv4 or IPv6 address to listen at",
         {text(MEMBER(address), "an IPv4 or IPv6 address", is_address).set,
          [](Config const& config) { return config.address; }}},
        {"port", "NUMBER", "The port to listen at; 0: any free port", number(0, 65535, MEMBER(port)), "It is printed."},
        {"data", "DIR", "The directory in which rooms and matches are stored; created if it is missing",
         text(MEMBER(data)), "Without it they end with the process."},
        {"admin-socket", "FILE", "The Unix socket at which `admin` commands this server", text(MEMBER(admin_socket)),
         "`/run/tefuda` counts where it is there and the server may write there: the service and the image have it. "
         "Where neither is to be had there is none, and with a store the log says so. See [Commands](#commands).",
         "`admin.sock` in `/run/tefuda`, else in `--data`"},
        {"database", "URL",
         "The `postgresql://` URL of a database in which rooms and matches are stored instead of in `--data`; several "
         "servers may share it",
         text(MEMBER(database)),
         "The URL is never shown; on a command line other users of the machine see it. See "
         "[Several servers](#several-servers)."},
        {"database-file", "FILE", "A file whose first line is the URL of `--database`", text(MEMBER(database_file))},
        {"deletions", "DIR",
         "The directory of the file `deletions`, by which deleted players stay deleted where a backup is put back; "
         "created if it is missing",
         text(MEMBER(deletions)),
         "A server that can't write there does not start; where nobody has named a directory and `/var/lib/tefuda` "
         "can't be written, the log warns. See [What is stored of players](#what-is-stored-of-players).",
         "`--data`, or `/var/lib/tefuda` with `--database`"},
        {"node",
         "NAME",
         "What the database, the metrics and the log call this server",
         text(MEMBER(node), "a name of 1 to 64 letters, digits, dots, colons, dashes and underscores", is_node_name),
         {},
         "the host's name and the port"},
        {"journal", "WORD", "`on` or `off`: whether rooms and matches are stored in `--data` or `--database`",
         on_or_off(MEMBER(journal))},
        {"identity", "WORD",
         "`on` or `off`: whether players can come back as who they were, with a secret that their browser keeps",
         on_or_off(MEMBER(identity)), "With `off` nothing is stored of players but the names in their rooms."},
        {"retention", "DAYS", "Days for which finished matches are kept",
         number(
             1U, max_retention_days,
             [](Config& config, unsigned days) { config.retention = std::chrono::hours(24 * days); },
             [](Config const& config) { return config.retention.count() / 24; })},
        {"max-disk", "MIB",
         "MiB of rooms and matches in `--data`; beyond it the oldest finished matches go early. 0: as much as there is",
         number(
             0U, max_disk_mib, [](Config& config, unsigned value) { config.max_disk = value; },
             [](Config const&) { return 0; }),
         "The log says that they went.", "three quarters of what is free there at the start, its own files included"},
        {"no-public-rooms", "", "Refuse rooms that are public (`bad_options`)",
         yes_or_no([](Config& config, bool yes) { config.public_rooms = !yes; })},
        {"allow-fixed", "", "Accept deals that a client prescribes: for tests only",
         yes_or_no([](Config& config, bool yes) { config.allow_fixed = yes; })},
        {"log-level", "WORD",
         "The least that the log has: `trace`, `debug`, `info`, `warn`, `error`, `critical` or `off`",
         word<std::string>("trace, debug, info, warn, error, critical or off",
                           {{"trace", "trace"},
                            {"debug", "debug"},
                            {"info", "info"},
                            {"warn", "warn"},
                            {"error", "error"},
                            {"critical", "critical"},
                            {"off", "off"}},
                           MEMBER(log_level))},
        {"log-format", "WORD", "`text` or `json`: a JSON object in each line",
         word<LogFormat>("text or json", {{"text", LogFormat::text}, {"json", LogFormat::json}}, MEMBER(log_format))},
        {"log-addresses", "WORD",
         "`on` or `off`: whether the log has the addresses of clients who were limited or closed",
         on_or_off(MEMBER(log_addresses))},
        {"metrics", "WORD",
         "Who may read `/metrics`: `nobody`, `near` (this machine's loopback, not through a proxy that says so) or "
         "`anybody`",
         word<MetricsAccess>(
             "nobody, near or anybody",
             {{"nobody", MetricsAccess::nobody}, {"near", MetricsAccess::near}, {"anybody", MetricsAccess::anybody}},
             MEMBER(transport.metrics.access)),
         "See [Metrics](#metrics)."},
        {"metrics-token", "TEXT",
         "Whoever sends this text as a bearer token may read `/metrics`, whatever `--metrics` says",
         text(MEMBER(transport.metrics.token))},
        {"metrics-from", "LIST", "Networks that may read `/metrics`, too, not through a proxy: `10.0.0.0/8,fd00::/8`",
         networks()},
        {"threads",
         "NUMBER",
         "Number of threads that serve the clients",
         number(1U, max_threads, MEMBER(threads)),
         {},
         "one per core"},
        {"bot-threads",
         "NUMBER",
         "Number of threads on which built-in bots think, at low priority",
         number(1U, max_threads, MEMBER(bot_threads)),
         {},
         "half of `--threads`"},
        {"bot-think", "MS",
         "Milliseconds that a built-in bot of level `hard` thinks, at most; 0: it plays like `normal`",
         number(
             0U, max_bot_think_ms,
             [](Config& config, unsigned value) { config.bot_think = std::chrono::milliseconds(value); },
             [](Config const& config) { return config.bot_think.count(); }),
         "Less if many think."},
        {"web", "DIR", "The directory of the built web client", text(MEMBER(web)), {}, "found beside the server"},
        {"tls-cert", "FILE", "A PEM file: the certificate and its chain; read again at SIGHUP",
         text([](Config& config) -> auto& { return tls_of(config).certificate; }), "With `--tls-key`: serve https."},
        {"tls-key", "FILE", "A PEM file: the private key of `--tls-cert`",
         text([](Config& config) -> auto& { return tls_of(config).key; })},
        {"allowed-origins", "LIST",
         "Web pages that may connect besides the server's own: `https://a.example,https://b.example`; or `*` for all",
         list("a list of origins (https://a.example) with commas between them, or *", is_origin,
              MEMBER(transport.allowed_origins))},
        {"allowed-hosts", "LIST",
         "The names of this server, with commas between them: a WebSocket for another name is refused, and a link's "
         "preview has no other name",
         list("a list of names with commas between them, without ports, schemes and stars", is_host_name,
              MEMBER(transport.allowed_hosts)),
         "The name is `Host`, or `X-Forwarded-Host` of a trusted proxy; the log says which was refused. Case, port and "
         "a final dot play no part.",
         "all"},
        {"trust-forwarded", "",
         "Trust `X-Forwarded-For`, `-Host` and `-Proto`; only behind a reverse proxy that sets them",
         yes_or_no([](Config& config, bool yes) { config.transport.trust_forwarded = yes; })},
        {"deflate", "", "Compress updates (permessage-deflate) for clients that offer it",
         yes_or_no([](Config& config, bool yes) { config.transport.deflate = yes; }),
         "Less traffic for more CPU and memory, see [tests/bench](../tests/bench/README.md)."},
    };
}

} // namespace

std::vector<std::string> setting::list_of(std::string const& text) {
    std::vector<std::string> parts;
    boost::algorithm::split(parts, text, [](char sign) { return sign == ','; });
    for (auto& part : parts) boost::algorithm::trim(part);
    std::erase(parts, "");
    return parts;
}

std::string Flag::variable() const {
    std::string variable = "TEFUDA_" + name;
    for (auto& sign : variable) sign = sign == '-' ? '_' : static_cast<char>(std::toupper(sign));
    return variable;
}

std::string Flag::default_value() const {
    return otherwise.empty() ? setting.get(Config()) : std::string();
}

std::vector<Flag> const& all_flags() {
    static auto const all = [] {
        auto flags = make_flags();
        for (auto& limit : limit_flags()) flags.push_back(std::move(limit));
        return flags;
    }();
    return all;
}

} // namespace tefuda::server
