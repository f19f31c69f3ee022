#include "server/room/room.hpp"

#include "protocol/codec/encode.hpp"
#include "server/metrics/logging.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/error_reply.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room_info.hpp"
#include "server/room/seating.hpp"
#include "server/room/stored_form.hpp"

#include <openssl/crypto.h>

#include <algorithm>
#include <utility>

namespace tefuda::server {

Room::Room(RoomSetting setting, std::optional<Bytes32> fixed_seed, RandomBytes random, bool stored)
    : random_(std::move(random)), metrics_(game_metrics(setting.game->id())), is_stored_(stored),
      presence_(setting.seats) {
    auto const seats = setting.seats;
    state_.setting = std::move(setting);
    state_.seats = SeatList<SeatState>(seats);
    state_.decisions = SeatList<std::int64_t>(seats);
    if (fixed_seed) {
        state_.server_seed = *fixed_seed;
    } else {
        draw_seed();
    }
}

Room::Room(RoomRecord record, RandomBytes random, TimePoint now)
    : random_(std::move(random)), metrics_(game_metrics(record.state.setting.game->id())), is_stored_(true),
      last_saved_(sha256_of(codec::to_json(stored_form(record.state)))), state_(std::move(record.state)),
      presence_(state_.setting.seats, now) {
    if (auto& last = record.last_match) {
        auto const& noted = state_.banks;
        auto const is_newer = noted && noted->match == last->number && noted->actions == last->actions.size();
        match_.emplace(std::move(*last), state_.setting.clock, is_newer ? noted->left : record.banks, now);
    }
    if (match_ && state_.playing() == match_->run().over())
        throw std::runtime_error("its match is neither on nor over");
}

void Room::seat_bots(std::vector<Nullable<BotLevel>> const& levels) {
    for (auto const seat : all_seats(state_.setting.seats))
        if (auto const level = levels.at(static_cast<std::size_t>(seat.number())))
            state_.seats[seat] = bot_at(seat, *level);
}

Effects Room::wake(TimePoint now) {
    Effects effects;
    Turn turn{nobody, no_id, now, effects};
    save_if_changed(turn);
    if (begin_match_if_ready(turn)) {
        save_if_changed(turn);
    } else {
        ask_bots(turn);
    }
    return effects;
}

Effects Room::handle(ParticipantPtr const& from, MessageId const& id, RoomMessage const& message, TimePoint now) {
    Effects effects;
    Turn turn{from, id, now, effects};
    auto const is_act = std::holds_alternative<Act>(message);
    if (!is_act) keep_rest();
    if (auto rejection = std::visit([&](auto const& m) { return on(turn, m); }, message)) {
        effects = {};
        effects.wrong_token = rejection->code == ErrorCode::bad_token;
        effects.messages.add(from, error_reply(id, std::move(*rejection)));
    } else if (!is_act) {
        save_if_changed(turn);
    }
    return effects;
}

Effects Room::disconnect(ParticipantPtr const& client, TimePoint now) {
    Effects effects;
    Turn turn{nobody, no_id, now, effects};
    keep_rest();
    if (auto const seat = presence_.seat_of(client)) presence_.disconnect(*seat, now);
    presence_.remove_spectator(client);
    send_room(turn);
    return effects;
}

// Seats and spectators.

Room::Refused Room::on(Turn& turn, Join const& message) {
    if (message.role == JoinRole::spectator) return join_as_spectator(turn, message);
    if (presence_.seat_of(turn.from))
        return refused(ErrorCode::already_joined, "You have a seat in this room already.");
    auto const found = find_empty_seat(state_, message.seat);
    if (auto const* rejection = std::get_if<Rejection>(&found)) return *rejection;
    if (auto rejection = check_rooms_limit(turn)) return rejection;
    if (closing_) return refused(ErrorCode::shutting_down, "The server is shutting down.");

    auto const seat = std::get<Seat>(found);
    presence_.remove_spectator(turn.from);
    auto& present = presence_.seats[seat];
    present.client = turn.from;
    present.extras = message.extras.value_or(false);
    random_(present.token);
    state_.seats[seat] = SeatState{.name = message.name,
                                   .entropy = message.entropy.value_or(""),
                                   .token_hash = sha256_of(to_hex(present.token)),
                                   .kind = SeatKind::human,
                                   .updates = message.updates.value_or(UpdateMode::full)};
    if (!state_.host) state_.host = seat;
    messages().joined(turn.effects, seat, turn.id);
    if (!begin_match_if_ready(turn)) {
        send_room(turn, turn.from);
        if (match_) messages().resync(turn.effects, turn.from, seat, turn.now);
    }
    if (message.extras == true) send_missed_extras(turn);
    return std::nullopt;
}

Room::Refused Room::join_as_spectator(Turn& turn, Join const& message) {
    if (presence_.has(turn.from)) return refused(ErrorCode::already_joined, "You are in this room already.");
    if (auto rejection = check_rooms_limit(turn)) return rejection;
    if (closing_) return refused(ErrorCode::shutting_down, "The server is shutting down.");
    presence_.spectators.push_back(
        {turn.from, message.name, message.updates.value_or(UpdateMode::full), message.extras.value_or(false)});
    turn.effects.messages.add(turn.from, codec::to_json(Joined{turn.id, state_.setting.code, {}, {}}));
    send_room(turn, turn.from);
    if (match_) messages().resync(turn.effects, turn.from, Observer::spectator(), turn.now);
    if (message.extras == true) send_missed_extras(turn);
    // Bots alone play only while somebody watches.
    if (!has_human()) ask_bots(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Resume const& message) {
    auto const seat = seat_of_token(state_, message.token);
    if (!seat) return refused(ErrorCode::bad_token, "This token opens no seat of this room.");
    if (auto const own = presence_.seat_of(turn.from); own && own != seat)
        return refused(ErrorCode::already_joined, "You have another seat in this room.");
    if (auto rejection = check_rooms_limit(turn)) return rejection;

    presence_.remove_spectator(turn.from);
    auto& present = presence_.seats[*seat];
    if (present.client != turn.from) replace(turn, present.client);
    present.client = turn.from;
    present.extras = message.extras.value_or(false);
    OPENSSL_hexstr2buf_ex(present.token.data(), present.token.size(), nullptr, message.token.c_str(), '\0');
    auto& state = state_.seats[*seat];
    state.updates = message.updates.value_or(UpdateMode::full);
    if (std::exchange(state.bot_plays, false) && match_) {
        match_->forget_bot_task(*seat);
        match_->restart_clock(*seat, turn.now);
    }
    if (!state_.host) state_.host = seat;
    messages().joined(turn.effects, *seat, turn.id);
    send_room(turn, turn.from);
    if (match_) {
        messages().missed_updates(turn.effects, *seat, message);
        messages().resync(turn.effects, turn.from, *seat, turn.now);
    }
    if (message.extras == true) send_missed_extras(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Leave const&) {
    auto const seat = presence_.seat_of(turn.from);
    if (!seat && !presence_.find_spectator(turn.from)) return not_seated();
    messages().ok(turn.effects, turn.from, turn.id);
    if (!seat) {
        presence_.remove_spectator(turn.from);
        send_room(turn);
        return std::nullopt;
    }
    give_up_seat(state_, presence_, *seat, turn.now);
    send_room(turn);
    ask_bots(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Start const&) {
    if (auto rejection = check_host(turn)) return rejection;
    if (state_.playing()) return refused(ErrorCode::already_playing, "A match is on.");
    auto const taken = std::count_if(state_.seats.begin(), state_.seats.end(),
                                     [](auto const& seat) { return seat.kind != SeatKind::empty; });
    auto const& setting = state_.setting;
    if (std::holds_alternative<Illegal>(setting.game->settle(setting.options, static_cast<int>(taken))))
        return refused(ErrorCode::too_few_players, "This game, with its options, can't be played by so many.");
    messages().ok(turn.effects, turn.from, turn.id);
    for (auto const seat : close_empty_seats(state_, presence_))
        if (presence_.seats[seat].client) messages().joined(turn.effects, seat, {});
    begin_match(turn);
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Fill const& message) {
    if (auto rejection = check_host(turn)) return rejection;
    if (state_.playing()) return refused(ErrorCode::already_playing, "A match is on.");
    auto const found = find_empty_seat(state_, message.seat);
    if (auto const* rejection = std::get_if<Rejection>(&found)) return *rejection;
    auto const seat = std::get<Seat>(found);
    state_.seats[seat] = bot_at(seat, message.level.value_or(default_bot_level));
    messages().ok(turn.effects, turn.from, turn.id);
    if (!begin_match_if_ready(turn)) send_room(turn);
    return std::nullopt;
}

void Room::replace(Turn& turn, ParticipantPtr const& client) const {
    if (!client) return;
    auto const& code = state_.setting.code;
    turn.effects.messages.add(client, codec::to_json(Replaced{code}));
    turn.effects.notes.push_back([client, code] { client->set_takes_part(code, false); });
}

Room::Refused Room::check_host(Turn const& turn) const {
    auto const seat = presence_.seat_of(turn.from);
    if (!seat) return not_seated();
    if (seat != state_.host) return refused(ErrorCode::not_host, "Only the host may do this.");
    return std::nullopt;
}

Room::Refused Room::check_rooms_limit(Turn const& turn) const {
    if (presence_.has(turn.from) || turn.from->may_join_another_room()) return std::nullopt;
    metrics().limits_hit[Limit::seats_a_connection].add();
    return refused(ErrorCode::too_many_rooms, "You are in too many rooms: leave one.");
}

// Matches.

void Room::draw_seed() {
    random_(state_.server_seed);
}

bool Room::begin_match_if_ready(Turn& turn) {
    if (state_.playing() || state_.has_empty_seat()) return false;
    if (state_.status == RoomStatus::finished) {
        auto const is_human = [](SeatState const& seat) { return !seat.played_by_bot(); };
        auto const waits = [&](SeatState const& seat) { return is_human(seat) && !seat.wants_rematch; };
        if (std::ranges::none_of(state_.seats, is_human) || std::ranges::any_of(state_.seats, waits)) return false;
    }
    begin_match(turn);
    return true;
}

void Room::begin_match(Turn& turn) {
    keep_rest();
    MatchRecord record;
    record.room = state_.setting.code;
    record.number = state_.match;
    record.decisions_before = state_.decisions;
    record.setup.game = state_.setting.game;
    record.setup.options = state_.setting.options;
    record.setup.server_seed = state_.server_seed;
    if (state_.match == 1) record.setup.fixed_shuffles = state_.setting.fixed_shuffles;
    for (auto& seat : state_.seats) {
        record.setup.names.push_back(seat.name);
        record.setup.entropies.push_back(seat.entropy);
        seat.wants_rematch = false;
    }
    if (is_stored_) turn.effects.changes.push_back(MatchBegun{record.number, stored_form(record)});
    turn.effects.notes.push_back([&metrics = metrics_.get(), code = record.room, match = record.number,
                                  game = record.setup.game->id(), seats = record.setup.seats()] {
        metrics.matches_begun.add();
        log_event("Match begun",
                  {{"room", code}, {"match", std::int64_t{match}}, {"game", game}, {"seats", std::int64_t{seats}}});
    });
    // Kept until the transaction ends: rolling back plays it again.
    if (match_) earlier_matches_.push_back(match_->record());
    match_.emplace(std::move(record), state_.setting.clock, std::vector<std::int64_t>(), turn.now);
    state_.status = RoomStatus::playing;
    send_room_to_all(turn);
    publish_update(turn);
}

Room::Refused Room::on(Turn& turn, Act const& message) {
    auto const seat = presence_.seat_of(turn.from);
    if (!seat) return not_seated();
    if (!state_.playing()) return refused(ErrorCode::not_playing, "No match is on.");
    auto& counts = metrics_.get().actions[Actor::client];
    auto const decision = match_->run().decision(*seat);
    if (!decision || static_cast<double>(*decision) != message.decision.value) {
        counts[ActionResult::stale].add();
        return refused(ErrorCode::stale_decision, decision
                                                      ? "Your decision is number " + std::to_string(*decision) + " now."
                                                      : "You have nothing to decide now.");
    }
    auto taken = match_->act(*seat, message.action.value(), turn.now);
    if (auto* illegal = std::get_if<Illegal>(&taken)) {
        counts[ActionResult::illegal].add();
        return refused(ErrorCode::illegal_action, std::move(illegal->reason));
    }
    messages().ok(turn.effects, turn.from, turn.id, match_->run().seq());
    acted(turn, Actor::client, std::get<ActionTaken>(std::move(taken)));
    return std::nullopt;
}

Effects Room::bot_moved(Seat seat, std::int64_t decision, std::string const& action, TimePoint now) {
    Effects effects;
    Turn turn{nobody, no_id, now, effects};
    auto& counts = metrics_.get().actions[Actor::bot];
    if (!state_.playing() || match_->run().decision(seat) != decision || !match_->bot_decides(state_, seat)) {
        counts[ActionResult::stale].add();
        return effects;
    }
    auto const sent = match_->sent(seat, action);
    if (sent == TimedMoves::Sent::later) return effects;
    if (sent == TimedMoves::Sent::never) {
        // At random, until it finds something else.
        if (match_->run().waits_for(seat)) effects.bot_tasks.push_back(match_->random_task(seat));
        return effects;
    }
    auto taken = match_->act(seat, action, now);
    if (std::holds_alternative<Illegal>(taken)) {
        counts[ActionResult::illegal].add();
        // So that the match goes on.
        effects.bot_tasks.push_back(match_->random_task(seat));
        return effects;
    }
    acted(turn, Actor::bot, std::get<ActionTaken>(std::move(taken)));
    return effects;
}

void Room::acted(Turn& turn, Actor actor, ActionTaken taken) {
    turn.effects.acted = actor;
    if (is_stored_) turn.effects.changes.push_back(std::move(taken));
    publish_update(turn);
}

/// Everybody gets the newest update; then the match goes on or ends.
void Room::publish_update(Turn& turn) {
    messages().update(turn.effects, turn.now);
    match_->forget_events();
    if (match_->run().over()) {
        end_match(turn);
    } else {
        ask_bots(turn);
    }
}

void Room::end_match(Turn& turn) {
    keep_rest();
    auto const& record = match_->record();
    turn.effects.notes.push_back([&metrics = metrics_.get(), code = record.room, match = record.number,
                                  game = record.setup.game->id(), result = match_->run().result(),
                                  count = record.actions.size(), ms = record.actions.last_ms()] {
        metrics.matches_ended.add();
        log_event("Match ended", {{"room", code},
                                  {"match", std::int64_t{match}},
                                  {"game", game},
                                  {"reason", codec::JsonTree::parse(result)->root().find("reason")->string()},
                                  {"actions", static_cast<std::int64_t>(count)},
                                  {"seconds", static_cast<double>(ms) / 1000}});
    });
    turn.effects.match_ended = true;
    if (is_stored_) turn.effects.changes.push_back(MatchEnded{state_.match});
    state_.status = RoomStatus::finished;
    state_.decisions = match_->run().decisions_reached();
    state_.banks.reset();
    ++state_.match;
    draw_seed();
    send_room(turn);
    save_if_changed(turn);
}

void Room::ask_bots(Turn& turn) {
    if (!state_.playing() || (!has_human() && !presence_.is_anybody_here())) return;
    for (auto& task : match_->new_bot_tasks(state_)) turn.effects.bot_tasks.push_back(std::move(task));
}

Effects Room::check_clock(TimePoint now) {
    Effects effects;
    Turn turn{nobody, no_id, now, effects};
    if (!state_.playing()) return effects;
    match_->check_clock(now);
    while (auto const move = match_->due_move(state_, now)) {
        auto taken = match_->act(move->seat, move->action, now);
        if (std::holds_alternative<Illegal>(taken)) {
            // The engine named an action that it refuses.
            metrics_.get().actions[Actor::bot][ActionResult::illegal].add();
            match_->refuse_timed(*move);
            continue;
        }
        acted(turn, Actor::bot, std::get<ActionTaken>(std::move(taken)));
        if (!state_.playing()) return effects;
    }
    ask_bots(turn);
    note_banks(turn);
    return effects;
}

void Room::note_banks(Turn& turn) {
    auto const due = is_stored_ ? match_->next_bank_note(state_) : std::nullopt;
    if (!due || *due > turn.now) return;
    keep_rest();
    state_.banks = NotedBanks{state_.match, match_->record().actions.size(), match_->banks_left(turn.now)};
    match_->note_banks(turn.now);
    save_if_changed(turn);
}

std::optional<TimePoint> Room::deadline() const {
    return state_.playing() ? match_->deadline(state_) : std::nullopt;
}

std::optional<TimePoint> Room::next_check() const {
    auto const due = deadline();
    auto const note = due && is_stored_ ? match_->next_bank_note(state_) : std::nullopt;
    return note && *note < *due ? note : due;
}

MatchRecord const* Room::finished_match(int number) const {
    if (is_being_played(number)) return nullptr;
    if (match_ && match_->record().number == number) return &match_->record();
    auto const found = std::ranges::find(earlier_matches_, number, &MatchRecord::number);
    return found == earlier_matches_.end() ? nullptr : &*found;
}

bool Room::was_used() const {
    return state_.host || state_.match > 1 || state_.playing() ||
           std::ranges::any_of(state_.seats, [](auto const& seat) { return seat.kind == SeatKind::human; });
}

bool Room::has_human() const {
    return std::ranges::any_of(state_.seats, [](auto const& seat) { return seat.kind != SeatKind::bot; });
}

bool Room::is_at_rest() const {
    if (presence_.is_anybody_here()) return false;
    if (!state_.playing()) return true;
    if (!has_human()) return true;
    auto const waiting = match_->run().to_act();
    return !state_.setting.clock && !match_->deadline(state_) &&
           std::ranges::none_of(waiting, [&](Seat seat) { return match_->bot_decides(state_, seat); });
}

// Kicks, rematches, chat and advice.

Room::Refused Room::on(Turn& turn, Kick const& message) {
    if (!presence_.seat_of(turn.from)) return not_seated();
    auto const seat = to_seat(state_, message.seat);
    if (!seat || !may_all_kick(*seat, turn.now))
        if (auto rejection = check_host(turn)) return rejection;
    if (!seat || state_.seats[*seat].kind == SeatKind::empty)
        return refused(ErrorCode::bad_message, "\"seat\": nobody sits there.");
    messages().ok(turn.effects, turn.from, turn.id);
    replace(turn, presence_.seats[*seat].client);
    give_up_seat(state_, presence_, *seat, turn.now);
    send_room(turn);
    ask_bots(turn);
    return std::nullopt;
}

/// A match must not wait for good for somebody who is gone, the host least of all.
bool Room::may_all_kick(Seat seat, TimePoint now) const {
    constexpr std::chrono::seconds patience(60);
    if (state_.seats[seat].kind != SeatKind::human || presence_.seats[seat].client) return false;
    return seat == state_.host || now - presence_.seats[seat].gone_since >= patience;
}

Room::Refused Room::on(Turn& turn, Rematch const& message) {
    auto const seat = presence_.seat_of(turn.from);
    if (!seat) return not_seated();
    if (state_.playing()) return refused(ErrorCode::already_playing, "A match is on.");
    if (state_.status == RoomStatus::waiting) return refused(ErrorCode::not_playing, "There was no match yet.");
    auto& state = state_.seats[*seat];
    auto const is_new = !std::exchange(state.wants_rematch, true);
    if (message.entropy) state.entropy = *message.entropy;
    messages().ok(turn.effects, turn.from, turn.id);
    if (begin_match_if_ready(turn) || !is_new) return std::nullopt;
    messages().extra(turn.effects, turn.from, codec::to_json(RematchAsked{state_.setting.code, *seat}));
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Chat const& message) {
    auto const seat = presence_.seat_of(turn.from);
    auto const* spectator = presence_.find_spectator(turn.from);
    if (!seat && !spectator) return refused(ErrorCode::not_seated, "You are not in this room.");
    messages().ok(turn.effects, turn.from, turn.id);
    auto const& name = seat ? state_.seats[*seat].name : spectator->name;
    messages().to_all(turn.effects, codec::to_json(ChatSaid{state_.setting.code, seat, name, message.text}));
    chat_log_.add({seat, name, message.text});
    return std::nullopt;
}

void Room::send_missed_extras(Turn& turn) const {
    auto& out = turn.effects.messages;
    auto const& code = state_.setting.code;
    if (!chat_log_.empty()) out.add(turn.from, codec::to_json(ChatSaidBefore{code, chat_log_.lines()}));
    for (auto const seat : all_seats(state_.setting.seats))
        if (state_.seats[seat].wants_rematch) out.add(turn.from, codec::to_json(RematchAsked{code, seat}));
}

Room::Refused Room::on(Turn& turn, Advise const&) {
    auto const seat = presence_.seat_of(turn.from);
    if (!seat) return not_seated();
    if (!is_advice_allowed(state_, *seat))
        return refused(ErrorCode::no_advice,
                       "Advice is given against bots only, or in a room that was made with \"hints\".");
    if (!state_.playing() || !match_->run().decision(*seat))
        return refused(ErrorCode::no_advice, "You have nothing to decide now.");
    turn.effects.advice.push_back({turn.from, turn.id, match_->advice_task(*seat)});
    return std::nullopt;
}

Effects Room::advise(AdviceRequest const& request, std::optional<Consideration> const& consideration) {
    Effects effects;
    auto const& [from, id, task] = request;
    auto const same_seat = presence_.seat_of(from) == task.seat;
    if (!same_seat || !state_.playing() || match_->run().decision(task.seat) != task.decision) {
        effects.messages.add(from, error_reply(id, {ErrorCode::stale_decision, "You have decided meanwhile."}));
    } else if (!consideration) {
        effects.messages.add(from, error_reply(id, refused(ErrorCode::no_advice, "A bot would do nothing now.")));
    } else {
        auto const advice = advice_of(id, state_.setting.code, task.decision, *consideration);
        effects.messages.add(from, codec::to_json(advice));
    }
    return effects;
}

// Transactions.

void Room::end_transaction() {
    savepoint_ = {};
    if (is_stored_) earlier_matches_.clear();
}

void Room::begin_transaction() {
    savepoint_ = {};
    if (!match_) return;
    savepoint_.last_match = match_->record().number;
    savepoint_.actions = match_->record().actions.size();
    savepoint_.banks = match_->banks();
}

void Room::keep_rest() {
    if (!savepoint_.rest)
        savepoint_.rest =
            std::make_unique<Savepoint::Rest>(state_, presence_, chat_log_, version_, last_info_, last_saved_);
}

void Room::roll_back(TimePoint now) {
    if (auto const rest = std::move(savepoint_.rest)) {
        state_ = std::move(rest->state);
        presence_ = std::move(rest->presence);
        chat_log_ = std::move(rest->chat_log);
        version_ = rest->version;
        last_info_ = rest->last_info;
        last_saved_ = std::move(rest->last_saved);
    }
    if (savepoint_.last_match == 0) return match_.reset();

    // The savepoint's match: the newest, or one behind those that the transaction began.
    auto const began = std::ranges::find(earlier_matches_, savepoint_.last_match, &MatchRecord::number);
    auto const is_same = began == earlier_matches_.end();
    // What the running decisions have used of the banks stays used, unless an action of the transaction ended one.
    auto const banks =
        is_same && match_->record().actions.size() == savepoint_.actions ? match_->banks_left(now) : savepoint_.banks;
    auto record = is_same ? match_->record() : std::move(*began);
    earlier_matches_.erase(began, earlier_matches_.end());
    auto const actions = std::exchange(record.actions, {});
    for (auto const& action : actions)
        if (record.actions.size() < savepoint_.actions) record.actions.add(action.seat, action.action, action.ms);
    // Also where it has no other actions: bots are to be asked again, and clocks begin their decisions anew.
    match_.emplace(std::move(record), state_.setting.clock, banks, now);
}

void Room::save_if_changed(Turn& turn) {
    if (!is_stored_) return;
    auto form = stored_form(state_);
    auto const hash = sha256_of(codec::to_json(form));
    if (hash == last_saved_) return;
    turn.effects.changes.push_back(RoomSaved{std::move(form)});
    last_saved_ = hash;
}

std::vector<Change> Room::checkpoint() const {
    if (!state_.playing()) return {};
    return {RoomSaved{stored_form(state_)}};
}

// Messages.

RoomSummary Room::summary() const {
    return summary_of(state_, static_cast<int>(presence_.spectators.size()));
}

void Room::send_room(Turn& turn, ParticipantPtr const& to) {
    auto const text = codec::to_json(info_of(state_, presence_));
    if (auto const hash = sha256_of(text); last_info_ != hash) {
        last_info_ = hash;
        ++version_;
        messages().to_all(turn.effects, text);
    } else if (to) {
        turn.effects.messages.add(to, text);
    }
}

void Room::send_room_to_all(Turn& turn) {
    last_info_.reset();
    send_room(turn);
}

} // namespace tefuda::server
