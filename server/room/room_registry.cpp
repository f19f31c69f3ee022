#include "server/room/room_registry.hpp"

#include "protocol/codec/encode.hpp"
#include "server/journal/stored_form.hpp"
#include "server/metrics/logging.hpp"
#include "server/metrics/metrics.hpp"

#include <spdlog/spdlog.h>

#include <deque>
#include <mutex>

namespace tefuda::server {

namespace {

Rejection bad_options(std::string message) {
    return {ErrorCode::bad_options, std::move(message)};
}

constexpr double longest_clock = 86'400;

bool clock_in_range(ClockSetting const& clock) {
    auto const in_range = [](double seconds) { return seconds >= 0 && seconds <= longest_clock; };
    return in_range(clock.decision) && in_range(clock.bank) && clock.decision + clock.bank > 0;
}

std::vector<std::shared_ptr<CommitQueue>> commit_queues(std::vector<Executor*> const& executors, Journal* journal) {
    std::vector<std::shared_ptr<CommitQueue>> queues;
    if (!journal) return queues;
    for (auto* const executor : executors) queues.push_back(std::make_shared<CommitQueue>(*journal, *executor));
    return queues;
}

} // namespace

/// Of rooms from the journal.
class RoomRegistry::Removals final : public Journal::Appender, public std::enable_shared_from_this<Removals> {
public:
    using Appender::Appender;

    void remove(Journal& journal, std::string const& code) {
        std::string unit;
        append_unit(unit, code, {RoomRemoved()});
        codes_.push_back(code);
        if (!journal.append(unit, 1, shared_from_this())) codes_.pop_back();
    }

