// Bytes as damage to a journal. What begins with "file:" are places in a good journal's files and what is written
// there: opening it and recovering from it ends in whole rooms, left-out rooms, or a StoreFailure with a sentence.
// Everything else are the texts of a row (state, setup, actions, banks, a line each): a room that is whole, or what is
// wrong.
#include "server/journal/log.hpp"
#include "server/journal/sqlite_store.hpp"
#include "server/journal/stored_form.hpp"
#include "server/room/room.hpp"
#include "tests/fuzz/driven_service.hpp"

#include <fuzzer/FuzzedDataProvider.h>
#include <spdlog/spdlog.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

using namespace tefuda;
using namespace tefuda::fuzz;
using namespace tefuda::server;

namespace {

namespace fs = std::filesystem;

[[noreturn]] void broken(std::string_view what) {
    std::cerr << what << '\n';
    std::abort();
}

/// A directory of this process alone, in memory where the system has such a place.
class Directory {
public:
    Directory() {
        auto const base = fs::is_directory("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path();
        auto name = (base / "tefuda-fuzz-XXXXXX").string();
        if (!mkdtemp(name.data())) broken("can't make a directory");
        path = name;
    }
    ~Directory() { fs::remove_all(path); }
    fs::path path;
};

constexpr std::array file_names{"journal.sqlite", "journal.sqlite-wal", "journal-1.log"};
using Files = std::array<std::string, file_names.size()>;

std::string bytes_of(fs::path const& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A journal of a few rooms, as its process left it when it was killed.
Files good_files() {
    Directory const directory;
    Config config;
    config.data = directory.path;
    DrivenService service(config, 2);
    for (auto const* game : {"fortyone", "sugekari21"}) {
        auto const options =
            std::string(R"({"type":"create","seats":2,"clock":{"decision":60,"bank":5},"game":")") + game + "\"}";
        service.say_and_wait(0, options, 1);
        for (std::size_t seat = 0; seat < 2; ++seat) {
            auto const room = service.clients[0]->room.value();
            service.say_and_wait(seat, R"({"type":"join","name":"n","room":")" + room + "\"}", 2);
        }
    }
    Files files;
    for (std::size_t i = 0; i < files.size(); ++i) files[i] = bytes_of(directory.path / file_names[i]);
    // The rest is room for more.
    auto& log = files.back();
    log.resize((log.find_last_not_of('\0') / log_block + 1) * log_block);
    return files;
}

/// What becomes of a room whose texts could be read: it works, or can't be played again and says so.
void use(RoomState const& state) {
    auto const random = [](std::span<std::uint8_t> bytes) { std::fill(bytes.begin(), bytes.end(), std::uint8_t(7)); };
    Executor::TimePoint const now(std::chrono::hours(1));
    std::optional<Room> room;
    try {
        room.emplace(state, random, now);
    } catch (std::exception const& problem) {
        if (std::string_view(problem.what()).empty()) broken("a failure without a sentence");
        return;
    }
    auto const text = stored_form(room->state());
    room->begin_unit();
    room->wake(now);
    room->check_clock(now + std::chrono::hours(50));
    room->undo();
    if (stored_form(room->state()) != text) broken("a room that was woken and put back is another: " + text);
}

void check_texts(std::string_view rest) {
    std::array<std::string, 3> texts;
    for (auto& text : texts) {
        text = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), text.size() + 1));
    }
    auto const& [state, setup, banks] = texts;
    StoredRoom stored{"ROOM", state, {}};
    if (!setup.empty())
        stored.last_match = StoredMatch{1, setup, read_actions(rest).value_or(MatchActions()), banks};
    auto const read = room_of(stored);
    if (auto const* damaged = std::get_if<Illegal>(&read)) {
        if (damaged->reason.empty()) broken("damage without a sentence");
        return;
    }
    use(std::get<RoomState>(read));
}

void damage(Files& files, FuzzedDataProvider& bytes) {
    while (bytes.remaining_bytes() > 0) {
        auto& file = files[bytes.ConsumeIntegralInRange<std::size_t>(0, files.size() - 1)];
        auto const at = bytes.ConsumeIntegralInRange<std::size_t>(0, file.size());
        if (bytes.ConsumeIntegralInRange(0, 15) == 0) {
            file.resize(at);
        } else {
            auto const what = bytes.ConsumeRandomLengthString(16);
            file.replace(at, std::min(what.size(), file.size() - at), what);
        }
    }
}

void check_files(FuzzedDataProvider& bytes) {
    static Files const good = good_files();
    static Directory const directory;
    auto files = good;
    damage(files, bytes);
    for (auto const& entry : fs::directory_iterator(directory.path)) fs::remove(entry.path());
    for (std::size_t i = 0; i < files.size(); ++i)
        std::ofstream(directory.path / file_names[i], std::ios::binary) << files[i];
    try {
        auto const store = open_sqlite_store(directory.path);
        store->recover([](StoredRoom const& stored) {
            auto const read = room_of(stored);
            if (auto const* state = std::get_if<RoomState>(&read)) use(*state);
        });
    } catch (StoreFailure const& failure) {
        if (std::string_view(failure.what()).empty()) broken("a failure without a sentence");
    }
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    spdlog::set_level(spdlog::level::off);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    constexpr std::string_view file = "file:";
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    if (text.starts_with(file)) {
        FuzzedDataProvider bytes(data + file.size(), size - file.size());
        check_files(bytes);
    } else {
        check_texts(text);
    }
    return 0;
}
