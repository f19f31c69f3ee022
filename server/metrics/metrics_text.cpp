// The names and help texts of the metrics. The names follow https://prometheus.io/docs/practices/naming/.
#include "server/metrics/game_metrics.hpp"
#include "server/metrics/metrics.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<ClientMetric::Label>;

/// About this process, from Linux' /proc. Times in seconds, memory in bytes. A figure that can't be read is 0.
struct ProcessFigures {
    double start_time = 0; ///< since 1970
    double cpu_time = 0;
    double resident_memory = 0;
    double virtual_memory = 0;
    double open_files = 0;
    double max_files = 0;
    double threads = 0;
};

/// Boot time of the system, in seconds since 1970.
double boot_time() {
    std::ifstream stat("/proc/stat");
    for (std::string word; stat >> word;)
        if (double seconds = 0; word == "btime" && stat >> seconds) return seconds;
    return 0;
}

/// The fields of /proc/self/stat from the third on, see proc(5). The second is the program's name in parentheses, which
/// may itself contain spaces and parentheses: so the last `)` of the line is its end.
std::istringstream stat_fields() {
    std::ifstream file("/proc/self/stat");
    std::string line;
    std::getline(file, line);
    auto const name_end = line.rfind(')');
    return std::istringstream(name_end == std::string::npos ? std::string() : line.substr(name_end + 1));
}

