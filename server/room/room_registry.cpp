#include "server/room/room_registry.hpp"

#include "protocol/codec/encode.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/metrics/logging.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/rejections.hpp"
#include "server/room/stored_form.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <mutex>
#include <tuple>
#include <utility>

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
/// How often it is looked which rooms are to go, and whether the store is too large.
constexpr std::chrono::seconds ageing_interval(15);

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
                           BotPool& bots, Journal journal, Charge charge)
    : executors_(std::move(executors)), random_(std::move(random)), settings_(settings), bots_(bots), journal_(journal),
      charge_(std::move(charge)) {
    schedule_ageing();
}

void RoomRegistry::recover() {
    if (!journal_.store) return;
    std::unique_lock const lock(mutex_);
    std::size_t read = 0, unreadable = 0;
    auto const recovered = journal_.store->recover([&](StoredRoom stored) {
        ++read;
        auto const code = stored.code;
        // One too many, or one in which only bots sit, comes when somebody asks for it.
        if (rooms_.size() >= static_cast<std::size_t>(settings_.rooms)) return void(asleep_.insert(code));
        auto& executor = next_executor();
        auto room = room_from(std::move(stored), executor);
        unreadable += room ? 0 : 1;
        if (room && (room->has_human() || room->state().status == RoomStatus::waiting))
            add(executor, std::move(*room), {})->wake({});
        else // Also one that can't be read: a client that asks for it is told so.
            asleep_.insert(code);
    });
    if (journal_.shared) return spdlog::info("Rooms are in a database that servers may share");
    asleep_.insert(recovered.finished.begin(), recovered.finished.end());
    for (auto const& code : recovered.damaged) {
        spdlog::error("Room {} is damaged: it stays in the store", code);
        asleep_.insert(code);
    }
    auto const finished = recovered.finished.size();
    spdlog::info("The journal has {} rooms: {} awake, {} asleep, {} finished, {} damaged",
                 read + finished + recovered.damaged.size(), rooms_.size(), read - rooms_.size() - unreadable, finished,
                 unreadable + recovered.damaged.size());
}

