#include "server/store/postgres/pg_connection.hpp"

#include "server/metrics/metrics.hpp"
#include "server/runtime/clock.hpp"

#include <poll.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>

namespace tefuda::server {

namespace {

constexpr auto pause_after_failure = std::chrono::milliseconds(250);

constexpr auto ask_recovery = "SELECT pg_is_in_recovery()";

// The timeline that is written now: the last checkpoint's may be older for a while after a promotion.
constexpr auto ask_identity = R"(
SELECT system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint
FROM pg_control_system() WHERE NOT pg_is_in_recovery())";

constexpr auto ask_lineage = "SELECT to_regclass('lineage')::oid, EXISTS (SELECT FROM pg_attribute WHERE attrelid = "
                             "to_regclass('lineage') AND attname = 'history')";

// Older tables have no history.
constexpr auto read_lineage = "SELECT system, timeline, to_jsonb(lineage)->>'history' FROM lineage";

// It need not wait for a standby: one that is promoted has another timeline.
constexpr auto write_locally = "SELECT set_config('synchronous_commit', 'local', true)";

// The first server that comes gives the name.
constexpr auto note_history = R"(
INSERT INTO lineage (system, timeline, history) VALUES ($1, $2, left(gen_random_uuid()::text, 8))
ON CONFLICT (system) DO UPDATE SET timeline = excluded.timeline, history = excluded.history
WHERE lineage.timeline < excluded.timeline OR (lineage.timeline = excluded.timeline AND lineage.history IS NULL))";

constexpr auto read_history = "SELECT history FROM lineage WHERE system = $1";

/// Without DETAIL and CONTEXT, which have values of rows: ids and names of players, which no log has.
PgError error_in(PGresult const* result) {
    auto const field = [result](int code) {
        auto const* text = PQresultErrorField(result, code);
        return std::string(text ? text : "");
    };
    auto state = field(PG_DIAG_SQLSTATE);
    return {state + ": " + one_line(field(PG_DIAG_MESSAGE_PRIMARY).c_str()), state};
}

} // namespace

PgConnection::PgConnection(std::string url, std::string name, std::string const& settings, PgLineage* lineage)
    : target_{url, std::move(name), settings + ' ' + options_in(url)}, hosts_(hosts_in(url)), lineage_(lineage) {}

void PgConnection::close() {
    connection_.reset();
    prepared_.clear();
    identity_.reset();
}

/// Notices that PostgreSQL has closed the connection before something is sent, whose outcome would not be known.
bool PgConnection::is_alive() {
    if (!connection_ || PQstatus(connection_.get()) != CONNECTION_OK) return false;
    if (lineage_ && !lineage_->is_current(identity_)) return false;
    for (;;) {
        pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
        if (poll(&socket, 1, 0) <= 0) return true;
        if (PQconsumeInput(connection_.get()) != 1 || PQstatus(connection_.get()) != CONNECTION_OK) return false;
    }
}

bool PgConnection::open(std::stop_token const& stop) {
    if (is_alive()) return false;
    close();
    if (steady_now() < next_try_) throw StoreAway("PostgreSQL is away.");
    if (lineage_ && hosts_.size() > 1 && !lineage_->is_known()) find_newest(stop);
    auto all_deny = true;
    std::string problems;
    for (auto const& host : hosts_) {
        try {
            auto const self = try_host(host, stop);
            if (use(self, host)) {
                metrics().database_connections.add();
                return true;
            }
            problems +=
                "The database at " + host.shown() +
                (self.is_standby ? " is a standby. " : " is behind the one that was used, or has parted from it. ");
            all_deny = false;
        } catch (StoreAway const& problem) {
            all_deny = all_deny && dynamic_cast<StoreDenied const*>(&problem);
            problems += problem.what() + std::string(" ");
        }
    }
    close();
    next_try_ = steady_now() + pause_after_failure;
    problems.pop_back();
    if (all_deny) throw StoreDenied(problems);
    throw StoreAway(problems);
}

