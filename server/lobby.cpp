#include "server/lobby.hpp"

#include "protocol/codec/encode.hpp"
#include "server/observe/logging.hpp"

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

} // namespace

Lobby::Lobby(std::vector<Executor*> executors, RandomBytes random, bool allow_fixed, BotPool& bots)
    : executors_(std::move(executors)), random_(std::move(random)), allow_fixed_(allow_fixed), bots_(bots) {}

std::variant<Created, Rejection> Lobby::create(Create const& message) {
    auto settled = settle(message);
    if (auto* refused = std::get_if<Rejection>(&settled)) return std::move(*refused);
    auto& setting = std::get<RoomSetting>(settled);
    std::optional<Bytes32> seed;
    if (message.fixed)
        if (auto refused = add_fixed_deal(setting, seed, *message.fixed)) return std::move(*refused);

    std::unique_lock lock(mutex_);
    if (closing_) return Rejection{ErrorCode::shutting_down, "The server is shutting down."};
    do {
        setting.code = new_code();
    } while (rooms_.contains(setting.code));
    Room room(setting, seed, random_);
    auto const commitment = room.commitment();
    auto& executor = *executors_[next_executor_++ % executors_.size()];
    rooms_[setting.code] =
        std::make_shared<RoomActor>(executor, bots_, std::move(room), [this](Room const& changed) { show(changed); });
    log_event("Room made", {{"room", setting.code},
                            {"game", setting.game->id()},
                            {"seats", std::int64_t{setting.seats}},
                            {"public", std::int64_t{setting.is_public}}});
    return Created{{}, setting.code, commitment};
}

std::variant<RoomSetting, Rejection> Lobby::settle(Create const& message) const {
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
    setting.options = std::get<std::string>(std::move(options));
    setting.seats = *seats;
    setting.is_public = message.public_.value_or(false);
    setting.clock = message.clock;
    return setting;
}

std::optional<Rejection> Lobby::add_fixed_deal(RoomSetting& setting, std::optional<Bytes32>& seed,
                                               codec::RawJson const& fixed) const {
    if (!allow_fixed_) return bad_options("\"fixed\" is for tests: this server does not take it.");
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

std::string Lobby::new_code() const {
    // 32 signs that are told apart when read aloud: 8 of them have 40 bits.
    constexpr std::string_view signs = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    std::array<std::uint8_t, 8> bytes;
    random_(bytes);
    std::string code;
    for (auto const byte : bytes) code += signs[byte % signs.size()];
    return code;
}

std::shared_ptr<RoomActor> Lobby::find(std::string const& code) const {
    std::shared_lock const lock(mutex_);
    auto const found = rooms_.find(code);
    return found == rooms_.end() ? nullptr : found->second;
}

void Lobby::show(Room const& room) {
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

std::string Lobby::list() const {
    std::lock_guard const lock(listed_mutex_);
    std::string list = "[";
    for (auto const& [code, summary] : listed_) {
        if (list.size() > 1) list += ',';
        list += summary;
    }
    return list + ']';
}

void Lobby::close() {
    std::unique_lock const lock(mutex_);
    closing_ = true;
    for (auto const& [code, room] : rooms_) room->close();
}

} // namespace tefuda::server
