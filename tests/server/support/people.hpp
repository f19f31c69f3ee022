// Clients of rooms that write down what they get.
#pragma once

#include "server/room/participant.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda::server::test {

using Json = nlohmann::json;

/// The newest message of a type; null where there is none.
inline Json last_of(std::vector<Json> const& messages, std::string_view type) {
    for (auto it = messages.rbegin(); it != messages.rend(); ++it)
        if ((*it)["type"] == type) return *it;
    return nullptr;
}

/// The types of all messages, in order, with a space between.
inline std::string types_of(std::vector<Json> const& messages) {
    std::string types;
    for (auto const& message : messages) {
        if (!types.empty()) types += ' ';
        types += message["type"].get<std::string>();
    }
    return types;
}

/// The first message with this `re`; null where there is none.
inline Json answer_to(std::vector<Json> const& messages, Json const& id) {
    for (auto const& message : messages)
        if (message.value("re", Json()) == id) return message;
    return nullptr;
}

/// Not thread-safe: for rooms on the test's own thread.
class Recorder final : public Participant {
public:
    void send(std::string_view text) override { got.push_back(Json::parse(text)); }
    void answered(std::size_t) override { ++answers; }
    void hand_back(MessageId, ClientMessage, std::chrono::steady_clock::time_point, std::size_t) override {
        ++handed_back;
    }
    void close_as_failed() override { ++closed; }
    void set_takes_part(std::string const& room, bool part) override { takes_part[room] = part; }
    void count_wrong_token() override { ++wrong_tokens; }
    bool may_join_another_room() const override { return may_join; }
    std::string const& address() const override { return at; }
    bool begin_advice() override { return ++advice <= 4 || (--advice, false); }
    void end_advice() override { --advice; }
    SeatOwner player() const override { return who; }
    bool has_blocked(std::string const& id) const override { return blocks.contains(id); }
    OrRejection<> may_chat() const override {
        if (mute) return *mute;
        return {};
    }
    void file_report(MessageId, FiledReport report) override { reports.push_back(std::move(report)); }

    std::string at = "192.0.2.1";
    SeatOwner who;                 ///< null: nobody
    std::set<std::string> blocks;  ///< the ids of the players whom it has blocked
    std::optional<Rejection> mute; ///< why it may not chat
    std::vector<FiledReport> reports;
    std::vector<Json> got;
    int answers = 0;
    int handed_back = 0;
    int closed = 0; ///< how often a room that had failed closed its connection
    int wrong_tokens = 0;
    int advice = 0; ///< for how much advice it waits
    std::map<std::string, bool> takes_part;
    bool may_join = true;
};

/// One client of a room.
struct Person {
    std::shared_ptr<Recorder> client = std::make_shared<Recorder>();

    std::vector<Json>& got() const { return client->got; }
    Json const& last() const { return client->got.back(); }
    Json last(std::string_view type) const { return last_of(client->got, type); }
    std::string types() const { return types_of(client->got); }
    /// Whether the client was told last that it takes part in the room.
    bool takes_part() const { return client->takes_part["ROOM"]; }
};

/// Whoever the game waits for. \pre two play, one after the other
inline Person const& on_turn_of(Person const& one, Person const& other) {
    return one.last("update").contains("legal") ? one : other;
}

inline Json seat_of(Json const& room, int seat) {
    return room["seats"][static_cast<std::size_t>(seat)];
}

} // namespace tefuda::server::test
