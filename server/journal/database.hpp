// Rooms and matches in a file of SQLite's, where they can be found by their names.
#pragma once

#include "rules/core/seeded_chance.hpp"
#include "server/journal/backlog.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <functional>
#include <map>

namespace tefuda::server {

/// For one thread at a time. Every function throws StoreFailure.
class Database {
public:
    /// Opens the file or makes it, readable by its owner alone.
    explicit Database(std::filesystem::path const& file);

    /// Where what is not here yet begins.
    struct LogPlace {
        /// The log's number.
        int log;
        Bytes32 key;
    };
    LogPlace log_place();

    /// Takes in the whole backlog, and where what comes behind it begins, or, when it throws, nothing; durable when it
    /// returns.
    void take_in(Backlog const& backlog, LogPlace const& next);

    /// Gives every room that is not finished; returns the codes of the finished ones.
    std::vector<std::string> read_rooms(std::function<void(StoredRoom)> const& each);
    std::optional<StoredRoom> read_room(std::string const& code);
    /// A match that has ended.
    std::optional<StoredMatch> read_match(std::string const& room, int number);

    /// As Store::expire.
    std::vector<std::string> expire(std::int64_t seconds);

private:
    void take_in(std::string const& code, Backlog::Room const& room);
    void take_in(std::string const& code, int number, Backlog::Match const& match);
    std::optional<StoredMatch> last_match(std::string const& room);

    template <class... Values>
    void run(char const* sql, Values const&... values);

    SQLite::Database db_;
    /// By their text, which is a literal.
    std::map<char const*, SQLite::Statement> statements_;
};

} // namespace tefuda::server
