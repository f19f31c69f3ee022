// The documents of open boards, which may be long: made once, and kept for a while.
#pragma once

#include "server/daily/board_table.hpp"
#include "server/runtime/guarded.hpp"
#include "server/runtime/time.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// Thread-safe.
class BoardDocuments {
public:
    /// How many are kept; one of 10,000 players has about 3 MB.
    static constexpr std::size_t max_kept = 20;
    /// How long one is shown as it was made: players may have changed their names, or be gone, since.
    static constexpr std::chrono::seconds fresh{10};

    using Text = std::shared_ptr<std::string const>;

    struct Document {
        Text text;           ///< null: there is none
        bool is_old = false; ///< the caller is to make it anew; nobody else is told so meanwhile
    };
    Document find(int day, std::string const& game, SteadyTime now);
    void keep(int day, std::string const& game, Text text, SteadyTime now);
    /// A player is gone or has another name.
    void forget_all() {
        kept_.with([](auto& kept) { kept.clear(); });
    }

private:
    struct Kept {
        int day;
        std::string game;
        Text text;
        SteadyTime made;

        bool is_of(int a_day, std::string const& a_game) const { return day == a_day && game == a_game; }
    };

    Guarded<std::vector<Kept>> kept_; ///< the one that was asked for last comes first
};

/// The document of an open board. \throws StoreFailure
std::string document_of(Board const& board, BoardTable& table);

} // namespace tefuda::server