void RoomRegistry::create(Create const& message, Maker const& maker, OnCreated const& done) {
    auto settled = settle(message);
    if (auto* refused = std::get_if<Rejection>(&settled)) return done(std::move(*refused));
    auto& setting = std::get<RoomSetting>(settled);
    std::optional<Bytes32> seed;
    if (message.fixed)
        if (auto refused = add_fixed_deal(setting, seed, *message.fixed)) return done(std::move(*refused));

    if (!maker.may_create) {
        note_limit(Limit::rooms_a_connection, maker.address);
        return done(Rejection{ErrorCode::too_many_rooms, "You have made too many rooms: play in them."});
    }
    std::unique_lock lock(mutex_);
    if (closing_) return done(Rejection{ErrorCode::shutting_down, "The server is shutting down."});
    if (auto refused = make_place_for(maker.address)) return done(std::move(*refused));
    do {
        setting.code = new_code();
    } while (rooms_.contains(setting.code) || asleep_.contains(setting.code));
    setting.created = new_creation_time();
    auto const commitment = [&] {
        Room room(setting, seed, random_, journal_.store != nullptr);
        if (message.bots) room.seat_bots(*message.bots);
        auto shown = room.state().commitment();
        add(next_executor(), std::move(room), {maker.address, {journal_.shared ? 1 : 0, journal_.shared != nullptr}});
        return shown;
    }();
    auto const actor = rooms_.at(setting.code).actor;
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

/// An address with fewer rooms has places that are kept for such addresses, and is never refused a search.
constexpr int few_rooms = 10;

/// \pre the mutex is held
bool RoomRegistry::is_full_for(std::string const& address) const {
    auto const most = static_cast<std::size_t>(settings_.rooms);
    auto const kept = shares_.of(address) < few_rooms ? 0 : std::min<std::size_t>(1000, most / 10);
    return rooms_.size() - leaving_ + kept >= most;
}

/// \pre the mutex is held
std::optional<Rejection> RoomRegistry::make_place_for(std::string const& address) {
    auto const has_its_share = !address.empty() && shares_.of(address) >= settings_.rooms_an_address;
    if (!has_its_share && !is_full_for(address)) return std::nullopt;
    auto const goes = least_missed(address, has_its_share);
    if (!goes) {
        note_limit(has_its_share ? Limit::rooms_an_address : Limit::rooms, address);
        return has_its_share
                   ? Rejection{ErrorCode::too_many_rooms, "There are too many rooms from your address: play in them."}
                   : Rejection{ErrorCode::server_full, "This server has no room for another room: try again later."};
    }
    metrics().limits_hit[Limit::rooms].add();
    rooms_.at(goes->code()).leaving = true;
    ++leaving_;
    // Later: this thread holds the mutex.
    goes->executor().post([this, goes] {
        goes->make_place([this, code = goes->code()] {
            std::unique_lock const lock(mutex_);
            auto const found = rooms_.find(code);
            if (found != rooms_.end() && std::exchange(found->second.leaving, false)) --leaving_;
        });
    });
    return std::nullopt;
}

/// The room that makes place for another: of those with the lowest standing one of the address with most rooms, its
/// oldest. A room that would be deleted is never one of an address with fewer rooms. Searches take a tenth of the time
/// at most, but for addresses with few rooms.
/// \param of_itself only one of its own rooms that go to the store
/// \returns null if there is none \pre the mutex is held
std::shared_ptr<RoomActor> RoomRegistry::least_missed(std::string const& address, bool of_itself) {
    auto const share = shares_.of(address);
    auto const begun = std::chrono::steady_clock::now();
    searched_ -= std::min(searched_, (begun - std::exchange(last_search_, begun)) / 10);
    if (share >= few_rooms && searched_ > std::chrono::milliseconds(100)) return nullptr;
    std::shared_ptr<RoomActor> least;
    auto lowest = std::tuple(Standing::in_use, 0, std::uint64_t{0});
    for (auto const& [code, kept] : rooms_) {
        auto const standing = kept.actor->standing();
        if (kept.leaving || standing > std::get<0>(lowest) || standing == Standing::in_use) continue;
        auto const& owner = kept.actor->address();
        auto const may_go = of_itself ? owner == address && standing == Standing::at_rest
                                      : standing == Standing::at_rest || owner.empty() || shares_.of(owner) >= share;
        if (!may_go) continue;
        auto const rank = std::tuple(standing, -shares_.of(owner), kept.number);
        if (rank >= lowest) continue;
        lowest = rank;
        least = kept.actor;
    }
    searched_ += std::chrono::steady_clock::now() - begun;
    return least;
}

Executor& RoomRegistry::next_executor() {
    return *executors_[next_executor_++ % executors_.size()];
}

/// \pre the mutex is held
std::shared_ptr<RoomActor> RoomRegistry::add(Executor& executor, Room room, Place const& place) {
    auto const& address = place.address;
    last_created_ = std::max(last_created_, room.state().setting.created);
    auto actor = std::make_shared<RoomActor>(executor, bots_, journal_.writer, static_cast<RoomActor::Owner&>(*this),
                                             std::move(room), place.claim, address);
    if (closing_) actor->close();
    rooms_[actor->code()] = Kept{actor, next_number_++};
    shares_.add(address);
    return actor;
}

/// Plays the room's match again, which takes long: nobody has to wait for the mutex meanwhile.
/// \returns nothing where the stored room can't be taken up
std::optional<Room> RoomRegistry::room_from(StoredRoom stored, Executor const& executor) const {
    auto const code = stored.code;
    try {
        auto record = room_of(std::move(stored));
        if (auto const* damage = std::get_if<Illegal>(&record)) {
            spdlog::error("Room {} can't be taken up: {}", code, damage->reason);
            return std::nullopt;
        }
        return Room(std::get<RoomRecord>(std::move(record)), random_, executor.now());
    } catch (std::exception const& problem) {
        spdlog::error("Room {} can't be taken up: {}", code, problem.what());
        return std::nullopt;
    }
}

/// \pre the mutex is held
void RoomRegistry::drop(std::string const& code) {
    auto const found = rooms_.find(code);
    if (found == rooms_.end()) return;
    shares_.remove(found->second.actor->address());
    if (found->second.leaving) --leaving_;
    rooms_.erase(found);
}

void RoomRegistry::remove(std::string const& code) {
    std::unique_lock const lock(mutex_);
    drop(code);
}

void RoomRegistry::forget(std::string const& code, bool stored) {
    {
        std::unique_lock const lock(mutex_);
        if (journal_.shared) {
            if (auto const room = rooms_.find(code); stored && room != rooms_.end())
                released_.push_back({code, room->second.actor->epoch()});
        } else if (stored) {
            asleep_.insert(code);
        }
        drop(code);
    }
    if (!stored) log_event("Room gone", {{"room", code}});
    list_.hide(code);
}

void RoomRegistry::renew(std::string const& code, bool stored) {
    forget(code, stored);
    // Clocks and bots go on also if nobody comes back.
    if (stored) wake(code, {}, *executors_.front(), [](Woken const&) {});
}

RoomRegistry::Found RoomRegistry::look_up(std::string const& code) const {
    // One lock: a room that is being taken up is always in one of the two.
    std::shared_lock const lock(mutex_);
    auto const found = rooms_.find(code);
    if (found != rooms_.end()) return {found->second.actor};
    return {nullptr, journal_.shared ? may_be_code(code) : asleep_.contains(code)};
}

void RoomRegistry::wake(std::string const& code, Waker const& waker, Executor& executor,
                        std::function<void(Woken)> done) {
    auto const answer = [&executor, done = std::move(done)](Woken woken) {
        executor.dispatch([done, woken = std::move(woken)] { done(woken); });
    };
    if (!journal_.reader) return executor.post([answer] { answer(no_such_room()); });
    if (journal_.shared) return claim(code, {waker, &executor, answer});
    auto& home = next_executor();
    auto const take = [this, code, address = waker.address, answer,
                       &home](ReadResult<std::optional<StoredRoom>> result) {
        if (auto const* failure = std::get_if<ReadFailure>(&result)) {
            spdlog::error("Room {} can't be read: {}", code, failure->reason);
            return answer(room_can_not_be_read());
        }
        auto& stored = std::get<std::optional<StoredRoom>>(result);
        if (!stored) return answer(no_such_room());
        auto room = room_from(std::move(*stored), home);
        answer(room ? admit(home, std::move(*room), address) : room_can_not_be_read());
    };
    journal_.reader->read_room(code, home, take);
}

/// Takes up a room that was asleep, unless somebody else has done so meanwhile. On the room's executor.
RoomRegistry::Woken RoomRegistry::admit(Executor& executor, Room room, std::string const& address) {
    auto const code = room.state().setting.code;
    std::unique_lock lock(mutex_);
    if (auto const found = rooms_.find(code); found != rooms_.end()) return found->second.actor;
    if (!asleep_.contains(code)) return no_such_room();
    if (auto refused = make_place_for(address)) return std::move(*refused);
    auto actor = add(executor, std::move(room), {address, {}});
    asleep_.erase(code);
    lock.unlock();
    actor->wake({});
    return actor;
}

void RoomRegistry::schedule_ageing() {
    auto& executor = *executors_.front();
    executor.post(
        [this, &executor] { ageing_ = executor.schedule(executor.now() + ageing_interval, [this] { age_rooms(); }); });
}

void RoomRegistry::age_rooms() {
    std::vector<std::shared_ptr<RoomActor>> rooms;
    {
        std::shared_lock const lock(mutex_);
        for (auto const& [code, kept] : rooms_) rooms.push_back(kept.actor);
    }
    for (auto const& room : rooms) room->check_age(settings_.ages);
    auto const now = executors_.front()->now();
    if (!last_expired_) last_expired_ = now - ageing_interval;
    if (now - *last_expired_ >= std::chrono::hours(1)) {
        last_expired_ = now;
        expire();
    }
    trim();
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

/// Works in steps, so that a read from the store waits for at most one step. Runs on the first executor.
void RoomRegistry::trim(std::int64_t from) {
    if (!journal_.reader || settings_.store_bytes == std::numeric_limits<std::uint64_t>::max()) return;
    if (from == 0 && std::exchange(trimming_, true)) return;
    auto& executor = *executors_.front();
    journal_.reader->trim(
        settings_.store_bytes, from, executor, [this, &executor](ReadResult<Store::Trimmed> const& result) {
            auto const* failure = std::get_if<ReadFailure>(&result);
            if (failure) spdlog::error("The journal can't delete its oldest matches: {}", failure->reason);
            auto const trimmed = failure ? Store::Trimmed() : std::get<Store::Trimmed>(result);
            trimmed_ += trimmed.matches + static_cast<std::int64_t>(trimmed.rooms.size());
            std::vector<std::shared_ptr<RoomActor>> awake;
            {
                std::shared_lock const lock(mutex_);
                for (auto const& code : trimmed.rooms)
                    if (auto const found = rooms_.find(code); found != rooms_.end())
                        awake.push_back(found->second.actor);
            }
            // They leave the memory first, if nobody is there, and go the next time.
            for (auto const& room : awake) room->make_place([] {});
            remove_stored(trimmed.rooms);
            if (trimmed.next) {
                // By then the removed matches are gone from the store.
                return journal_.writer->flush(
                    [this, &executor, next = *trimmed.next] { executor.post([this, next] { trim(next); }); });
            }
            trimming_ = false;
            if (auto const matches = std::exchange(trimmed_, 0); matches > 0)
                spdlog::warn("There is more than --max-disk allows: the {} oldest finished matches are deleted early",
                             matches);
        });
}

void RoomRegistry::remove_stored(std::vector<std::string> const& codes) {
    std::unique_lock const lock(mutex_);
    for (auto const& code : codes) {
        if (rooms_.contains(code)) continue;
        asleep_.erase(code);
        // If it can't be deleted now, it is still old in an hour.
        static_cast<void>(
            journal_.writer->append({code, {RoomRemoved()}}, std::make_shared<Removal>(*executors_.front(), code)));
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
    // 32 characters without 0, 1, I and O, which look alike: 8 of them have 40 random bits.
    constexpr std::string_view characters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    std::array<std::uint8_t, 8> bytes;
    random_(bytes);
    std::string code;
    for (auto const byte : bytes) code += characters[byte % characters.size()];
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

void RoomRegistry::after_all_loops(Executor& executor, std::function<void()> task) {
    auto const post_to = [](Executor& next, std::function<void()> const& what) {
        until_there_is_memory([&] { next.post(what); });
    };
    // From one loop to the next, and back.
    std::function<void()> step = [&executor, task = std::move(task), post_to] { post_to(executor, task); };
    for (auto* each : executors_)
        if (each != &executor) step = [each, next = std::move(step), post_to] { post_to(*each, next); };
    step();
}

void RoomRegistry::charge(std::string const& address, int actions) {
    if (charge_) charge_(address, actions);
}

void RoomRegistry::close() {
    std::unique_lock const lock(mutex_);
    closing_ = true;
    for (auto const& [code, kept] : rooms_) kept.actor->close();
}

} // namespace tefuda::server
