// What the tests of the SQLite store share: rooms and matches to commit, and what comes back.
#pragma once

#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/server/support/data_directory.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace tefuda::server::test {

/// A room that can be told from others by this text.
inline RoomSaved saved(std::string const& text, RoomStatus status = RoomStatus::playing) {
    return {{.game = text, .options = {"{}"}, .status = status}};
}

inline MatchBegun begun(int match, std::string const& text = "setup") {
    return {match, {.game = text, .options = {"{}"}}};
}

inline ActionTaken action(int match, int seat, std::string const& text, std::int64_t ms = 0,
                          std::vector<std::int64_t> const& banks = {}) {
    return {match, Seat(seat), text, ms, banks};
}

/// What Store::recover gives, in the order of the codes.
struct Recovered {
    explicit Recovered(Store& store) {
        std::vector<RoomClaim> claims;
        auto const others = store.recover([&](ClaimedRoom const& claimed) {
            awake.push_back(claimed.room);
            claims.push_back({claimed.room.code, claimed.epoch});
        });
        store.give_back(claims);
        std::sort(awake.begin(), awake.end(), [](auto const& a, auto const& b) { return a.code < b.code; });
        finished = others.finished;
        damaged = others.damaged;
    }
    explicit Recovered(std::filesystem::path const& directory) : Recovered(*open_sqlite_store(directory)) {}

    std::vector<StoredRoom> awake;
    std::vector<std::string> finished;
    std::vector<std::string> damaged;
};

inline std::string actions_in(StoredMatch const& match) {
    std::string text;
    for (auto const& taken : match.actions)
        text += std::to_string(taken.seat.number()) + taken.action + "@" + std::to_string(taken.ms) + " ";
    return text;
}

inline void commit(Store& store, std::vector<Transaction> const& transactions) {
    store.commit(transactions);
}

/// Begins a match and makes so many actions, each in a commit of its own.
inline void play(Store& store, std::string const& room, int match, int actions) {
    commit(store, {{room, {saved("game"), begun(match)}}});
    for (int i = 0; i < actions; ++i)
        commit(store, {{room, {action(match, i % 2, "{\"n\":" + std::to_string(i) + "}", i, {7, 8})}}});
}

/// Changes a file behind the store's back, as another program would.
inline void change(std::filesystem::path const& file, std::string const& sql) {
    SQLite::Database db(file.string(), SQLite::OPEN_READWRITE);
    db.exec(sql);
}

inline std::string bytes_of(std::filesystem::path const& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_at(std::filesystem::path const& file, std::size_t at, std::string const& bytes) {
    std::fstream out(file, std::ios::in | std::ios::out | std::ios::binary);
    out.seekp(static_cast<std::streamoff>(at));
    out << bytes;
}

/// What opening the directory and taking up its rooms is refused with; "none" if it is not.
inline std::string refusal(std::filesystem::path const& directory) {
    try {
        open_sqlite_store(directory)->recover([](ClaimedRoom const&) {});
    } catch (StoreFailure const& failure) {
        return failure.what();
    }
    return "none";
}

} // namespace tefuda::server::test
