// Plays matches on a server and measures it; see --help and tests/bench/README.md.
#include "tests/bench/load/peer_tables.hpp"
#include "tests/bench/load/process.hpp"
#include "tests/bench/load/tables.hpp"
#include "tests/bench/load/trace.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace tefuda::bench {

namespace {

using Json = nlohmann::ordered_json;

struct Settings {
    std::uint16_t port = 8080;
    Pattern pattern;
    double rate = 0;
    std::string updates = "full";
    double warm_up = 1;
    double seconds = 5;
    pid_t server = 0;
    std::string record;
    int matches = 20;
    int idle_connections = 0;
    bool idle_rooms = false;
    std::string peer;
    std::string secrets; ///< a file
};

std::vector<std::string> secrets_of(Settings const& settings) {
    std::vector<std::string> secrets;
    std::ifstream file(settings.secrets);
    for (std::string line; std::getline(file, line);) secrets.push_back(line);
    if (!settings.secrets.empty() && secrets.empty()) throw std::runtime_error("no secrets in " + settings.secrets);
    return secrets;
}

void describe(CLI::App& app, Settings& settings) {
    auto& pattern = settings.pattern;
    // If a flag is given twice, the last one is used.
    app.option_defaults()->take_last();
    app.add_option("--port", settings.port, "The server's port on 127.0.0.1")->required();
    app.add_option("--game", pattern.game, "The game to play")->capture_default_str();
    app.add_option("--seats", pattern.seats, "Number of seats in each room")->capture_default_str();
    app.add_option("--rooms", pattern.rooms, "Number of rooms")->capture_default_str();
    app.add_option("--rooms-a-connection", pattern.rooms_a_connection,
                   "Number of rooms in which each connection has a seat")
        ->capture_default_str();
    app.add_option("--rate", settings.rate,
                   "Moves a second in all rooms together (default: as fast as they are answered)");
    app.add_option("--updates", settings.updates, "The update mode: full or events")
        ->check(CLI::IsMember({"full", "events"}))
        ->capture_default_str();
    app.add_option("--warm-up", settings.warm_up, "Seconds to play before the measurement")->capture_default_str();
    app.add_option("--seconds", settings.seconds, "Duration of the measurement in seconds")->capture_default_str();
    app.add_option("--server-pid", settings.server, "The process whose CPU time and memory are measured");
    app.add_option("--record", settings.record, "Only record the server's messages in some matches to this file");
    app.add_option("--matches", settings.matches, "Number of matches to record")->capture_default_str();
    app.add_option("--idle-connections", settings.idle_connections,
                   "Only measure the memory of this many silent connections");
    app.add_flag("--idle-rooms", settings.idle_rooms, "Only measure the memory of rooms in which nobody moves");
    app.add_option("--secrets", settings.secrets,
                   "A file with the secret of a player in each line, for the connections");
    app.add_option("--peer", settings.peer, "Play on this server instead of Tefuda: colyseus or boardgame.io")
        ->check(CLI::IsMember({"colyseus", "boardgame.io"}));
}

void show_progress(std::string const& what) {
    if (isatty(STDERR_FILENO) == 1) std::cerr << '\r' << what << "\033[K" << std::flush;
}

std::optional<ProcessUse> use_of_server(Settings const& settings) {
    return settings.server ? std::optional(use_of(settings.server)) : std::nullopt;
}

/// \param peer null for Tefuda's server
std::unique_ptr<Players> make_players(Loop& loop, Settings const& settings, Peer* peer) {
    if (peer) return std::make_unique<PeerTables>(loop, settings.port, *peer, settings.pattern, 1);
    return std::make_unique<Tables>(loop, settings.port, settings.pattern, 1);
}

Json play(Settings const& settings, Peer* peer) {
    Loop loop;
    loop.secrets = secrets_of(settings);
    auto const players = make_players(loop, settings, peer);
    auto& tables = *players;
    auto const rooms = " of " + std::to_string(settings.pattern.rooms) + " rooms";
    tables.connect();
    tables.open([&](int ready) { show_progress(std::to_string(ready) + rooms); });
    show_progress("warming up");
    tables.play(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(settings.warm_up)));

    tables.reset();
    auto const before = use_of_server(settings);
    auto const own_before = use_of(getpid());
    auto const received = loop.bytes_received();
    auto const sent = loop.bytes_sent();
    auto const begin = Clock::now();
    std::chrono::duration<double> elapsed{};
    while (elapsed.count() < settings.seconds) {
        auto const left = std::chrono::duration<double>(settings.seconds) - elapsed;
        tables.play(std::chrono::duration_cast<Clock::duration>(std::min(left, std::chrono::duration<double>(0.5))));
        elapsed = Clock::now() - begin;
        show_progress(std::to_string(tables.figures().moves) + " moves in " + std::to_string(elapsed.count()) + " s");
    }
    show_progress("");

