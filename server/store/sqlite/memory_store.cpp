#include "server/store/sqlite/memory_store.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tefuda::server {

namespace {

class MemoryStore final : public Store {
public:
    explicit MemoryStore(std::shared_ptr<Sql> tables) : tables_(std::move(tables)) {}

    Recovered recover(std::function<void(ClaimedRoom)> const&) override { return {}; }
    ClaimResult claim(std::string const&, bool) override { return NoSuchRoom{}; }
    void give_back(std::vector<RoomClaim> const&) override {}
    bool may_have(std::string const&) const override { return false; }
    std::optional<StoredRoom> read_room(std::string const&) override { return std::nullopt; }
    std::optional<StoredMatch> read_match(std::string const&, int) override { return std::nullopt; }
    std::vector<int> ended_matches(std::string const&, int) override { return {}; }
    std::vector<std::string> expire(std::int64_t) override { return {}; }

    LostPlaces commit(std::span<Transaction const> transactions) override {
        std::vector<SqlCall> calls;
        for (auto const& transaction : transactions)
            for (auto const& change : transaction.changes)
                std::visit([&](auto const& it) { add(calls, transaction.room, it); }, change);
        if (!calls.empty()) tables_->write(WriteKey(), calls);
        return {};
    }

private:
    template <class Other>
    static void add(std::vector<SqlCall>&, std::string const&, Other const&) {}

    static void add(std::vector<SqlCall>& calls, std::string const& room, RoomPlayers const& players) {
        calls.push_back({"DELETE FROM seated WHERE room = $1", {room}});
        calls.push_back({"INSERT INTO room (code, state) VALUES ($1, '') ON CONFLICT DO NOTHING", {room}});
        for (auto const& id : players.ids)
            calls.push_back({"INSERT INTO seated (player, over, room) VALUES ($1, $2, $3)",
                             {id, players.is_over ? "1" : "0", room}});
        for (auto const& id : players.lines)
            calls.push_back({"INSERT INTO seated (player, over, room) VALUES ($1, 2, $2)", {id, room}});
    }

    static void add(std::vector<SqlCall>& calls, std::string const& room, RoomRemoved const&) {
        calls.push_back({"DELETE FROM room WHERE code = $1", {room}});
    }

    static void add(std::vector<SqlCall>& calls, std::string const& room, ResultSaved const& result) {
        auto const match = std::to_string(result.match), ended = std::to_string(result.ended);
        calls.push_back({"INSERT INTO result (room, match, ended, game, text) VALUES ($1, $2, $3, $4, $5)",
                         {room, match, ended, result.game, result.text}});
        calls.push_back({"INSERT INTO room (code, state) VALUES ($1, '') ON CONFLICT DO NOTHING", {room}});
        calls.push_back({"INSERT INTO match (room, number) VALUES ($1, $2)", {room, match}});
        for (auto const& [player, won] : result.players)
            calls.push_back(
                {"INSERT INTO played (player, ended, room, match, game, won) VALUES ($1, $2, $3, $4, $5, $6)",
                 {player, ended, room, match, result.game, won ? "1" : "0"}});
    }

    static void add(std::vector<SqlCall>& calls, std::string const& room, BoardBegun const& board) {
        calls.push_back({"INSERT INTO attempt (day, game, player, room, human) VALUES ($1, $2, $3, $4, $5) "
                         "ON CONFLICT DO NOTHING",
                         {std::to_string(board.day), board.game, board.player, room, board.is_human ? "1" : "0"}});
    }

    static void add(std::vector<SqlCall>& calls, std::string const& room, BoardEnded const& board) {
        calls.push_back({"UPDATE attempt SET margin = $2 WHERE room = $1", {room, std::to_string(board.margin)}});
    }

    std::shared_ptr<Sql> const tables_;
};

} // namespace

std::unique_ptr<Store> open_memory_store(std::shared_ptr<Sql> tables) {
    return std::make_unique<MemoryStore>(std::move(tables));
}

} // namespace tefuda::server
