#include "server/rooms/room_registry.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/metrics/logging.hpp"
#include "server/room/rejections.hpp"

#include <spdlog/spdlog.h>

#include <mutex>
#include <utility>

namespace tefuda::server {

RoomRegistry::RoomRegistry(std::vector<Executor*> executors, RandomBytes random, Settings const& settings,
                           BotPool& bots, Journal journal, Charge charge)
    : executors_(std::move(executors)), bots_(bots), journal_(journal), charge_(std::move(charge)), settings_(settings),
      factory_(std::move(random), settings.allow_fixed, journal.store != nullptr),
      eviction_({settings.rooms, settings.rooms_an_address, settings.match_bytes}),
      claims_(*this, factory_, executors_, journal.reader),
      ager_(executors_.first(), {settings.ages, settings.store_bytes, settings.match_bytes}, journal.reader,
            journal.writer, [this] {
                std::shared_lock const lock(mutex_);
                return rooms_.all();
            }) {}

RoomRegistry::Recovered RoomRegistry::recover() {
    if (!journal_.store) return {};
    Recovered counts;
    std::vector<RoomClaim> asleep;
    std::unique_lock const lock(mutex_);
    auto const others = journal_.store->recover([&](ClaimedRoom claimed) {
        auto& [stored, epoch] = claimed;
        auto& executor = executors_.next();
        RoomClaim claim{stored.code, epoch};
        // One too many, or one in which only bots sit, comes when somebody asks for it.
        auto const is_full = eviction_.is_full(rooms_);
        auto room = is_full ? std::nullopt : factory_.restore(std::move(stored), executor.now());
        if (room && (room->has_human() || room->state().status == RoomStatus::waiting)) {
            add(executor, std::move(*room), {}, {.epoch = epoch})->wake({});
            ++counts.awake;
        } else {
            // Also one that can't be read: a client that asks for it is told so.
            ++(room || is_full ? counts.asleep : counts.damaged);
            asleep.push_back(std::move(claim));
        }
    });
    if (!asleep.empty()) journal_.store->give_back(asleep);
    for (auto const& code : others.damaged) spdlog::error("Room {} is damaged: it stays in the store", code);
    counts.damaged += others.damaged.size();
    counts.finished = others.finished.size();
    return counts;
}

void RoomRegistry::create(Create const& message, Maker const& maker, OnCreated const& done, MatchRecord const* source) {
    auto order = factory_.check(message, source);
    if (auto* refused = std::get_if<Rejection>(&order)) return done(std::move(*refused));
    make(std::get<RoomFactory::Order>(std::move(order)), maker, done);
}

void RoomRegistry::create(RoomFactory::Board const& board, SeatPlayer const& player, Maker const& maker,
                          OnCreated const& done) {
    make(factory_.order_of(board, player), maker, done);
}

void RoomRegistry::make(RoomFactory::Order order, Maker const& maker, OnCreated const& done) {
    if (!maker.may_create) {
        note_limit(Limit::rooms_a_connection, maker.address);
        return done(Rejection{ErrorCode::too_many_rooms, "You have made too many rooms: play in them."});
    }
    std::unique_lock lock(mutex_);
    if (closing_ || draining_) return done(shutting_down());
    if (order.setting.is_public)
        if (auto refused = refuse_public(maker.address)) return done(std::move(*refused));
    if (auto refused = make_space(maker.address)) return done(std::move(*refused));
    std::string code;
    do {
        code = factory_.new_code();
    } while (rooms_.contains(code));
    auto room = factory_.make(std::move(order), code);
    auto const setting = room.state().setting;
    Created const created{{}, code, room.state().commitment()};
    auto const actor = add(executors_.next(), std::move(room), maker.address, {.epoch = first_epoch, .creates = true});
    lock.unlock();
    actor->wake([this, done, created, setting, address = maker.address](bool stored) {
        if (!stored) {
            remove(created.room);
            return done(unavailable("The server can't store a room now: try again later."));
        }
        log_event("Room made", {{"room", setting.code},
                                {"game", setting.game->id()},
                                {"seats", std::int64_t{setting.seats}},
                                {"public", std::int64_t{setting.is_public}},
                                {"address", logged_address(address)}});
        done(created);
    });
}

void RoomRegistry::remove(std::string const& code) {
    std::unique_lock const lock(mutex_);
    rooms_.remove(code);
}

/// Else somebody fills the list for all others. \pre the mutex is held
std::optional<Rejection> RoomRegistry::refuse_public(std::string const& address) const {
    if (!settings_.has_public_rooms) return refused(ErrorCode::bad_options, "This server has no public rooms.");
    if (settings_.public_rooms_an_address == std::numeric_limits<int>::max()) return std::nullopt;
    auto count = 0;
    rooms_.for_each([&](LoadedRooms::Loaded const& loaded) {
        if (loaded.actor->standing().is_open_to_public() && loaded.actor->address() == address) ++count;
    });
    if (count < settings_.public_rooms_an_address) return std::nullopt;
    note_limit(Limit::rooms_an_address, address);
    return refused(ErrorCode::too_many_rooms, "Your address has too many public rooms: play in them.");
}

/// \pre the mutex is held
std::optional<Rejection> RoomRegistry::make_space(std::string const& address) {
    auto decision = eviction_.decide(rooms_, address);
    if (decision.victim) evict(decision.victim);
    return std::move(decision.refused);
}

/// \pre the mutex is held
void RoomRegistry::evict(std::shared_ptr<RoomActor> const& victim) {
    rooms_.set_evicting(victim->code(), true);
    // Later: this thread holds the mutex.
    victim->executor().post([this, victim] {
        victim->evict([this, code = victim->code()] {
            std::unique_lock const lock(mutex_);
            rooms_.set_evicting(code, false);
        });
    });
}

/// \pre the mutex is held
std::shared_ptr<RoomActor> RoomRegistry::add(Executor& executor, Room room, std::string const& address,
                                             ActorClaim claim) {
    claim.can_be_lost = journal_.store && journal_.store->is_shared();
    auto actor = std::make_shared<RoomActor>(executor, bots_, journal_.writer, static_cast<RoomActor::Owner&>(*this),
                                             std::move(room), claim, address);
    actor->set_intake(intake());
    rooms_.add(actor);
    return actor;
}

RoomRegistry::Found RoomRegistry::look_up(std::string const& code) const {
    {
        std::shared_lock const lock(mutex_);
        if (auto room = rooms_.find(code)) return {std::move(room)};
    }
    return {nullptr, journal_.store && journal_.store->may_have(code)};
}

void RoomRegistry::wake(std::string const& code, Waker const& waker, Executor& executor,
                        std::function<void(Woken)> done) {
    claims_.wake(code, waker, executor, std::move(done));
}

std::optional<Rejection> RoomRegistry::reserve(std::string const& code, std::string const& address) {
    std::unique_lock const lock(mutex_);
    if (!journal_.store || !journal_.store->may_have(code)) return no_such_room();
    if (gives_rooms_back()) return shutting_down();
    if (auto refused = make_space(address)) return refused;
    rooms_.reserve();
    return std::nullopt;
}

void RoomRegistry::end_reservation() {
    std::unique_lock const lock(mutex_);
    rooms_.end_reservation();
}

RoomRegistry::Woken RoomRegistry::admit(Executor& home, std::variant<Room, Rejection> room, std::string const& address,
                                        std::int64_t epoch) {
    std::unique_lock const lock(mutex_);
    rooms_.end_reservation();
    if (gives_rooms_back()) return shutting_down();
    if (auto* refused = std::get_if<Rejection>(&room)) return std::move(*refused);
    return add(home, std::get<Room>(std::move(room)), address, {.epoch = epoch});
}

void RoomRegistry::forget(std::string const& code, bool stored) {
    std::shared_ptr<RoomActor> room;
    {
        std::unique_lock const lock(mutex_);
        room = rooms_.remove(code);
    }
    public_.hide(code);
    if (!stored) log_event("Room gone", {{"room", code}});
    if (room && stored) claims_.give_back({code, room->epoch()});
}

void RoomRegistry::renew(std::string const& code, bool stored) {
    forget(code, stored);
    // Clocks and bots go on also if nobody comes back.
    if (stored) wake(code, {}, executors_.first(), [](Woken const&) {});
}

void RoomRegistry::note_held(RoomActor const& room) {
    claims_.note_held(room.code());
}

void RoomRegistry::lose(RoomActor const& room) {
    {
        std::unique_lock const lock(mutex_);
        if (rooms_.find(room.code()).get() != &room) return;
        rooms_.remove(room.code());
    }
    // It never was anywhere: the store did not take it.
    if (!room.is_stored()) return;
    claims_.note_lost(room);
    log_event("Room lost to another server", {{"room", room.code()}, {"epoch", room.epoch()}});
    public_.hide(room.code());
}

std::vector<RoomClaim> RoomRegistry::held() const {
    std::shared_lock const lock(mutex_);
    std::vector<RoomClaim> claims;
    rooms_.for_each([&](LoadedRooms::Loaded const& loaded) {
        if (loaded.actor->is_stored()) claims.push_back({loaded.actor->code(), loaded.actor->epoch()});
    });
    return claims;
}

void RoomRegistry::note_claim(RoomClaim const& claim) {
    auto const room = find(claim.room);
    if (room && room->epoch() < claim.epoch) room->lose();
}

void RoomRegistry::note_lost(RoomClaim const& claim) {
    auto const room = find(claim.room);
    if (room && room->epoch() == claim.epoch) room->lose();
}

void RoomRegistry::list_elsewhere(std::map<std::string, Listed> const& rooms) {
    // With the lock a room that comes here at the same time is listed by itself afterwards.
    std::shared_lock const lock(mutex_);
    public_.list_elsewhere(rooms, [this](std::string const& code) { return rooms_.contains(code); });
}

void RoomRegistry::note_match_ended(Room const& room, MatchRecord const& match) {
    if (match_ended_) match_ended_(room, match);
}

void RoomRegistry::charge(std::string const& address, int actions) {
    if (charge_) charge_(address, actions);
}

void RoomRegistry::close() {
    std::unique_lock const lock(mutex_);
    closing_ = true;
    for (auto const& room : rooms_.all()) room->set_intake(intake());
}

void RoomRegistry::set_draining(bool draining) {
    std::unique_lock const lock(mutex_);
    draining_ = draining;
    for (auto const& room : rooms_.all()) room->set_intake(intake());
}

std::vector<std::shared_ptr<RoomActor>> RoomRegistry::all() const {
    std::shared_lock const lock(mutex_);
    return rooms_.all();
}

} // namespace tefuda::server