    void committed(std::size_t count, bool stored) override {
        for (; count > 0; --count) {
            if (stored) log_event("Room gone", {{"room", codes_.front()}});
            codes_.pop_front();
        }
    }

private:
    std::deque<std::string> codes_;
};

RoomRegistry::RoomRegistry(std::vector<Executor*> executors, RandomBytes random, Settings const& settings, BotPool& bots,
             Journal* journal)
    : executors_(std::move(executors)), random_(std::move(random)), settings_(settings), bots_(bots), journal_(journal),
      commits_(commit_queues(executors_, journal)), removals_(std::make_shared<Removals>(*executors_.front())) {
    age_in_a_minute();
}

void RoomRegistry::recover() {
    if (!journal_) return;
    std::unique_lock const lock(mutex_);
    auto const asleep = journal_->store().recover([this](StoredRoom const& stored) { wake_up(stored); });
    asleep_.insert(asleep.begin(), asleep.end());
    spdlog::info("The journal has {} rooms: {} awake, {} finished", rooms_.size() + asleep_.size(), rooms_.size(),
                 asleep_.size());
}

void RoomRegistry::create(Create const& message, bool may_make, OnCreated const& reply) {
    auto settled = settle(message);
    if (auto* refused = std::get_if<Rejection>(&settled)) return reply(std::move(*refused));
    auto& setting = std::get<RoomSetting>(settled);
    std::optional<Bytes32> seed;
    if (message.fixed)
        if (auto refused = add_fixed_deal(setting, seed, *message.fixed)) return reply(std::move(*refused));

    if (!may_make) {
        metrics().limits_hit[Limit::rooms_a_connection].add();
        return reply(Rejection{ErrorCode::too_many_rooms, "You have made too many rooms: play in them."});
    }
    std::unique_lock lock(mutex_);
    if (closing_) return reply(Rejection{ErrorCode::shutting_down, "The server is shutting down."});
    if (rooms_.size() >= static_cast<std::size_t>(settings_.rooms)) {
        metrics().limits_hit[Limit::rooms].add();
        return reply(Rejection{ErrorCode::server_full, "This server has no room for another room: try again later."});
    }
    do {
        setting.code = new_code();
    } while (rooms_.contains(setting.code) || asleep_.contains(setting.code));
    auto const commitment = [&] {
        Room room(setting, seed, random_);
        if (message.bots) room.seat_bots(*message.bots);
        auto shown = room.commitment();
        add(next_place(), std::move(room));
        return shown;
    }();
    auto const actor = rooms_.at(setting.code);
    lock.unlock();
    actor->wake([this, reply, commitment, setting](bool stored) {
        if (!stored) {
            remove(setting.code);
            return reply(Rejection{ErrorCode::unavailable, "The server can't store a room now: try again later."});
        }
        log_event("Room made", {{"room", setting.code},
                                {"game", setting.game->id()},
                                {"seats", std::int64_t{setting.seats}},
                                {"public", std::int64_t{setting.is_public}}});
        reply(Created{{}, setting.code, commitment});
    });
}

std::size_t RoomRegistry::next_place() {
    return next_place_++ % executors_.size();
}

std::shared_ptr<RoomActor> RoomRegistry::add(std::size_t place, Room room) {
    auto actor = std::make_shared<RoomActor>(*executors_[place], bots_, journal_ ? commits_[place].get() : nullptr,
                                             static_cast<RoomActor::Home&>(*this), std::move(room));
    rooms_[actor->code()] = actor;
    return actor;
}

/// Null where what is stored can't be read. \pre the mutex is held
std::shared_ptr<RoomActor> RoomRegistry::wake_up(StoredRoom const& stored) {
    auto state = room_of(stored);
    if (auto const* damage = std::get_if<Illegal>(&state)) {
        spdlog::error("Room {} can't be brought back: {}", stored.code, damage->reason);
        return nullptr;
    }
    try {
        auto const place = next_place();
        auto const now = executors_[place]->now();
        auto actor = add(place, Room(std::get<RoomState>(std::move(state)), random_, now));
        actor->wake({});
        return actor;
    } catch (std::exception const& problem) {
        spdlog::error("Room {} can't be brought back: {}", stored.code, problem.what());
        return nullptr;
    }
}

void RoomRegistry::remove(std::string const& code) {
    std::unique_lock const lock(mutex_);
    rooms_.erase(code);
}

void RoomRegistry::gone(std::string const& code, bool asleep) {
    {
        std::unique_lock const lock(mutex_);
        rooms_.erase(code);
        if (asleep) asleep_.insert(code);
    }
    if (!asleep) log_event("Room gone", {{"room", code}});
    std::lock_guard const lock(listed_mutex_);
    listed_.erase(code);
}

std::shared_ptr<RoomActor> RoomRegistry::find(std::string const& code) {
    {
        std::shared_lock const lock(mutex_);
        auto const found = rooms_.find(code);
        if (found != rooms_.end()) return found->second;
        if (!asleep_.contains(code)) return nullptr;
    }
    std::unique_lock const lock(mutex_);
    auto const found = rooms_.find(code);
    if (found != rooms_.end()) return found->second;
    try {
        auto const stored = journal_->store().read_room(code);
        auto room = stored ? wake_up(*stored) : nullptr;
        if (room) asleep_.erase(code);
        return room;
    } catch (StoreFailure const& problem) {
        spdlog::error("Room {} can't be brought back: {}", code, problem.what());
        return nullptr;
    }
}

std::optional<MatchRecord> RoomRegistry::find_stored_match(std::string const& room, int number) const {
    if (!journal_) return std::nullopt;
    try {
        auto const stored = journal_->store().read_match(room, number);
        if (!stored) return std::nullopt;
        auto record = record_of(room, *stored);
        if (auto* good = std::get_if<MatchRecord>(&record)) return std::move(*good);
    } catch (StoreFailure const& problem) {
        spdlog::error("A match of room {} can't be read: {}", room, problem.what());
    }
    return std::nullopt;
}

void RoomRegistry::age_in_a_minute() {
    auto& executor = *executors_.front();
    executor.post([this, &executor] {
        ageing_ = executor.schedule(executor.now() + std::chrono::minutes(1), [this] { age(); });
    });
}

void RoomRegistry::age() {
    std::vector<std::shared_ptr<RoomActor>> rooms;
    {
        std::shared_lock const lock(mutex_);
        for (auto const& [code, room] : rooms_) rooms.push_back(room);
    }
    for (auto const& room : rooms) room->age(settings_.ages);
    if (++minutes_ % 60 == 0) forget_what_is_old();
    age_in_a_minute();
}

void RoomRegistry::forget_what_is_old() {
    if (!journal_) return;
    auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(settings_.ages.retention).count();
    journal_->expire(seconds, [this](std::vector<std::string> const& old) {
        executors_.front()->post([this, old] { remove_stored(old); });
    });
}

void RoomRegistry::remove_stored(std::vector<std::string> const& codes) {
    std::unique_lock const lock(mutex_);
    for (auto const& code : codes) {
        if (rooms_.contains(code)) continue;
        asleep_.erase(code);
        // One that can't be removed now is old in an hour, too.
        removals_->remove(*journal_, code);
    }
}

std::variant<RoomSetting, Rejection> RoomRegistry::settle(Create const& message) const {
    auto const* game = find_game(message.game);
    if (!game) return Rejection{ErrorCode::unknown_game, "There is no such game here."};
    RoomSetting setting;
    setting.game = game;
    auto const seats = message.seats ? message.seats->as_int() : game->seat_counts().usual;
    if (!seats) return bad_options("\"seats\" must be a whole number.");
    auto options = game->settle(message.options ? message.options->text : "{}", *seats);
    if (auto* refused = std::get_if<Illegal>(&options)) return bad_options(std::move(refused->reason));
    if (message.clock && !clock_in_range(*message.clock))
        return bad_options("\"clock\": seconds from 0 to 86400, not both 0.");
    if (message.bots && message.bots->size() != static_cast<std::size_t>(*seats))
        return bad_options("\"bots\" must have a level or null for each seat.");
    setting.options = std::get<std::string_view>(options);
    setting.seats = *seats;
    setting.is_public = message.public_.value_or(false);
    setting.clock = message.clock;
    return setting;
}

std::optional<Rejection> RoomRegistry::add_fixed_deal(RoomSetting& setting, std::optional<Bytes32>& seed,
                                               codec::RawJson const& fixed) const {
    if (!settings_.allow_fixed) return bad_options("\"fixed\" is for tests: this server does not take it.");
    auto decoded = decode_fixed_deal(fixed.text);
    if (auto* wrong = std::get_if<Illegal>(&decoded)) return bad_options(std::move(wrong->reason));
    auto const& deal = std::get<FixedDeal>(decoded);
    seed = bytes32_from_hex(deal.server_seed);
    for (auto const& shuffle : deal.shuffles) {
        // One that no pack can be ends the list, as one that does not fit does.
        if (shuffle.size() > max_cards) break;
        setting.fixed_shuffles.emplace_back(shuffle.begin(), shuffle.end());
    }
    if (deal.shuffles.empty()) return std::nullopt;
    auto const first = first_shuffled(*setting.game, setting.options, setting.seats);
    if (setting.fixed_shuffles.empty() || !same_cards(setting.fixed_shuffles.front(), first))
        return bad_options("\"fixed\": the first list is no order of the cards that are shuffled first.");
    return std::nullopt;
}

std::string RoomRegistry::new_code() const {
    // 32 signs that are told apart when read aloud: 8 of them have 40 bits.
    constexpr std::string_view signs = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    std::array<std::uint8_t, 8> bytes;
    random_(bytes);
    std::string code;
    for (auto const byte : bytes) code += signs[byte % signs.size()];
    return code;
}

void RoomRegistry::show(Room const& room) {
    if (!room.state().setting.is_public) return;
    auto const& code = room.state().setting.code;
    auto summary = room.is_listed() ? codec::to_json(room.summary()) : std::string();
    std::lock_guard const lock(listed_mutex_);
    if (summary.empty()) {
        listed_.erase(code);
    } else {
        listed_[code] = std::move(summary);
    }
}

std::string RoomRegistry::list() const {
    std::lock_guard const lock(listed_mutex_);
    std::string list = "[";
    for (auto const& [code, summary] : listed_) {
        if (list.size() > 1) list += ',';
        list += summary;
    }
    return list + ']';
}

void RoomRegistry::close() {
    std::unique_lock const lock(mutex_);
    closing_ = true;
    for (auto const& [code, room] : rooms_) room->close();
}

} // namespace tefuda::server