    auto const& figures = tables.figures();
    auto const a_second = [&](auto count) { return static_cast<double>(count) / elapsed.count(); };
    Json result{{"game", settings.pattern.game},
                {"seats", settings.pattern.seats},
                {"rooms", settings.pattern.rooms},
                {"rooms_a_connection", settings.pattern.rooms_a_connection},
                {"updates", settings.updates},
                {"seconds", elapsed.count()},
                {"moves_a_second", a_second(figures.moves)},
                {"updates_a_second", a_second(figures.updates)},
                {"bytes_a_second_out", a_second(loop.bytes_received() - received)},
                {"bytes_a_second_in", a_second(loop.bytes_sent() - sent)},
                {"matches", figures.matches},
                {"errors", figures.errors}};
    for (auto const& [name, part] : {std::pair("p50", 0.5), {"p99", 0.99}, {"p99_9", 0.999}})
        result["latency_us"][name] = static_cast<double>(figures.latency.at(part)) / 1000;
    result["load_cpu"] = (use_of(getpid()).cpu_seconds - own_before.cpu_seconds) / elapsed.count();
    if (auto const after = use_of_server(settings)) {
        result["server_cpu"] = (after->cpu_seconds - before->cpu_seconds) / elapsed.count();
        result["server_rss_bytes"] = after->rss_bytes;
        result["server_threads"] = after->threads;
    }
    return result;
}

/// Measures the memory of each idle connection or idle room.
Json idle(Settings const& settings, Peer* peer) {
    Loop loop;
    loop.secrets = secrets_of(settings);
    // Code that is run for the first time is not a room's or a connection's memory.
    auto const memory = [&] { return use_of(settings.server).anonymous_bytes; };
    auto const report = [&](int count, std::int64_t before) {
        // Give the server time to finish its work for them.
        for (int turn = 0; turn < 20; ++turn) loop.turn(std::chrono::milliseconds(50));
        show_progress("");
        return Json{
            {"count", count}, {"bytes_before", before}, {"bytes_each", static_cast<double>(memory() - before) / count}};
    };
    if (settings.idle_connections > 0) {
        auto const before = memory();
        std::vector<PeerSeat> seats(static_cast<std::size_t>(settings.idle_connections));
        for (auto& seat : seats) {
            auto const number = static_cast<std::size_t>(&seat - seats.data());
            seat.connection =
                std::make_unique<Connection>(loop, settings.port, peer ? peer->idle_target() : "/ws", number);
            seat.connection->on_frame = [&](Connection&, Opcode, std::string_view frame) {
                if (peer) peer->take(seat, frame);
            };
            if (number % 100 != 0) continue;
            // Handle pings now and then, because the peers drop connections that are silent for long.
            loop.turn({});
            show_progress(std::to_string(number) + " connections");
        }
        return report(settings.idle_connections, before);
    }
    auto const players = make_players(loop, settings, peer);
    players->connect();
    auto const before = memory();
    players->open([](int ready) { show_progress(std::to_string(ready) + " rooms"); });
    return report(settings.pattern.rooms, before);
}

} // namespace

} // namespace tefuda::bench

int main(int argc, char* argv[]) {
    using namespace tefuda::bench;
    CLI::App app(
        "Plays matches on a server, as fast as possible or at a given rate, and prints the measured values as JSON.");
    Settings settings;
    describe(app, settings);
    CLI11_PARSE(app, argc, argv);
    settings.pattern.with_views = settings.updates == "full";
    settings.pattern.moves = !settings.idle_rooms;
    if (settings.rate > 0) settings.pattern.rate = settings.rate;
    try {
        auto const peer = settings.peer.empty() ? nullptr : make_peer(settings.peer, settings.port);
        if (!settings.record.empty()) {
            std::ofstream file(settings.record);
            write_trace(file, record_trace(settings.port, settings.pattern.game,
                                           static_cast<std::size_t>(settings.pattern.seats),
                                           settings.pattern.with_views, settings.matches));
        } else if (settings.idle_connections > 0 || settings.idle_rooms) {
            std::cout << idle(settings, peer.get()).dump(2) << std::endl;
        } else {
            std::cout << play(settings, peer.get()).dump(2) << std::endl;
        }
        return 0;
    } catch (std::exception const& problem) {
        std::cerr << "tefuda-load: " << problem.what() << '\n';
        return 1;
    }
}
