#include "server/store/postgres/pg_connect.hpp"

#include "server/runtime/clock.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace tefuda::server {

namespace {

using Clock = std::chrono::steady_clock;

/// Waits for a connection that is being opened, at most a tenth of a second. \returns whether libpq can go on
bool is_ready(PGconn const* connection, PostgresPollingStatusType status) {
    constexpr int slice_ms = 100;
    pollfd socket{PQsocket(connection), static_cast<short>(status == PGRES_POLLING_WRITING ? POLLOUT : POLLIN), 0};
    return poll(&socket, 1, slice_ms) > 0;
}

/// "… FATAL:  28P01: password authentication failed …": a verbose message has the SQLSTATE behind the severity.
bool is_denial(std::string_view message) {
    // Wrong user or password, no line in pg_hba.conf for them; no such database.
    constexpr std::array<std::string_view, 3> states{":  28P01:", ":  28000:", ":  3D000:"};
    return std::ranges::any_of(states, [&](auto state) { return message.find(state) != message.npos; });
}

[[noreturn]] void fail(PGconn const* connection) {
    auto text = one_line(PQerrorMessage(connection));
    // Where in PostgreSQL's source the message is written.
    if (auto const location = text.find(" LOCATION:"); location != text.npos) text.erase(location);
    text = "PostgreSQL does not let this server in: " + text;
    // PgBouncer takes only a few of the settings with which a connection may begin.
    if (text.find("unsupported startup parameter") != text.npos) throw StoreDenied(through_a_pooler);
    if (is_denial(text)) throw StoreDenied(text);
    throw StoreAway(text);
}

} // namespace

std::string one_line(char const* message) {
    std::string text(message ? message : "");
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    return text;
}

PgHandle connect(PgTarget const& target, DatabaseHost const& host, std::stop_token const& stop) {
    std::vector<char const*> keys, values;
    auto const add = [&](char const* key, std::string const& value) {
        keys.push_back(key);
        values.push_back(value.c_str());
    };
    std::string const idle = "5", interval = "2", count = "3", at_most_ms = "5000", utf8 = "UTF8";
    // Those before "dbname" are defaults: the URL's win.
    add("keepalives_idle", idle);
    add("keepalives_interval", interval);
    add("keepalives_count", count);
    add("tcp_user_timeout", at_most_ms);
    add("dbname", target.url);
    add("application_name", target.name);
    add("client_encoding", utf8);
    // The URL's settings are in these, too.
    add("options", target.settings);
    if (!host.host.empty()) add("host", host.host);
    if (!host.address.empty()) add("hostaddr", host.address);
    if (!host.port.empty()) add("port", host.port);
    keys.push_back(nullptr);
    values.push_back(nullptr);

    auto const end = steady_now() + connect_seconds_in(target.url).value_or(connect_time);
    PgHandle connection(PQconnectStartParams(keys.data(), values.data(), 1), &PQfinish);
    if (!connection || PQstatus(connection.get()) == CONNECTION_BAD) fail(connection.get());
    PQsetErrorVerbosity(connection.get(), PQERRORS_VERBOSE);
    for (auto status = PGRES_POLLING_WRITING; status != PGRES_POLLING_OK;) {
        if (status == PGRES_POLLING_FAILED) fail(connection.get());
        if (stop.stop_requested()) throw StoreAway("The server stops.");
        if (steady_now() >= end) throw StoreAway("PostgreSQL at " + host.shown() + " does not answer.");
        if (is_ready(connection.get(), status)) status = PQconnectPoll(connection.get());
    }
    PQsetErrorVerbosity(connection.get(), PQERRORS_DEFAULT);
    // What PostgreSQL remarks (a table that exists already, for example) is not printed.
    PQsetNoticeProcessor(connection.get(), [](void*, char const*) {}, nullptr);
    if (PQsetnonblocking(connection.get(), 1) != 0 || PQenterPipelineMode(connection.get()) != 1)
        fail(connection.get());
    return connection;
}

} // namespace tefuda::server