void read_stat(ProcessFigures& figures) {
    auto const ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    auto fields = stat_fields();
    std::string skipped;
    for (int field = 3; field < 14; ++field) fields >> skipped;
    double user = 0, system = 0, threads = 0, started = 0, memory = 0, pages = 0;
    fields >> user >> system;
    for (int field = 16; field < 20; ++field) fields >> skipped;
    fields >> threads >> skipped >> started >> memory >> pages;
    if (!fields) return;
    figures.start_time = boot_time() + started / ticks;
    figures.cpu_time = (user + system) / ticks;
    figures.threads = threads;
    figures.virtual_memory = memory;
    figures.resident_memory = pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double count_open_files() {
    std::error_code error;
    double count = 0;
    for (std::filesystem::directory_iterator files("/proc/self/fd", error), end; !error && files != end;
         files.increment(error))
        ++count;
    return count;
}

ProcessFigures read_process_figures() {
    ProcessFigures figures;
    read_stat(figures);
    figures.open_files = count_open_files();
    if (rlimit limit{}; getrlimit(RLIMIT_NOFILE, &limit) == 0) figures.max_files = static_cast<double>(limit.rlim_cur);
    return figures;
}

/// All samples of one metric: one for each combination of label values.
class Family {
public:
    Family(std::string name, std::string help, MetricType type) : family_{std::move(name), std::move(help), type, {}} {}

    Family& add(Counter const& counter, Labels labels = {}) {
        metric(std::move(labels)).counter.value = static_cast<double>(counter.value());
        return *this;
    }

    Family& add(Gauge const& gauge, Labels labels = {}) {
        return add(static_cast<double>(gauge.value()), std::move(labels));
    }

    Family& add(double value, Labels labels = {}) {
        auto& sample = metric(std::move(labels));
        (family_.type == MetricType::Counter ? sample.counter.value : sample.gauge.value) = value;
        return *this;
    }

    Family& add(Histogram const& histogram) {
        auto& sample = metric({}).histogram;
        auto const snapshot = histogram.snapshot();
        for (std::size_t i = 0; i < histogram.bounds().size(); ++i)
            sample.bucket.push_back({snapshot.cumulative[i], histogram.bounds()[i]});
        sample.bucket.push_back({snapshot.cumulative.back(), std::numeric_limits<double>::infinity()});
        sample.sample_count = snapshot.cumulative.back();
        sample.sample_sum = snapshot.sum;
        return *this;
    }

    template <class Metric, class Label>
    Family& add_all(std::string const& label, PerLabel<Metric, Label> const& metrics, Labels const& other_labels = {}) {
        auto const& names = WireName<Label>::all;
        for (std::size_t i = 0; i < names.size(); ++i) {
            auto labels = other_labels;
            labels.push_back({label, std::string(names[i])});
            add(metrics[static_cast<Label>(i)], std::move(labels));
        }
        return *this;
    }

    MetricFamily take() { return std::move(family_); }

private:
    ClientMetric& metric(Labels labels) {
        family_.metric.emplace_back().label = std::move(labels);
        return family_.metric.back();
    }

    MetricFamily family_;
};

using Families = std::vector<MetricFamily>;

template <class Metric>
void counter(Families& all, std::string name, std::string help, Metric const& metric) {
    all.push_back(Family(std::move(name), std::move(help), MetricType::Counter).add(metric).take());
}

template <class Label>
void counters(Families& all, std::string name, std::string help, std::string const& label,
              PerLabel<Counter, Label> const& metrics) {
    all.push_back(Family(std::move(name), std::move(help), MetricType::Counter).add_all(label, metrics).take());
}

template <class Metric>
void gauge(Families& all, std::string name, std::string help, Metric const& metric, Labels labels = {}) {
    all.push_back(Family(std::move(name), std::move(help), MetricType::Gauge).add(metric, std::move(labels)).take());
}

void histogram(Families& all, std::string name, std::string help, Histogram const& metric) {
    all.push_back(Family(std::move(name), std::move(help), MetricType::Histogram).add(metric).take());
}

void add_transport(Families& all, Metrics const& metrics) {
    gauge(all, "tefuda_connections", "Open connections, HTTP and WebSocket.", metrics.connections_open);
    gauge(all, "tefuda_websockets", "Open WebSockets.", metrics.websockets_open);
    counter(all, "tefuda_connections_accepted_total", "Connections accepted.", metrics.connections_accepted);
    counter(all, "tefuda_connections_refused_total", "Connections closed at once because of a limit.",
            metrics.connections_refused);
    counters(all, "tefuda_requests_refused_total",
             "Requests and WebSockets refused for their host or origin, or by a ban, by reason.", "reason",
             metrics.requests_refused);
    counters(all, "tefuda_forwarded_ignored_total",
             "Requests whose X-Forwarded-For can't be read, or is not trusted, by reason.", "reason",
             metrics.forwarded_ignored);
    counter(all, "tefuda_messages_received_total", "WebSocket messages from clients.", metrics.messages_received);
    counter(all, "tefuda_messages_sent_total", "WebSocket messages to clients.", metrics.messages_sent);
    counter(all, "tefuda_received_bytes_total", "Payload of WebSocket messages from clients.", metrics.bytes_received);
    counter(all, "tefuda_sent_bytes_total", "Payload of WebSocket messages to clients.", metrics.bytes_sent);
    counters(all, "tefuda_errors_total", "Messages refused, by error code.", "code", metrics.errors);
    counters(all, "tefuda_limits_hit_total", "How often clients reached a limit, by limit.", "limit",
             metrics.limits_hit);
}

void add_games(Families& all) {
    Family rooms("tefuda_rooms", "Rooms, by game and status.", MetricType::Gauge);
    Family actions("tefuda_actions_total", "Actions, by game, actor and result.", MetricType::Counter);
    Family begun("tefuda_matches_begun_total", "Matches begun, by game.", MetricType::Counter);
    Family ended("tefuda_matches_ended_total", "Matches played to their end, by game.", MetricType::Counter);
    read_game_metrics([&](std::string_view id, GameMetrics const& game) {
        Labels const label{{"game", std::string(id)}};
        rooms.add_all("status", game.rooms, label);
        for (auto const actor : {Actor::client, Actor::bot})
            actions.add_all("result", game.actions[actor],
                            {{"game", std::string(id)}, {"actor", std::string(WireName<Actor>::of(actor))}});
        begun.add(game.matches_begun, label);
        ended.add(game.matches_ended, label);
    });
    for (auto* family : {&rooms, &actions, &begun, &ended}) all.push_back(family->take());
}

void add_delays(Families& all, Metrics const& metrics) {
    histogram(all, "tefuda_action_to_update_seconds",
              "From reading a client's action to its updates in the write queues; accepted actions only.",
              metrics.action_seconds);
    histogram(all, "tefuda_bot_seconds", "From asking a built-in bot to its answer, including the time in the queue.",
              metrics.bot_seconds);
    gauge(all, "tefuda_journal_queue", "Transactions that wait to be written to the journal.", metrics.journal_queue);
    histogram(all, "tefuda_journal_commit_seconds", "Duration of a commit of the journal.",
              metrics.journal_commit_seconds);
    histogram(all, "tefuda_journal_batch", "Transactions in one commit of the journal.", metrics.journal_batch);
    counter(all, "tefuda_journal_failures_total", "Commits of the journal that failed.", metrics.journal_failures);
    gauge(all, "tefuda_journal_failing", "1 while the journal can store nothing, else 0.", metrics.journal_failing);
    gauge(all, "tefuda_journal_damaged", "Damaged rooms that were found in the journal since the start.",
          metrics.journal_damaged);
    counter(all, "tefuda_matches_deleted_early_total",
            "Finished matches that were deleted early because of --max-disk.", metrics.deleted_early);
    counter(all, "tefuda_reports_total", "What players reported to the operator.", metrics.reports);
}

void add_database(Families& all, Metrics const& metrics) {
    counter(all, "tefuda_rooms_claimed_total", "Rooms that this server has claimed.", metrics.rooms_claimed);
    counter(all, "tefuda_rooms_lost_total",
            "Rooms that this server has lost to another one, or to a database that forgot.", metrics.rooms_lost);
    counter(all, "tefuda_transactions_fenced_total",
            "Transactions that stored nothing because another server has claimed their room.",
            metrics.transactions_fenced);
    counter(all, "tefuda_database_connections_total", "Connections to the database that were opened.",
            metrics.database_connections);
    counter(all, "tefuda_database_forgotten_commits_total",
            "Commits that the database had acknowledged and has forgotten.", metrics.commits_forgotten);
    auto const info = metrics.database.with([](auto const& it) { return it; });
    gauge(all, "tefuda_database_timeline",
          "The timeline of the database, which grows with each promotion; 0 without one.",
          static_cast<double>(info.timeline),
          {{"host", info.host}, {"system", info.system}, {"history", info.history}});
}

void add_process(Families& all, ServerName const& server) {
    gauge(all, "tefuda_build_info", "The build; always 1.", 1.0,
          {{"version", server.version}, {"node", server.node}, {"compiler", __VERSION__}});
    // Standard names, which Prometheus' client libraries use for every process.
    auto const figures = read_process_figures();
    gauge(all, "process_start_time_seconds", "Start time of the process, in seconds since 1970.", figures.start_time);
    counter(all, "process_cpu_seconds_total", "User and system CPU time, in seconds.", figures.cpu_time);
    gauge(all, "process_resident_memory_bytes", "Resident memory, in bytes.", figures.resident_memory);
    gauge(all, "process_virtual_memory_bytes", "Virtual memory, in bytes.", figures.virtual_memory);
    gauge(all, "process_open_fds", "Open file descriptors.", figures.open_files);
    gauge(all, "process_max_fds", "Maximum number of open file descriptors.", figures.max_files);
    gauge(all, "process_threads", "Threads.", figures.threads);
}

} // namespace

std::string metrics_text(ServerName const& server, bool is_ready) {
    Families all;
    gauge(all, "tefuda_ready", "1 while /readyz says 200, else 0.", is_ready ? 1.0 : 0.0);
    gauge(all, "tefuda_certificate_end_seconds", "When the TLS certificate ends, in seconds since 1970; 0 without TLS.",
          metrics().certificate_end);
    add_transport(all, metrics());
    add_games(all);
    add_delays(all, metrics());
    add_database(all, metrics());
    add_process(all, server);
    return prometheus::TextSerializer().Serialize(all);
}

} // namespace tefuda::server