/// Connects, and asks what it is. \throws as connect
PgSelf PgConnection::try_host(DatabaseHost const& host, std::stop_token const& stop) {
    close();
    connection_ = connect(target_, host, stop);
    return lineage_ ? read_self() : PgSelf();
}

/// \returns whether the lineage admits the database to which it is connected
bool PgConnection::use(PgSelf self, DatabaseHost const& host) {
    if (!lineage_) return true;
    if (!lineage_->admits(self)) return false;
    if (!self.identity) return true;
    if (self.can_note && self.identity->history.empty()) {
        auto const& [system, timeline, history] = *self.identity;
        try {
            auto const rows = execute(
                {{write_locally, {}}, {note_history, {system, std::to_string(timeline)}}, {read_history, {system}}},
                answer_time);
            self.identity->history = rows[2].text(0, 0);
        } catch (PgError const& problem) {
            throw StoreAway(problem.what());
        }
    }
    if (!lineage_->note(self, host.shown())) return false;
    identity_ = self.identity;
    return true;
}

/// At the start: notes the database that is ahead of the others that answer.
void PgConnection::find_newest(std::stop_token const& stop) {
    struct Answer {
        PgSelf self;
        DatabaseHost const* host;
    };
    std::vector<Answer> answers;
    for (auto const& host : hosts_) {
        try {
            answers.push_back({try_host(host, stop), &host});
        } catch (StoreAway const&) {
            // Another one may answer; `open` says what is wrong with this one.
        }
    }
    std::erase_if(answers, [&](Answer const& each) { return !lineage_->admits(each.self); });
    auto const newest = std::ranges::max_element(
        answers, [](Answer const& one, Answer const& two) { return PgLineage::is_ahead(two.self, one.self); });
    if (newest == answers.end() || !newest->self.identity) return;
    for (auto const& each : answers)
        if (PgLineage::have_parted(each.self, newest->self))
            throw StoreAway("The databases at " + each.host->shown() + " and " + newest->host->shown() +
                            " were both promoted, and both used since: stop the one that is not to be used.");
    lineage_->note(newest->self, newest->host->shown());
}

PgSelf PgConnection::read_self() {
    PgSelf self;
    try {
        auto const here = execute({{ask_recovery, {}}, {ask_identity, {}}, {ask_lineage, {}}}, answer_time);
        self.is_standby = here[0].text(0, 0) == "t";
        if (here[1].size() > 0) self.identity = {std::string(here[1].text(0, 0)), here[1].number(0, 1)};
        if (here[2].is_null(0, 0)) return self;
        self.table = here[2].text(0, 0);
        self.can_note = here[2].text(0, 1) == "t";
        auto const record = execute({{read_lineage, {}}}, answer_time);
        for (auto row = 0; row < record[0].size(); ++row)
            self.record.emplace(record[0].text(row, 0),
                                PgUse{record[0].number(row, 1), std::string(record[0].text(row, 2))});
        if (!self.identity) return self;
        auto const own = self.record.find(self.identity->system);
        if (own != self.record.end() && own->second.timeline == self.identity->timeline)
            self.identity->history = own->second.history;
    } catch (PgError const& problem) {
        // A service may hide what it is.
        spdlog::warn("The database does not say which one it is, so that one that is behind can't be told from it: {}",
                     problem.what());
        self.identity.reset();
    }
    return self;
}

std::vector<PgRows> PgConnection::run(std::vector<Call> const& calls, std::chrono::milliseconds at_most) {
    auto rows = execute(calls, at_most);
    if (!lineage_ || lineage_->is_current(identity_)) return rows;
    close();
    throw PgBroken("Another database is ahead of the one that answered.");
}

