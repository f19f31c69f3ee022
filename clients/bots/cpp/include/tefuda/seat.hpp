// The interface of a bot, and one seat in one room: tracks its updates and resumes after a lost connection.
#pragma once

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <string>

#include <tefuda/fields.hpp>
#include <tefuda/plain.hpp>

namespace tefuda {

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
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;

    Bot* bot = nullptr;
    int matches = 1;
    std::string room;
    std::string updates = "full"; ///< as in the message `join`
    int seat = -1;
    std::string token;
    Json info = nullptr;         ///< the newest `room` message: game, options, seats with names, match, clock …
    std::map<int, Json> results; ///< by match number
    std::map<int, int> illegal;  ///< by match number: how many of the bot's actions were illegal
    /// By match number: how many actions a built-in bot made in the bot's place, because its time was over.
    std::map<int, int> late;
    int match = 0;
    int seq = 0;
    /// Called with a match's number and its result as it comes.
    std::function<void(int match, Json const& result)> on_result;
    std::optional<Seconds> wait;                              ///< at most, for a match to begin; none: for ever
    Clock::time_point waits_until = Clock::time_point::max(); ///< for a match that has not begun
    int own_seq = 0;          ///< of the newest update that an `act` of the bot has caused
    bool in_flight = false;   ///< an `act` has no reply yet
    bool unsure = false;      ///< one was lost before its reply: the next update of this seat may be the bot's
    bool catching_up = false; ///< receiving missed updates again; the one with `resync` ends this

    std::exception_ptr failure; ///< what the bot has thrown

    bool done() const { return failure || static_cast<int>(results.size()) >= matches; }

    /// The message that takes this seat again on a new connection.
    Json resume() {
        Json message{{"type", "resume"}, {"room", room}, {"token", token}, {"updates", updates}};
        if (match) message.update({{"since", seq}, {"match", match}});
        unsure = in_flight;
        in_flight = false;
        // In a room that still waits no update with `resync` comes.
        catching_up = match != 0;
        return message;
    }

    /// Processes an update. \returns whether the bot should choose an action now
    bool take(Json const& update) {
        auto const now = field<int>(info, "match") - (is_finished(info) ? 1 : 0);
        if (now != match) {
            match = now;
            seq = own_seq = 0;
            waits_until = Clock::time_point::max();
        }
        auto const number = field<int>(update, "seq");
        if (number > seq) {
            look_who_acted(update, number);
            bot->saw(update);
        }
        seq = number;
        if (update.contains("resync")) catching_up = false;
        if (update.contains("over")) {
            wait_for_match();
            // It was played before this seat was taken.
            if (update.contains("view") && field(field(update, "view"), "seat").is_null()) return false;
            auto const result = result_of(update);
            if (results.emplace(match, result).second) {
                bot->ended(result);
                if (on_result) on_result(match, result);
            }
            if (done()) waits_until = Clock::time_point::max();
            return false;
        }
        return update.contains("legal") && !catching_up && (field<bool>(update, "must") || bot->asked_always());
    }

    /// Whether the host has changed what is played next: then who has asked for a rematch has to ask again.
    /// \param next the message `room` that comes after `info`
    bool is_changed_by(Json const& next) const {
        if (info.is_null() || !is_finished(info) || !is_finished(next)) return false;
        auto const what = [](Json const& it) {
            return Json{field(it, "game"), field(it, "options"), field_or(it, "clock", Json()),
                        field_or(it, "hints", false), field(it, "seats").size()};
        };
        return what(info) != what(next);
    }

    /// Waits for a match to begin; for so long, at most.
    void wait_for_match() {
        if (!wait || done() || waits_until != Clock::time_point::max()) return;
        waits_until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::min(*wait, Seconds(1e8)));
    }

private:
    static bool is_finished(Json const& room) { return field(room, "status") == "finished"; }

    /// The first event of an update, but for the deal, is the action. If it is of this seat, and the bot has not sent
    /// it, its time was over.
    void look_who_acted(Json const& update, int number) {
        auto const events = field<Json::array_t>(update, "events");
        if (number == 1 || events.empty() || !events[0].contains("seat") || events[0]["seat"] != seat) return;
        if (number != own_seq && !unsure && late[match]++ == 0)
            std::clog << plain("room " + room + ", seat " + std::to_string(seat) +
                               ": the time was over, so a built-in bot acted in your bot's place")
                      << std::endl;
        unsure = false;
    }

    /// \pre the match is over
    static Json result_of(Json const& update) {
        if (update.contains("view")) return field(field(update, "view"), "result");
        for (auto const& event : field<Json::array_t>(update, "events"))
            if (event.contains("result")) return event["result"];
        return nullptr;
    }
};

} // namespace tefuda
