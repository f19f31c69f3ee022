// The interface of a bot, and one seat in one room: tracks its updates and resumes after a lost connection.
#pragma once

#include <nlohmann/json.hpp>

#include <exception>
#include <functional>
#include <map>
#include <string>

namespace tefuda {

using Json = nlohmann::json;

struct Seat;

/// The base class of bots. Only `choose` is required. What a function throws ends its seat.
class Bot {
public:
    virtual ~Bot() = default;

    /// Where this bot sits, from before the first update on: its number, the room's code, and in `info` the room's
    /// options and all names. The kit sets it before each call, as one bot may have several seats; it owns it.
    Seat const* seat = nullptr;

    /// Returns the action for `update`, which has `legal`, `view` (except with "events" as `updates`) and `events`;
    /// null to do nothing now, where `must` is false.
    virtual Json choose(Json const& update) = 0;
    /// Whether to call `choose` also when this seat may act but need not (for example, challenge).
    virtual bool asked_always() const { return false; }
    /// Called exactly once for each update of the match, before `choose`.
    virtual void saw(Json const&) {}
    /// Called when a match is over.
    virtual void ended(Json const& /*result*/) {}
};

struct Seat {
    Bot* bot = nullptr;
    int matches = 1;
    std::string room;
    std::string updates = "full"; ///< as in the message `join`
    int seat = -1;
    std::string token;
    Json info = nullptr;         ///< the newest `room` message: game, options, seats with names, match, clock …
    std::map<int, Json> results; ///< by match number
    std::map<int, int> illegal;  ///< by match number: how many of the bot's actions were illegal
    int match = 0;
    int seq = 0;
    /// Called with each match's result as it comes, and how many of the bot's actions were illegal in that match.
    std::function<void(Json const& result, int illegal)> on_result;
    bool catching_up = false; ///< receiving missed updates again; the one with `resync` ends this

    std::exception_ptr failure; ///< what the bot has thrown

    bool done() const { return failure || static_cast<int>(results.size()) >= matches; }

    /// The message that takes this seat again on a new connection.
    Json resume() {
        Json message{{"type", "resume"}, {"room", room}, {"token", token}, {"updates", updates}};
        if (match) message.update({{"since", seq}, {"match", match}});
        // In a room that still waits no update with `resync` comes.
        catching_up = match != 0;
        return message;
    }

    /// Processes an update. \returns whether the bot should choose an action now
    bool take(Json const& update) {
        auto const now = info["match"].get<int>() - (info["status"] == "finished" ? 1 : 0);
        if (now != match) {
            match = now;
            seq = 0;
        }
        if (update["seq"] > seq) bot->saw(update);
        seq = update["seq"];
        if (update.contains("resync")) catching_up = false;
        if (update.contains("over")) {
            // It was played before this seat was taken.
            if (update.contains("view") && update["view"]["seat"].is_null()) return false;
            auto const result = result_of(update);
            if (results.emplace(match, result).second) {
                bot->ended(result);
                if (on_result) on_result(result, illegal[match]);
            }
            return false;
        }
        return update.contains("legal") && !catching_up && (update["must"].get<bool>() || bot->asked_always());
    }

    /// Whether the host has changed what is played next: then who has asked for a rematch has to ask again.
    /// \param room the message `room` that comes after `info`
    bool is_changed_by(Json const& room) const {
        if (info.is_null() || info["status"] != "finished" || room["status"] != "finished") return false;
        auto const what = [](Json const& it) {
            return Json{it["game"], it["options"], it["clock"], it.value("hints", false), it["seats"].size()};
        };
        return what(info) != what(room);
    }

private:
    /// \pre the match is over
    static Json result_of(Json const& update) {
        if (update.contains("view")) return update["view"]["result"];
        for (auto const& event : update["events"])
            if (event.contains("result")) return event["result"];
        return nullptr;
    }
};

} // namespace tefuda
