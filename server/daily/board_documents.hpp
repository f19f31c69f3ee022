// The documents of open boards, which may be long: made once, and kept for a while.
#pragma once

#include "server/daily/board_table.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
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

    using Clock = std::chrono::steady_clock;
    using Text = std::shared_ptr<std::string const>;

    struct Found {
        Text text;           ///< null: there is none
        bool is_old = false; ///< the caller is to make it anew; nobody else is told so meanwhile
    };
    Found find(int day, std::string const& game, Clock::time_point now);
    void keep(int day, std::string const& game, Text text, Clock::time_point now);
    /// A player is gone or has another name.
    void forget_all();

private:
    struct Kept {
        int day;
        std::string game;
        Text text;
        Clock::time_point made;
    };

    std::mutex mutex_;
    std::vector<Kept> kept_; ///< the one that was asked for last comes first
};

/// The document of an open board. \throws StoreFailure
std::string document_of(Board const& board, BoardTable& table);

} // namespace tefuda::server
