#include "server/journal/postgres/pg_connection.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

namespace tefuda::server {

namespace {

constexpr auto answer_time = std::chrono::seconds(5);
constexpr auto pause_after_failure = std::chrono::milliseconds(250);

/// PostgreSQL's messages end with a line feed.
std::string trimmed(char const* message) {
    std::string text(message ? message : "");
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    return text;
}

} // namespace

void PgArray::separate() {
    if (text_.size() > 1) text_ += ',';
}

void PgArray::add(std::string_view text) {
    separate();
    text_ += '"';
    for (auto const sign : text) {
        if (sign == '"' || sign == '\\') text_ += '\\';
        text_ += sign;
    }
    text_ += '"';
}

void PgArray::add(std::int64_t number) {
    separate();
    text_ += std::to_string(number);
}

void PgArray::add_null() {
    separate();
    text_ += "NULL";
}

int PgRows::changed() const {
    return std::atoi(PQcmdTuples(result_.get()));
}

std::string_view PgRows::text(int row, int column) const {
    return {PQgetvalue(result_.get(), row, column), static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::int64_t PgRows::number(int row, int column) const {
    auto const digits = text(row, column);
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size())
        throw StoreFailure("PostgreSQL answered with something else than a whole number.");
    return number;
}

PgConnection::~PgConnection() {
    close();
}

void PgConnection::close() {
    if (connection_) PQfinish(connection_);
    connection_ = nullptr;
    prepared_.clear();
}

/// Notices that PostgreSQL has closed the connection before something is sent, whose outcome would not be known.
bool PgConnection::is_alive() {
    if (!connection_ || PQstatus(connection_) != CONNECTION_OK) return false;
    for (;;) {
        pollfd socket{PQsocket(connection_), POLLIN, 0};
        if (poll(&socket, 1, 0) <= 0) return true;
        if (PQconsumeInput(connection_) != 1 || PQstatus(connection_) != CONNECTION_OK) return false;
    }
}

bool PgConnection::open() {
    if (is_alive()) return false;
    close();
    auto const now = Clock::now();
    if (now < next_try_) throw StoreAway("PostgreSQL is away.");
    // Behind the URL's own: those of the URL win, except the name.
    std::array<char const*, 9> const keys{"connect_timeout",  "keepalives_idle",  "keepalives_interval",
                                          "keepalives_count", "tcp_user_timeout", "dbname",
                                          "application_name", "client_encoding",  nullptr};
    std::array<char const*, 9> const values{"2", "5", "2", "3", "5000", url_.c_str(), name_.c_str(), "UTF8", nullptr};
    connection_ = PQconnectdbParams(keys.data(), values.data(), 1);
    if (PQstatus(connection_) != CONNECTION_OK) {
        auto const reason = trimmed(PQerrorMessage(connection_));
        close();
        next_try_ = Clock::now() + pause_after_failure;
        throw StoreAway("PostgreSQL does not let this server in: " + reason);
    }
    // What PostgreSQL remarks (a table that exists already, for example) is not printed.
    PQsetNoticeProcessor(
        connection_, [](void*, char const*) {}, nullptr);
    if (PQsetnonblocking(connection_, 1) != 0 || PQenterPipelineMode(connection_) != 1) fail_broken();
    return true;
}

std::string PgConnection::prepared(char const* sql) {
    auto const known = std::ranges::find(prepared_, sql, &std::pair<char const*, std::string>::first);
    if (known != prepared_.end()) return known->second;
    auto const name = "s" + std::to_string(prepared_.size());
    if (PQsendPrepare(connection_, name.c_str(), sql, 0, nullptr) != 1 || PQpipelineSync(connection_) != 1)
        fail_broken();
    auto const deadline = Clock::now() + answer_time;
    flush(deadline);
    std::optional<PgError> refused;
    for (;;) {
        auto* const result = next_result(deadline);
        if (!result) continue;
        PgRows const rows(result);
        auto const status = PQresultStatus(result);
        if (status == PGRES_PIPELINE_SYNC) break;
        if (status == PGRES_FATAL_ERROR) {
            auto const* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
            refused.emplace(trimmed(PQresultErrorMessage(result)), state ? state : "");
        }
    }
    if (refused) throw PgError(*refused);
    return prepared_.emplace_back(sql, name).second;
}

std::vector<PgRows> PgConnection::run(std::vector<Call> const& calls) {
    if (!connection_) throw StoreAway("PostgreSQL is away.");
    std::vector<std::string> names;
    for (auto const& call : calls) names.push_back(prepared(call.sql));
    for (std::size_t i = 0; i < calls.size(); ++i) {
        std::vector<char const*> values;
        for (auto const& value : calls[i].values) values.push_back(value ? value->c_str() : nullptr);
        if (PQsendQueryPrepared(connection_, names[i].c_str(), static_cast<int>(values.size()), values.data(), nullptr,
                                nullptr, 0) != 1)
            fail_broken();
    }
    if (PQpipelineSync(connection_) != 1) fail_broken();
    auto const deadline = Clock::now() + answer_time;
    flush(deadline);
    std::vector<PgRows> all;
    std::optional<PgError> refused;
    for (;;) {
        auto* const result = next_result(deadline);
        if (!result) continue;
        PgRows rows(result);
        auto const status = PQresultStatus(result);
        if (status == PGRES_PIPELINE_SYNC) break;
        if (status == PGRES_FATAL_ERROR) {
            auto const* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
            // Without a state, and with those of class 57 (the server is being stopped), the connection has ended.
            if (!state || std::string_view(state).starts_with("57P")) fail_broken();
            if (!refused) refused.emplace(trimmed(PQresultErrorMessage(result)), state);
        }
        if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) all.push_back(std::move(rows));
    }
    if (refused) throw PgError(*refused);
    return all;
}

void PgConnection::execute(std::string const& sql) {
    if (!connection_) throw StoreAway("PostgreSQL is away.");
    // Several statements at once are for the simple protocol, which a pipeline does not have.
    if (PQexitPipelineMode(connection_) != 1) fail_broken();
    std::unique_ptr<PGresult, decltype(&PQclear)> const result(PQexec(connection_, sql.c_str()), &PQclear);
    auto const status = PQresultStatus(result.get());
    if (PQstatus(connection_) != CONNECTION_OK || PQenterPipelineMode(connection_) != 1) fail_broken();
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return;
    auto const* state = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
    throw PgError(trimmed(PQresultErrorMessage(result.get())), state ? state : "");
}

std::vector<std::string> PgConnection::notifications(std::chrono::milliseconds at_most) {
    if (!connection_) throw StoreAway("PostgreSQL is away.");
    std::vector<std::string> payloads;
    auto const take = [&] {
        if (PQconsumeInput(connection_) != 1) fail_broken();
        while (auto* const note = PQnotifies(connection_)) {
            payloads.emplace_back(note->extra);
            PQfreemem(note);
        }
    };
    take();
    if (!payloads.empty()) return payloads;
    pollfd socket{PQsocket(connection_), POLLIN, 0};
    if (poll(&socket, 1, static_cast<int>(at_most.count())) > 0) take();
    return payloads;
}

void PgConnection::flush(Clock::time_point deadline) {
    for (;;) {
        auto const left = PQflush(connection_);
        if (left == 0) return;
        if (left < 0) fail_broken();
        wait(POLLIN | POLLOUT, deadline);
        if (PQconsumeInput(connection_) != 1) fail_broken();
    }
}

/// \returns null at the end of a statement's results
PGresult* PgConnection::next_result(Clock::time_point deadline) {
    while (PQisBusy(connection_) != 0) {
        wait(POLLIN, deadline);
        if (PQconsumeInput(connection_) != 1) fail_broken();
    }
    auto* const result = PQgetResult(connection_);
    if (!result && PQstatus(connection_) != CONNECTION_OK) fail_broken();
    return result;
}

void PgConnection::wait(short events, Clock::time_point deadline) {
    for (;;) {
        auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) fail_broken();
        pollfd socket{PQsocket(connection_), events, 0};
        auto const ready = poll(&socket, 1, static_cast<int>(left));
        if (ready > 0) return;
        if (ready < 0 && errno != EINTR) fail_broken();
    }
}

void PgConnection::fail_broken() {
    auto const reason = trimmed(PQerrorMessage(connection_));
    close();
    throw PgBroken("The connection to PostgreSQL broke" + (reason.empty() ? "." : ": " + reason));
}

} // namespace tefuda::server
