// Players are deleted: then nobody is shown them any more, and their seats are left.
#pragma once

#include "server/people/deletions_file.hpp"
#include "server/runtime/guarded.hpp"
#include "server/store/sql.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

/// A row stays for ever: it says that nothing of the player is shown any more. For one thread at a time; blocks. All
/// functions throw StoreFailure. Times are seconds since 1970.
class DeletionTable {
public:
    explicit DeletionTable(Sql& sql) : sql_(sql) {}

    /// To be carried out with the deletion of the player, so that both are stored or neither. Once more it says that
    /// there is something to do again.
    static SqlCall add(std::string const& player, std::int64_t now);

    /// Those that are not in it yet.
    void add_all(std::vector<std::string> const& players, std::int64_t now);
    /// Those behind a number, in order, some of them. \param number becomes that of the last one
    std::vector<std::string> added_since(std::int64_t& number);
    /// What was put off is to be done now.
    void hurry();

    struct Due {
        std::string player;
        std::int64_t at; ///< when it was deleted
    };
    /// The player for whom something is to be done now; nobody else gets it before `until`. Servers may share the
    /// table.
    std::optional<Due> take(std::int64_t now, std::int64_t until);
    /// When something is to be done again; nothing: never.
    void set_due(std::string const& player, std::optional<std::int64_t> when);

private:
    Sql& sql_;
};

/// Works through the table of deletions, one player after the other and a few rooms at a time, until no seat is left.
/// What can't be done now is tried again later, also after a restart, and by whatever server has the table. For the
/// thread of the players. Times are seconds since 1970.
class Deletions {
public:
    enum class Outcome { left, no_room, refused };
    using Told = std::function<void(Outcome)>;
    struct Duties {
        /// The codes of some rooms in which the player has a seat, in order. \param after the last one of those before
        std::function<std::vector<std::string>(std::string const& player, std::optional<std::string> const& after)>
            of_player;
        /// The player's seats there are left. \param from_others also where another server has the room
        /// \param told called on any thread, once at most
        std::function<void(std::string const& room, std::string const& player, bool from_others, Told told)> leave;
        /// The same at once, where the room is in memory.
        std::function<void(std::string const& room, std::string const& player)> leave_here;
        /// What is kept of the player elsewhere is forgotten. \returns false where that can't be done now
        std::function<bool(std::string const& player, std::int64_t now)> forget;
        /// Somebody is gone: what was written of players before is written anew.
        std::function<void()> write_anew;
    };

    /// How many rooms are woken at a time, and in a tick at most.
    static constexpr std::size_t rooms_at_a_time = 20;
    /// Seconds until a player's rooms are looked for again; in seconds since 1970 where it is a moment.
    static constexpr std::int64_t pause = 60, longest_pause = 86'400;

    /// \param file null: the table alone says who is gone
    Deletions(Sql& sql, Duties duties, DeletionsFile* file = nullptr)
        : sql_(sql), table_(sql), duties_(std::move(duties)), file_(file) {}

    /// Reads who is gone; to be called once, before anybody is shown anything. Whoever is in the file or in the table
    /// is deleted, also where the store is an older one, and both have all of them then. \throws StoreFailure
    void load(std::int64_t now);
    /// The player is gone, with all secrets and codes, and shown no more. \throws StoreFailure
    void remove(std::string const& player, std::int64_t now);
    /// To be called about each second. \throws StoreFailure
    void tick(std::int64_t now);
    /// Who was deleted, here or by another server, is shown no more. \throws StoreFailure
    void learn(std::int64_t now);

private:
    /// What the rooms that were asked have answered.
    struct Answers {
        std::size_t waiting = 0;
        bool refused = false;
        bool found = false; ///< the player had a seat somewhere
    };
    struct Leaving {
        DeletionTable::Due due;
        std::int64_t until; ///< others may take it then
        std::optional<std::string> after;
        std::shared_ptr<Guarded<Answers>> answers = std::make_shared<Guarded<Answers>>();
    };

    bool go_on(std::int64_t now);

    Sql& sql_;
    DeletionTable table_;
    Duties const duties_;
    DeletionsFile* const file_;
    std::int64_t known_ = 0; ///< the number of the last deletion that is known here
    std::optional<Leaving> leaving_;
};

} // namespace tefuda::server
