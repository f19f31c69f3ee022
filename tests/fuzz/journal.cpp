// Bytes as damage to a journal, in one of three ways:
// - "file:" and places in a good journal's files and what is written there: opening it and recovering from it ends in
//   whole rooms, rooms that are left out, or a StoreFailure with a sentence;
// - "{": the texts of rows (room, setup, banks, a line each) and a match's actions: read and made a room, or refused;
// - anything else: a batch of transactions: read, or refused. What is read is the same after it was written again.
#include "server/room/room.hpp"
#include "server/room/stored_form.hpp"
#include "server/store/saved_json.hpp"
#include "server/store/sqlite/room_changes.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "server/store/sqlite/transaction_codec.hpp"
#include "tests/server/support/fake_time.hpp"

#include <fuzzer/FuzzedDataProvider.h>
#include <spdlog/spdlog.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

using namespace tefuda;
using namespace tefuda::server;

namespace {

namespace fs = std::filesystem;

void check(bool good, std::string_view what) {
    if (good) return;
    std::cerr << what << '\n';
    std::abort();
}

/// A directory of this process alone, in memory where the system has such a place.
class Directory {
public:
    Directory() {
        auto const base = fs::is_directory("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path();
        auto name = (base / "tefuda-fuzz-XXXXXX").string();
        check(mkdtemp(name.data()), "can't make a directory");
        path = name;
    }
    ~Directory() { fs::remove_all(path); }
    fs::path path;
};

/// While it lives, a store's id, its salts and its times are the same in each process, so that an input damages the
/// same bytes.
class SameEachTime {
public:
    SameEachTime() {
        constexpr int seed = 1;
        check(sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, seed, nullptr) == SQLITE_OK, "can't seed SQLite");
        constexpr std::int64_t seconds = 1'700'000'000;
        time_.put_clock_on(std::chrono::seconds(seconds - seconds_now()));
    }

private:
    server::test::FakeTime time_;
};

constexpr std::array file_names{"rooms.sqlite", "rooms.sqlite-wal", "pending.sqlite", "pending.sqlite-wal"};
using Files = std::array<std::string, file_names.size()>;

std::string bytes_of(fs::path const& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A journal of a few rooms, partly folded, as its process left it when it was killed.
Files good_files() {
    Directory const directory;
    SameEachTime const same;
    auto const store = open_sqlite_store(directory.path);
    SavedRoom const room{.game = "fortyone", .options = {"{}"}, .seats = {{}, {}}, .status = RoomStatus::playing};
    SavedSetup const setup{.game = "fortyone", .options = {"{}"}, .names = {"a", "b"}, .entropies = {"", ""}};
    for (auto const* code : {"A", "B", "C"}) {
        store->commit(std::vector<Transaction>{{code, {RoomSaved{room}, MatchBegun{1, setup}}}});
        for (int i = 0; i < 3; ++i)
            store->commit(std::vector<Transaction>{
                {code, {ActionTaken{1, Seat(i), R"({"type":"draw"})", i, {5}, i + 1, i % 2 == 1}}}});
        if (*code == 'A') store->read_room("A");
    }
    Files files;
    for (std::size_t i = 0; i < files.size(); ++i) files[i] = bytes_of(directory.path / file_names[i]);
    return files;
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

/// What becomes of a room whose texts could be read: it works, or is refused with a reason.
void check_room(StoredRoom stored) {
    auto built = room_of(std::move(stored));
    if (auto const* damage = std::get_if<Illegal>(&built))
        return check(!damage->reason.empty(), "damage without a reason");
    auto const random = [](std::span<std::uint8_t> bytes) { std::ranges::fill(bytes, std::uint8_t{7}); };
    TimePoint const now(std::chrono::hours(1));
    std::optional<Room> room;
    try {
        room.emplace(std::get<RoomRecord>(std::move(built)), random, now);
    } catch (std::runtime_error const& problem) {
        return check(!std::string_view(problem.what()).empty(), "a failure without a sentence");
    }
    auto const before = to_json(stored_form(room->state()));
    room->begin_transaction({});
    room->wake(now);
    room->check_clock(now + std::chrono::hours(50));
    room->roll_back(now);
    check(to_json(stored_form(room->state())) == before, "a room that was woken and rolled back is another one");
}

void check_files(FuzzedDataProvider& bytes) {
    static Files const good = good_files();
    static Directory const directory;
    SameEachTime const same;
    auto files = good;
    damage(files, bytes);
    for (auto const& entry : fs::directory_iterator(directory.path)) fs::remove(entry.path());
    for (std::size_t i = 0; i < files.size(); ++i)
        std::ofstream(directory.path / file_names[i], std::ios::binary) << files[i];
    try {
        auto const store = open_sqlite_store(directory.path);
        std::size_t rooms = 0;
        auto const recovered = store->recover([&](ClaimedRoom claimed) {
            ++rooms;
            check_room(std::move(claimed.room));
        });
        for (auto const& code : recovered.damaged) {
            try {
                store->read_room(code);
                check(false, "a damaged room could be read");
            } catch (StoreFailure const&) {}
        }
    } catch (StoreFailure const& failure) {
        check(!std::string_view(failure.what()).empty(), "a failure without a sentence");
    }
}

void check_actions(std::string const& bytes) {
    auto const actions = MatchActions::from_bytes(bytes);
    if (!actions) return;
    MatchActions again;
    for (auto const& action : *actions) again.add(action);
    check(again.size() == actions->size() && again.last_ms() == actions->last_ms(), "actions were lost");
    // The bytes may differ: a number can be written in more bytes than it needs.
    check(MatchActions::from_bytes(again.bytes()) == again, "actions differ after they were written again");
}

void check_texts(std::string_view rest) {
    std::array<std::string, 3> texts;
    for (auto& text : texts) {
        text = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), text.size() + 1));
    }
    if (auto const room = read_saved_room(texts[0]))
        check(read_saved_room(to_json(*room)) == room, "a room differs after it was written again");
    if (auto const setup = read_saved_setup(texts[1]))
        check(read_saved_setup(to_json(*setup)) == setup, "a setup differs after it was written again");
    if (auto const banks = read_banks(texts[2]))
        check(read_banks(banks_to_json(*banks)) == banks, "bank times differ after they were written again");
    check_actions(std::string(rest));
    auto room = read_saved_room(texts[0]);
    if (!room) return;
    StoredRoom stored{"ROOM", std::move(*room), std::nullopt};
    auto setup = read_saved_setup(texts[1]);
    auto actions = MatchActions::from_bytes(std::string(rest));
    auto banks = read_banks(texts[2]);
    auto const number = stored.room.match - (stored.room.status == RoomStatus::playing ? 0 : 1);
    if (setup && actions && banks)
        stored.last_match = StoredMatch{number, std::move(*setup), std::move(*actions), std::move(*banks)};
    check_room(std::move(stored));
}

