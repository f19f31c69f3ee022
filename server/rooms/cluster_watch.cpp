#include "server/rooms/cluster_watch.hpp"

#include "protocol/codec/encode.hpp"
#include "server/match/gone_players.hpp"
#include "server/room/room_info.hpp"
#include "server/room/stored_form.hpp"
#include "server/runtime/clock.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <spdlog/spdlog.h>

namespace tefuda::server {

namespace {

constexpr auto slice = std::chrono::milliseconds(100);
constexpr auto between_lists = std::chrono::seconds(1);
/// Notifications don't get lost on a connection that works: this is for one that only seems to.
constexpr auto between_checks = std::chrono::seconds(5);
constexpr auto tolerated_absence = std::chrono::seconds(10);

} // namespace

ClusterWatch::ClusterWatch(SharedStore& store, RoomRegistry& rooms, std::function<void(bool)> set_away)
    : store_(store), rooms_(rooms), set_away_(std::move(set_away)) {
    rooms_.on_listed([this](RoomClaim claim, RoomPresence presence) {
        auto code = claim.room;
        present_.with([&](auto& all) { all[std::move(code)] = {std::move(claim), presence}; });
    });
}

void ClusterWatch::start() {
    worker_ = make_worker("cluster watch", [this] { return step(); });
}

void ClusterWatch::give_back_all(std::function<void()> done) {
    if (!worker_) return done();
    given_back_.with([&](auto& told) { told = std::move(done); });
}

Worker::Next ClusterWatch::step() {
    auto const given_back = given_back_.with([](auto& told) { return std::exchange(told, {}); });
    auto next = Worker::Next::at_once();
    auto const now = steady_now();
    try {
        if (given_back) store_.give_back(rooms_.held());
        watch(now);
        away_since_.reset();
        if (std::exchange(is_away_, false)) set_away_(false);
    } catch (std::exception const& problem) {
        if (!away_since_) spdlog::warn("The database can't be watched: {}", problem.what());
        check_away(now);
        next = Worker::Next::by(steady_now() + slice);
    }
    if (given_back) until_there_is_memory(given_back);
    return next;
}

void ClusterWatch::watch(Clock::time_point now) {
    auto const news = store_.wait_for_news(slice);
    for (auto const& claim : news.claimed) rooms_.lose_claimed(claim);
    if (news.missed || now >= next_check_) {
        for (auto const& claim : store_.lost(rooms_.held())) rooms_.lose_held(claim);
        next_check_ = now + between_checks;
    }
    if (now < next_list_) return;
    next_list_ = now + between_lists;
    update_list();
}

void ClusterWatch::update_list() {
    std::vector<std::pair<RoomClaim, RoomPresence>> present;
    for (auto& [code, each] : present_.with([](auto& all) { return std::exchange(all, {}); }))
        present.push_back(std::move(each));
    if (!present.empty()) store_.set_presence(present);
    store_.update_list(listed_);
    // Summaries have names.
    auto const names = gone_players().size() + given_names().version();
    if (std::exchange(names_, names) != names) summaries_.clear();
    std::erase_if(summaries_, [this](auto const& each) { return !listed_.contains(each.first); });
    std::map<std::string, RoomRegistry::Listed> shown;
    for (auto const& [code, listed] : listed_) {
        auto& [version, summary] = summaries_[code];
        if (version != listed.version) {
            version = listed.version;
            auto const state = state_of(code, listed.room.room);
            summary = {};
            if (auto const* room = std::get_if<RoomState>(&state); room && room->is_listed())
                summary = {room->setting.created, std::string(room->setting.game->id()),
                           codec::to_json(summary_of_other(*room, listed.presence))};
        }
        if (!summary.summary.empty()) shown.emplace(code, summary);
    }
    rooms_.list_elsewhere(shown);
}

void ClusterWatch::check_away(Clock::time_point now) {
    if (!away_since_) away_since_ = now;
    if (is_away_ || now - *away_since_ < tolerated_absence) return;
    is_away_ = true;
    until_there_is_memory([this] { set_away_(true); });
}

} // namespace tefuda::server
