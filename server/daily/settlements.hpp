// The boards that are being settled.
#pragma once

#include "server/daily/settlement.hpp"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Settles boards step by step, so that others have their turn on the same thread meanwhile. For one thread.
class Settlements {
public:
    /// How many may wait for one board.
    static constexpr std::size_t max_waiting = 1'000;

    using Task = std::function<void()>;
    using Then = std::function<void(bool is_settled)>;

    /// \param later does a task on the thread, after what others wait for; or says that it can't
    Settlements(BoardTable& table, ReadActions read, std::function<bool(Task)> later)
        : table_(table), read_(std::move(read)), later_(std::move(later)) {}

    /// \param then told whether it could be done, once, on the thread \throws StoreFailure then `then` is not called
    void settle(Board const& board, Then then);
    bool empty() const { return under_way_.empty(); }

private:
    using Key = std::pair<int, std::string>; ///< day and game
    struct Settling {
        Settlement work;
        std::vector<Then> waiting;
    };

    void go_on(Key const& key);
    void end(Key const& key, bool is_settled);

    BoardTable& table_;
    ReadActions const read_;
    std::function<bool(Task)> const later_;
    std::map<Key, Settling> under_way_;
};

} // namespace tefuda::server