std::string PgConnection::prepared(char const* sql, Clock::time_point deadline) {
    auto const known = std::ranges::find(prepared_, sql, &std::pair<char const*, std::string>::first);
    if (known != prepared_.end()) return known->second;
    auto const name = "s" + std::to_string(prepared_.size());
    if (PQsendPrepare(connection_.get(), name.c_str(), sql, 0, nullptr) != 1) fail_broken();
    try {
        finish(deadline);
    } catch (PgError const& refused) {
        // Somebody else has used PostgreSQL's end of this connection.
        if (refused.state() == "42P05") throw StoreDenied(through_a_pooler);
        throw;
    }
    return prepared_.emplace_back(sql, name).second;
}

std::vector<PgRows> PgConnection::execute(std::vector<Call> const& calls, std::chrono::milliseconds at_most) {
    if (!connection_) throw StoreAway("PostgreSQL is away.");
    auto const deadline = steady_now() + at_most;
    std::vector<std::string> names;
    for (auto const& call : calls) names.push_back(prepared(call.sql, deadline));
    for (std::size_t i = 0; i < calls.size(); ++i) {
        std::vector<char const*> values;
        for (auto const& value : calls[i].values) values.push_back(value ? value->c_str() : nullptr);
        if (PQsendQueryPrepared(connection_.get(), names[i].c_str(), static_cast<int>(values.size()), values.data(),
                                nullptr, nullptr, 0) != 1)
            fail_broken();
    }
    return finish(deadline);
}

/// Ends a round trip. \returns the rows of each statement
std::vector<PgRows> PgConnection::finish(Clock::time_point deadline) {
    if (PQpipelineSync(connection_.get()) != 1) fail_broken();
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
            if (!refused) refused = error_in(result);
        }
        if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) all.push_back(std::move(rows));
    }
    if (refused) throw PgError(*refused);
    return all;
}

std::vector<std::string> PgConnection::notifications(std::chrono::milliseconds at_most) {
    if (!connection_) throw StoreAway("PostgreSQL is away.");
    std::vector<std::string> payloads;
    auto const read_input = [&] {
        if (PQconsumeInput(connection_.get()) != 1) fail_broken();
        while (auto* const note = PQnotifies(connection_.get())) {
            payloads.emplace_back(note->extra);
            PQfreemem(note);
        }
    };
    read_input();
    if (!payloads.empty()) return payloads;
    pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
    if (poll(&socket, 1, static_cast<int>(at_most.count())) > 0) read_input();
    return payloads;
}

void PgConnection::flush(Clock::time_point deadline) {
    for (;;) {
        auto const left = PQflush(connection_.get());
        if (left == 0) return;
        if (left < 0) fail_broken();
        wait(POLLIN | POLLOUT, deadline);
        if (PQconsumeInput(connection_.get()) != 1) fail_broken();
    }
}

/// \returns null at the end of a statement's results
PGresult* PgConnection::next_result(Clock::time_point deadline) {
    while (PQisBusy(connection_.get()) != 0) {
        wait(POLLIN, deadline);
        if (PQconsumeInput(connection_.get()) != 1) fail_broken();
    }
    auto* const result = PQgetResult(connection_.get());
    if (!result && PQstatus(connection_.get()) != CONNECTION_OK) fail_broken();
    return result;
}

void PgConnection::wait(short events, Clock::time_point deadline) {
    for (;;) {
        auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - steady_now()).count();
        if (left <= 0) fail_broken();
        pollfd socket{PQsocket(connection_.get()), events, 0};
        auto const ready = poll(&socket, 1, static_cast<int>(left));
        if (ready > 0) return;
        if (ready < 0 && errno != EINTR) fail_broken();
    }
}

void PgConnection::fail_broken() {
    // Its first line: the others may have values, as in `error_in`.
    std::string const whole(PQerrorMessage(connection_.get()));
    auto const reason = whole.substr(0, whole.find('\n'));
    close();
    throw PgBroken("The connection to PostgreSQL broke" + (reason.empty() ? "." : ": " + reason));
}

} // namespace tefuda::server
