// One seat in one room: what came, and what to say after a lost connection.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <string>

namespace tefuda {

using Json = nlohmann::json;

/// What a bot author writes; `choose` is the one function that is needed.
class Bot {
public:
    virtual ~Bot() = default;

    /// The action for `update`, which has `legal`, `view` and `events`; null: none now.
    virtual Json choose(Json const& update) = 0;
    /// Whether `choose` is also asked where this seat may act but need not (a challenge, say).
    virtual bool asked_always() const { return false; }
    /// Every update of the match, once each, before `choose` is asked.
    virtual void saw(Json const&) {}
    /// A match is over.
    virtual void ended(Json const& /*result*/) {}
};

struct Seat {
    Bot* bot = nullptr;
    int matches = 1;
    std::string room;
    int seat = -1;
    std::string token;
    Json info = nullptr;         ///< the newest `room` message
    std::map<int, Json> results; ///< by match
    int match = 0;
    int seq = 0;
    bool catching_up = false; ///< updates that were missed come again; the last of them is marked `resync`

    bool done() const { return static_cast<int>(results.size()) >= matches; }

    /// What takes this seat up again on a new connection.
    Json resume() {
        Json message{{"type", "resume"}, {"room", room}, {"token", token}};
        if (match) message.update({{"since", seq}, {"match", match}});
        catching_up = true;
        return message;
    }

    /// \returns whether the bot is asked
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
