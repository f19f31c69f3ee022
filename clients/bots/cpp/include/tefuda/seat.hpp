// The interface of a bot, and one seat in one room: tracks its updates and resumes after a lost connection.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <string>

namespace tefuda {

using Json = nlohmann::json;

/// The base class of bots. Only `choose` is required.
class Bot {
public:
    virtual ~Bot() = default;

    /// Returns the action for `update`, which has `legal`, `view` and `events`; null to do nothing now.
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
    int seat = -1;
    std::string token;
    Json info = nullptr;         ///< the newest `room` message
    std::map<int, Json> results; ///< by match number
    int match = 0;
    int seq = 0;
    bool catching_up = false; ///< receiving missed updates again; the one with `resync` ends this

    bool done() const { return static_cast<int>(results.size()) >= matches; }

    /// The message that takes this seat again on a new connection.
    Json resume() {
        Json message{{"type", "resume"}, {"room", room}, {"token", token}};
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
        auto const& view = update["view"];
        if (!view["result"].is_null()) {
            if (results.emplace(match, view["result"]).second) bot->ended(view["result"]);
            return false;
        }
        auto const& waiting = view["to_act"];
        auto const must = std::find(waiting.begin(), waiting.end(), seat) != waiting.end();
        return update.contains("legal") && !catching_up && (must || bot->asked_always());
    }
};

} // namespace tefuda
