#include "server/room/room_registry.hpp"

#include "protocol/codec/encode.hpp"
#include "server/metrics/logging.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/rejections.hpp"
#include "server/room/stored_form.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <mutex>

namespace tefuda::server {

namespace {

Rejection bad_options(std::string message) {
    return {ErrorCode::bad_options, std::move(message)};
}

/// Whether the database is to be asked for a room with this code.
bool may_be_code(std::string const& code) {
    constexpr std::size_t longest = 32;
    return !code.empty() && code.size() <= longest &&
           std::ranges::all_of(code, [](unsigned char sign) { return std::isalnum(sign) != 0; });
}

constexpr double longest_clock = 86'400;

bool clock_in_range(ClockSetting const& clock) {
    auto const in_range = [](double seconds) { return seconds >= 0 && seconds <= longest_clock; };
    return in_range(clock.decision) && in_range(clock.bank) && clock.decision + clock.bank > 0;
}

} // namespace

/// Deletes a room that is in the store alone.
class RoomRegistry::Removal final : public CommitHandler {
public:
    Removal(Executor& executor, std::string code) : executor_(executor), code_(std::move(code)) {}

    Executor& executor() const override { return executor_; }
    void committed(bool stored) override {
        if (stored) log_event("Room gone", {{"room", code_}});
    }

private:
    Executor& executor_;
    std::string const code_;
};

RoomRegistry::RoomRegistry(std::vector<Executor*> executors, RandomBytes random, Settings const& settings,
                           BotPool& bots, Journal journal)
    : executors_(std::move(executors)), random_(std::move(random)), settings_(settings), bots_(bots),
      journal_(journal) {
    schedule_ageing();
}

void RoomRegistry::recover() {
    if (!journal_.store) return;
    std::unique_lock const lock(mutex_);
    std::size_t read = 0;
    auto const recovered = journal_.store->recover([&](StoredRoom stored) {
        ++read;
        auto const code = stored.code;
        // It stays in the store: whoever asks for it learns that it can't be read.
        if (!take_up(std::move(stored), 0)) asleep_.insert(code);
    });
    if (journal_.shared) return spdlog::info("Rooms are in a database that servers may share");
    asleep_.insert(recovered.finished.begin(), recovered.finished.end());
    for (auto const& code : recovered.damaged) {
        spdlog::error("Room {} is damaged: it stays in the store", code);
        asleep_.insert(code);
    }
    // A room that was read may have been refused by take_up.
    auto const finished = recovered.finished.size();
    spdlog::info("The journal has {} rooms: {} awake, {} finished, {} damaged", read + finished + recovered.damaged.size(),
                 rooms_.size(), finished, read - rooms_.size() + recovered.damaged.size());
}

void RoomRegistry::create(Create const& message, bool may_create, OnCreated const& done) {
    auto settled = settle(message);
    if (auto* refused = std::get_if<Rejection>(&settled)) return done(std::move(*refused));
    auto& setting = std::get<RoomSetting>(settled);
    std::optional<Bytes32> seed;
    if (message.fixed)
        if (auto refused = add_fixed_deal(setting, seed, *message.fixed)) return done(std::move(*refused));

    if (!may_create) {
        metrics().limits_hit[Limit::rooms_a_connection].add();
        return done(Rejection{ErrorCode::too_many_rooms, "You have made too many rooms: play in them."});
    }
    std::unique_lock lock(mutex_);
    if (closing_) return done(Rejection{ErrorCode::shutting_down, "The server is shutting down."});
    if (rooms_.size() >= static_cast<std::size_t>(settings_.rooms)) {
        metrics().limits_hit[Limit::rooms].add();
        return done(Rejection{ErrorCode::server_full, "This server has no room for another room: try again later."});
    }
    do {
        setting.code = new_code();
    } while (rooms_.contains(setting.code) || asleep_.contains(setting.code));
    setting.created = new_creation_time();
    auto const commitment = [&] {
        Room room(setting, seed, random_, journal_.store != nullptr);
        if (message.bots) room.seat_bots(*message.bots);
        auto shown = room.state().commitment();
        add(next_executor(), std::move(room), {journal_.shared ? 1 : 0, journal_.shared != nullptr});
        return shown;
    }();
    auto const actor = rooms_.at(setting.code);
    lock.unlock();
    actor->wake([this, done, commitment, setting](bool stored) {
        if (!stored) {
            remove(setting.code);
            return done(Rejection{ErrorCode::unavailable, "The server can't store a room now: try again later."});
        }
        log_event("Room made", {{"room", setting.code},
                                {"game", setting.game->id()},
                                {"seats", std::int64_t{setting.seats}},
                                {"public", std::int64_t{setting.is_public}}});
        done(Created{{}, setting.code, commitment});
    });
}

Executor& RoomRegistry::next_executor() {
    return *executors_[next_executor_++ % executors_.size()];
}

/// \pre the mutex is held
std::shared_ptr<RoomActor> RoomRegistry::add(Executor& executor, Room room, RoomActor::Claim claim) {
    auto actor = std::make_shared<RoomActor>(executor, bots_, journal_.writer,
                                             static_cast<RoomActor::Owner&>(*this), std::move(room), claim);
    rooms_[actor->code()] = actor;
    return actor;
}

/// \returns null where the stored room can't be read \pre the mutex is held
std::shared_ptr<RoomActor> RoomRegistry::take_up(StoredRoom stored, std::int64_t epoch) {
    auto const code = stored.code;
    auto record = room_of(std::move(stored));
    if (auto const* damage = std::get_if<Illegal>(&record)) {
        spdlog::error("Room {} can't be taken up: {}", code, damage->reason);
        return nullptr;
    }
    try {
        auto& executor = next_executor();
        last_created_ = std::max(last_created_, std::get<RoomRecord>(record).state.setting.created);
        auto actor = add(executor, Room(std::get<RoomRecord>(std::move(record)), random_, executor.now()),
                         {epoch, false});
        actor->wake({});
        return actor;
    } catch (std::exception const& problem) {
        spdlog::error("Room {} can't be taken up: {}", code, problem.what());
        return nullptr;
    }
}

void RoomRegistry::remove(std::string const& code) {
    std::unique_lock const lock(mutex_);
    rooms_.erase(code);
}

void RoomRegistry::forget(std::string const& code, bool stored) {
    {
        std::unique_lock const lock(mutex_);
        if (journal_.shared) {
            if (auto const room = rooms_.find(code); stored && room != rooms_.end())
                released_.push_back({code, room->second->epoch()});
        } else if (stored) {
            asleep_.insert(code);
        }
        rooms_.erase(code);
    }
    if (!stored) log_event("Room gone", {{"room", code}});
    list_.hide(code);
}

void RoomRegistry::renew(std::string const& code, bool stored) {
    forget(code, stored);
    // Clocks and bots go on also if nobody comes back.
    if (stored) wake(code, false, *executors_.front(), [](Woken const&) {});
}

RoomRegistry::Found RoomRegistry::look_up(std::string const& code) const {
    // One lock: a room that is being taken up is always in one of the two.
    std::shared_lock const lock(mutex_);
    auto const found = rooms_.find(code);
    if (found != rooms_.end()) return {found->second};
    return {nullptr, journal_.shared ? may_be_code(code) : asleep_.contains(code)};
}

void RoomRegistry::wake(std::string const& code, bool from_others, Executor& executor,
                        std::function<void(Woken)> done) {
    if (!journal_.reader) return executor.post([done] { done(no_such_room()); });
    if (journal_.shared) return claim(code, {from_others, &executor, std::move(done)});
    auto const take = [this, code, done](ReadResult<std::optional<StoredRoom>> result) {
        if (auto const* failure = std::get_if<ReadFailure>(&result)) {
            spdlog::error("Room {} can't be read: {}", code, failure->reason);
            return done(no_such_room());
        }
        auto& stored = std::get<std::optional<StoredRoom>>(result);
        auto actor = [&]() -> std::shared_ptr<RoomActor> {
            std::unique_lock const lock(mutex_);
            // Somebody else may have taken it up meanwhile.
            if (auto const found = rooms_.find(code); found != rooms_.end()) return found->second;
            if (!stored || !asleep_.contains(code)) return nullptr;
            auto taken_up = take_up(std::move(*stored), 0);
            if (taken_up) asleep_.erase(code);
            return taken_up;
        }();
        done(actor ? Woken(std::move(actor)) : no_such_room());
    };
    journal_.reader->read_room(code, executor, take);
}

void RoomRegistry::schedule_ageing() {
    auto& executor = *executors_.front();
    executor.post([this, &executor] {
        ageing_ = executor.schedule(executor.now() + std::chrono::minutes(1), [this] { age_rooms(); });
    });
}

void RoomRegistry::age_rooms() {
    std::vector<std::shared_ptr<RoomActor>> rooms;
    {
        std::shared_lock const lock(mutex_);
        for (auto const& [code, room] : rooms_) rooms.push_back(room);
    }
    for (auto const& room : rooms) room->check_age(settings_.ages);
    if (++minutes_ % 60 == 0) expire();
    schedule_ageing();
}

void RoomRegistry::expire() {
    if (!journal_.reader) return;
    auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(settings_.ages.retention).count();
    journal_.reader->expire(seconds, *executors_.front(), [this](ReadResult<std::vector<std::string>> const& result) {
        if (auto const* failure = std::get_if<ReadFailure>(&result))
            spdlog::error("The journal can't delete what is old: {}", failure->reason);
        else
            remove_stored(std::get<std::vector<std::string>>(result));
    });
}

void RoomRegistry::remove_stored(std::vector<std::string> const& codes) {
    std::unique_lock const lock(mutex_);
    for (auto const& code : codes) {
        if (rooms_.contains(code)) continue;
        asleep_.erase(code);
        // If it can't be deleted now, it is still old in an hour.
        static_cast<void>(journal_.writer->append({code, {RoomRemoved()}},
                                                  std::make_shared<Removal>(*executors_.front(), code)));
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
    setting.hints = message.hints.value_or(false);
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

/// Later than every room's before, also where the clock was set back. \pre the mutex is held
std::int64_t RoomRegistry::new_creation_time() {
    using namespace std::chrono;
    auto const now = duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
    return last_created_ = std::max<std::int64_t>(now, last_created_ + 1);
}

void RoomRegistry::list(Room const& room, std::int64_t epoch) {
    auto const& setting = room.state().setting;
    if (!setting.is_public) return;
    if (epoch != 0) {
        std::lock_guard const lock(spectators_mutex_);
        spectators_[setting.code] = {{setting.code, epoch}, static_cast<int>(room.presence().spectators.size())};
    }
    if (room.is_listed())
        list_.show(setting.code, setting.created, setting.game->id(), codec::to_json(room.summary()));
    else
        list_.hide(setting.code);
}

void RoomRegistry::close() {
    std::unique_lock const lock(mutex_);
    closing_ = true;
    for (auto const& [code, room] : rooms_) room->close();
}

} // namespace tefuda::server
