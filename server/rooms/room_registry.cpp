#include "server/rooms/room_registry.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/metrics/logging.hpp"
#include "server/room/rejections.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <spdlog/spdlog.h>

#include <utility>

namespace tefuda::server {

RoomRegistry::RoomRegistry(std::vector<Executor*> executors, RandomBytes random, Settings const& settings,
                           BotPool& bots, Journal const& journal)
    : executors_(std::move(executors)), bots_(bots), journal_(journal), has_public_rooms_(settings.has_public_rooms),
      factory_(std::move(random), settings.allow_fixed, journal.store != nullptr), rooms_(settings.capacity),
      claims_(rooms_, factory_, executors_, journal,
              [this](Executor& home, Room room, std::string const& address, std::int64_t epoch) {
                  return employ(home, std::move(room), address, {.epoch = epoch});
              }),
      ager_(executors_.first(), {settings.ages, settings.store_bytes, settings.capacity.match_bytes}, journal.reader,
            journal.writer, [this] { return rooms_.all(); }) {}

RoomRegistry::Recovered RoomRegistry::recover() {
    if (!journal_.store) return {};
    Recovered counts;
    std::vector<RoomClaim> asleep;
    auto const others = journal_.store->recover([&](ClaimedRoom claimed) {
        auto& [stored, epoch] = claimed;
        auto& executor = executors_.next();
        RoomClaim claim{stored.code, epoch};
        // One too many, or one in which only bots sit, comes when somebody asks for it.
        auto const is_full = rooms_.is_full();
        auto room = is_full ? std::nullopt : factory_.restore(std::move(stored), executor.now());
        if (room && (room->has_human() || room->state().status == RoomStatus::waiting)) {
            auto const actor = employ(executor, std::move(*room), {}, {.epoch = epoch});
            rooms_.add(actor);
            actor->wake({});
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
    if (!order) return done(order.error());
    make(std::move(*order), maker, done);
}

void RoomRegistry::create(RoomFactory::Board const& board, SeatPlayer const& player, Maker const& maker,
                          OnCreated const& done) {
    make(factory_.order_of(board, player), maker, done);
}

void RoomRegistry::make(RoomFactory::Order order, Maker const& maker, OnCreated const& done) {
    if (!maker.may_create) {
        count_limit(Limit::rooms_a_connection, maker.address);
        return done(Rejection{ErrorCode::too_many_rooms, "You have made too many rooms: play in them."});
    }
    auto const setting = order.setting;
    if (setting.is_public && !has_public_rooms_)
        return done(refused(ErrorCode::bad_options, "This server has no public rooms."));
    std::string code;
    do {
        code = factory_.new_code();
    } while (rooms_.find(code));
    Created created;
    auto const added = rooms_.add_new(maker.address, setting.is_public, [&]() -> Woken {
        if (closing_ || draining_) return shutting_down();
        auto room = factory_.make(std::move(order), code);
        created = {{}, code, room.state().commitment()};
        return employ(executors_.next(), std::move(room), maker.address, {.epoch = first_epoch, .creates = true});
    });
    if (!added) return done(added.error());
    auto when_woken = [this, done, created, setting, address = maker.address](bool stored) {
        if (!stored) {
            rooms_.remove(created.room);
            return done(unavailable("The server can't store a room now: try again later."));
        }
        log_event("Room made", {{"room", created.room},
                                {"game", setting.game->id()},
                                {"seats", std::int64_t{setting.seats}},
                                {"public", std::int64_t{setting.is_public}},
                                {"address", logged_address(address)}});
        done(created);
    };
    try {
        (*added)->wake(std::move(when_woken));
    } catch (...) {
        rooms_.remove(code);
        throw;
    }
}

/// Has the room work. What a server takes that is about to stop, it takes from its beginning on.
std::shared_ptr<RoomActor> RoomRegistry::employ(Executor& executor, Room room, std::string const& address,
                                                ActorClaim claim) {
    claim.can_be_lost = journal_.store && journal_.store->is_shared();
    auto actor = std::make_shared<RoomActor>(executor, bots_, journal_.writer, static_cast<RoomOwner&>(*this),
                                             std::move(room), claim, address);
    actor->set_intake(intake());
    return actor;
}

RoomRegistry::Lookup RoomRegistry::look_up(std::string const& code) const {
    if (auto room = rooms_.find(code)) return {std::move(room)};
    return {nullptr, journal_.store && journal_.store->may_have(code)};
}

void RoomRegistry::forget(std::string const& code, bool stored) {
    auto const room = rooms_.remove(code);
    public_.hide(code);
    if (!stored) log_event("Room gone", {{"room", code}});
    if (room && stored) claims_.give_back({code, room->epoch()});
}

void RoomRegistry::renew(std::string const& code, bool stored) {
    forget(code, stored);
    // Clocks and bots go on also if nobody comes back.
    if (stored) until_there_is_memory([&] { wake(code, {}, executors_.first(), [](Woken const&) {}); });
}

void RoomRegistry::lose(RoomActor const& room) {
    // Where the store did not take it, it never was anywhere.
    if (!rooms_.remove(room) || !room.is_stored()) return;
    public_.hide(room.code());
    claims_.claim_lost(room);
    log_event("Room lost to another server", {{"room", room.code()}, {"epoch", room.epoch()}});
}

std::vector<RoomClaim> RoomRegistry::held() const {
    std::vector<RoomClaim> claims;
    for (auto const& room : rooms_.all())
        if (room->is_stored()) claims.push_back({room->code(), room->epoch()});
    return claims;
}

void RoomRegistry::lose_claimed(RoomClaim const& claim) {
    auto const room = find(claim.room);
    if (room && room->epoch() < claim.epoch) room->lose();
}

void RoomRegistry::lose_held(RoomClaim const& claim) {
    auto const room = find(claim.room);
    if (room && room->epoch() == claim.epoch) room->lose();
}

void RoomRegistry::close() {
    closing_ = true;
    if (journal_.store && journal_.store->is_shared()) claims_.close();
    update_intake();
}

void RoomRegistry::set_draining(bool draining) {
    draining_ = draining;
    update_intake();
}

void RoomRegistry::update_intake() {
    for (auto const& room : rooms_.all()) room->set_intake(intake());
}

} // namespace tefuda::server