// A change as a room would give it; nothing if its texts can't be read.

std::optional<Change> typed(EncodedRoom const& saved) {
    auto const room = read_saved_room(saved.state);
    return room ? std::optional<Change>(RoomSaved{*room}) : std::nullopt;
}

std::optional<Change> typed(EncodedMatch const& begun) {
    auto const setup = read_saved_setup(begun.setup);
    return setup ? std::optional<Change>(MatchBegun{begun.number, *setup}) : std::nullopt;
}

std::optional<Change> typed(EncodedAction const& taken) {
    auto const banks = read_banks(taken.banks);
    if (!banks) return std::nullopt;
    return ActionTaken{taken.match, taken.seat, std::string(taken.action), taken.ms, *banks, 0, taken.by_bot};
}

std::optional<Change> typed(MatchEnded const& ended) {
    return ended;
}

std::optional<Change> typed(RoomPlayers const& players) {
    return players;
}

std::optional<Change> typed(ResultSaved const& result) {
    return result;
}

std::optional<Change> typed(BoardBegun const& begun) {
    return begun;
}

std::optional<Change> typed(BoardEnded const& ended) {
    return ended;
}

std::optional<Change> typed(MatchRemoved const& removed) {
    return removed;
}

std::optional<Change> typed(RoomRemoved const& removed) {
    return removed;
}

void check_transactions(std::string_view bytes) {
    ChangesByRoom changes;
    read_transactions(bytes, [&](std::string_view room, EncodedChange const& change) {
        changes.add(room, change);
        auto const first = std::visit([](auto const& it) { return typed(it); }, change);
        if (!first) return;
        std::string written;
        append_transaction(written, {std::string(room), {*first}});
        std::optional<Change> second;
        auto const whole = read_transactions(written, [&](std::string_view again, EncodedChange const& changed) {
            check(again == room, "another room");
            second = std::visit([](auto const& it) { return typed(it); }, changed);
        });
        check(whole && second == first, "a change differs after it was written again");
    });
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
    } else if (text.starts_with('{')) {
        check_texts(text);
    } else {
        check_transactions(text);
    }
    return 0;
}
