#include "server/room/match_commands.hpp"

#include "protocol/codec/encode.hpp"
#include "server/bots/bot.hpp"
#include "server/metrics/logging.hpp"
#include "server/room/board_rules.hpp"
#include "server/room/match_result.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room_evening.hpp"
#include "server/room/seating.hpp"
#include "server/room/stored_form.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

OrRejection<> MatchCommands::on(CommandContext& command, Start const&) {
    auto const& state = room_.state();
    if (auto const may = check_host(state, room_.presence(), command.from); !may) return may.error();
    if (auto const may = check_board_is_over(state); !may) return may.error();
    if (state.playing()) return refused(ErrorCode::already_playing, "A match is on.");
    if (!room_.begins_matches()) return shutting_down();
    auto const taken = seats_taken(state);
    auto const& setting = state.setting;
    // A match that goes on has all its seats.
    auto const lacks_seats = setting.from && taken < setting.seats;
    if (lacks_seats || std::holds_alternative<Illegal>(setting.game->settle(setting.options, taken)))
        return refused(ErrorCode::too_few_players, "This game, with its options, can't be played by so many.");
    room_.messages().ok(command.effects, command.from, command.id);
    auto& contents = room_.change();
    for (auto const seat : set_seats(contents.state, contents.presence, taken, command.now))
        if (contents.presence.seats[seat].client) room_.messages().joined(command.effects, seat, {});
    begin(command);
    return {};
}

OrRejection<> MatchCommands::on(CommandContext& command, Rematch const& message) {
    auto const seat = room_.presence().seat_of(command.from);
    if (!seat) return not_seated();
    if (auto const may = check_board_is_over(room_.state()); !may) return may.error();
    if (room_.state().playing()) return refused(ErrorCode::already_playing, "A match is on.");
    if (room_.state().status == RoomStatus::waiting) return refused(ErrorCode::not_playing, "There was no match yet.");
    if (message.game && *message.game != room_.state().setting.game->id())
        return refused(ErrorCode::bad_options, "This room plays another game now.");
    if (!room_.begins_matches()) return shutting_down();
    auto& state = room_.change_state().seats[*seat];
    auto const is_new = !std::exchange(state.wants_rematch, true);
    if (message.entropy) state.entropy = *message.entropy;
    room_.messages().ok(command.effects, command.from, command.id);
    if (begin_if_ready(command) || !is_new) return {};
    room_.messages().extra(command.effects, command.from,
                           codec::to_json(RematchAsked{room_.state().setting.code, *seat}));
    return {};
}

bool MatchCommands::begin_if_ready(CommandContext& command) {
    auto const& state = room_.state();
    if (state.playing() || state.has_empty_seat() || !room_.begins_matches()) return false;
    if (state.setting.board && (state.match > 1 || !may_be_played(state))) return false;
    if (state.status == RoomStatus::finished) {
        auto const is_human = [](SeatState const& seat) { return !seat.played_by_bot(); };
        auto const waits = [&](SeatState const& seat) { return is_human(seat) && !seat.wants_rematch; };
        if (std::ranges::none_of(state.seats, is_human) || std::ranges::any_of(state.seats, waits)) return false;
        // Programs play on alone for a while, not for ever.
        constexpr int most_alone = 10;
        if (room_.contents().matches_alone >= most_alone && !is_person_here()) return false;
    }
    begin(command);
    return true;
}

/// Whether anybody is connected who is not known to be a program.
bool MatchCommands::is_person_here() const {
    auto const& presence = room_.presence();
    auto const& seats = room_.state().seats;
    for (auto const seat : all_seats(seats.seats()))
        if (presence.seats[seat].client && !seats[seat].is_program()) return true;
    auto is_here = false;
    presence.spectators().for_each([&](Spectator const& spectator) {
        auto const who = spectator.client->player();
        is_here = is_here || !who || who->kind == PlayerKind::human;
    });
    return is_here;
}

void MatchCommands::begin(CommandContext& command) {
    auto& contents = room_.change();
    auto const is_rematch = room_.state().match > 1;
    contents.matches_alone = is_person_here() || !is_rematch ? 0 : contents.matches_alone + 1;
    auto record = new_record();
    if (room_.is_stored()) command.effects.changes.emplace_back(MatchBegun{record.number, stored_form(record)});
    log_begin(command, record);
    command.effects.match_began = true;
    auto& state = room_.change_state();
    for (auto const seat : all_seats(state.seats.seats())) {
        state.seats[seat].wants_rematch = false;
        state.seats[seat].match_seat = seat;
    }
    state.status = RoomStatus::playing;
    state.setting.from.reset();
    room_.matches().begin(std::move(record), state.setting.clock, {}, command.now);
    room_.send_room_to_all(command);
    go_on(command);
}

MatchRecord MatchCommands::new_record() const {
    auto const& state = room_.state();
    MatchRecord record;
    record.room = state.setting.code;
    record.number = state.match;
    for (auto const seat : all_seats(state.seats.seats())) record.decisions_before.push_back(state.decisions[seat]);
    record.setup.game = state.setting.game;
    record.setup.options = state.setting.options;
    record.setup.server_seed = state.server_seed;
    if (state.match == 1) record.setup.fixed_shuffles = state.setting.fixed_shuffles;
    if (state.setting.board) record.setup.board = state.setting.board->day;
    for (auto const& seat : state.seats) {
        record.setup.names.push_back(seat.name);
        record.setup.entropies.push_back(seat.entropy);
        record.setup.bots.push_back(seat.kind == SeatKind::bot ? Nullable<BotLevel>(seat.level) : Nullable<BotLevel>());
    }
    if (auto const& from = state.setting.from) {
        record.setup.entropies = from->entropies();
        record.setup.from = from;
    }
    if (std::ranges::any_of(state.seats, [](auto const& seat) { return seat.player != nullptr; }))
        for (auto const& seat : state.seats) record.setup.players.push_back(seat.player);
    return record;
}

void MatchCommands::log_begin(CommandContext& command, MatchRecord const& record) const {
    command.effects.on_publish.push_back([&metrics = room_.metrics(), code = record.room, match = record.number,
                                          game = record.setup.game->id(), seats = record.setup.seats()] {
        metrics.matches_begun.add();
        log_event("Match begun",
                  {{"room", code}, {"match", std::int64_t{match}}, {"game", game}, {"seats", std::int64_t{seats}}});
    });
}

OrRejection<> MatchCommands::on(CommandContext& command, Act const& message) {
    auto const seat = room_.presence().seat_of(command.from);
    if (!seat) return not_seated();
    if (!room_.state().playing() || !may_be_played(room_.state()))
        return refused(ErrorCode::not_playing, "No match is on.");
    auto& counts = room_.metrics().actions[Actor::client];
    auto& match = room_.change_match();
    auto const decision = match.run().decision(*seat);
    if (!decision || static_cast<double>(*decision) != message.decision.value) {
        counts[ActionResult::stale].add();
        return refused(ErrorCode::stale_decision, decision
                                                      ? "Your decision is number " + std::to_string(*decision) + " now."
                                                      : "You have nothing to decide now.");
    }
    auto taken = match.act(*seat, message.action.value(), command.now);
    if (auto* illegal = std::get_if<Illegal>(&taken)) {
        counts[ActionResult::illegal].add();
        return refused(ErrorCode::illegal_action, std::move(illegal->reason));
    }
    room_.messages().ok(command.effects, command.from, command.id, match.run().seq());
    acted(command, Actor::client, std::get<ActionTaken>(std::move(taken)));
    return {};
}

void MatchCommands::bot_moved(CommandContext& command, Seat seat, std::int64_t decision,
                              std::optional<std::string> const& action) {
    if (!may_be_played(room_.state())) return;
    if (room_.state().playing()) room_.change_match().bot_answered(seat, decision);
    if (action) act_for_bot(command, seat, decision, *action);
    // At a board the next bot is asked when one has answered.
    if (room_.state().setting.board) ask_bots(command);
}

void MatchCommands::let_bots_act(CommandContext& command) {
    if (!room_.state().playing() || !may_be_played(room_.state())) return;
    constexpr search::Budget no_search{.iterations = 0};
    auto has_answered = false;
    while (auto const task = room_.match()->awaited()) {
        BotRandom random(task->seed);
        bot_moved(command, task->seat, task->decision, choose(*task, no_search, random));
        has_answered = true;
        if (!room_.state().playing()) break;
    }
    // All of them are answered.
    if (has_answered) command.effects.bot_tasks.clear();
}

void MatchCommands::act_for_bot(CommandContext& command, Seat seat, std::int64_t decision, std::string const& action) {
    auto& counts = room_.metrics().actions[Actor::bot];
    auto const& now = room_.match();
    auto const& state = room_.state();
    if (!state.playing() || now->run().decision(seat) != decision || !now->bot_decides(state, seat)) {
        counts[ActionResult::stale].add();
        return;
    }
    auto& match = room_.change_match();
    if (command.now < RoomMatch::bot_from(state, seat)) {
        // It was asked while somebody was away before.
        counts[ActionResult::stale].add();
        return match.forget_bot_task(seat);
    }
    auto const sent = match.sent(seat, action);
    if (sent == TimedMoves::Sent::later) return;
    if (sent == TimedMoves::Sent::never) {
        // At random, until it finds something else.
        if (match.run().waits_for(seat)) command.effects.bot_tasks.push_back(match.random_task(seat));
        return;
    }
    auto taken = match.act(seat, action, command.now, room_.state().seats[seat].kind == SeatKind::human);
    if (std::holds_alternative<Illegal>(taken)) {
        counts[ActionResult::illegal].add();
        // So that the match goes on.
        command.effects.bot_tasks.push_back(match.random_task(seat));
        return;
    }
    acted(command, Actor::bot, std::get<ActionTaken>(std::move(taken)));
}

void MatchCommands::acted(CommandContext& command, Actor actor, ActionTaken taken) {
    command.effects.acted.push_back(&room_.metrics().actions[actor][ActionResult::accepted]);
    if (room_.is_stored()) command.effects.changes.push_back(std::move(taken));
    go_on(command);
}

void MatchCommands::go_on(CommandContext& command) {
    room_.messages().update(command.effects, command.now);
    auto& match = room_.change_match();
    match.forget_events();
    match.run().over() ? end(command) : ask_bots(command);
}

void MatchCommands::end(CommandContext& command) {
    log_end(command);
    command.effects.match_ended = true;
    auto& state = room_.change_state();
    if (room_.is_stored()) command.effects.changes.push_back(MatchEnded{state.match});
    auto result = result_of(state, *room_.match(), room_.wall());
    if (has_evening(state)) add_to_evening(state, *room_.match(), result.ended);
    // Nobody has earned the result of cards that were known before.
    if (state.match > 1 || !state.setting.is_fixed) room_.emit(command.effects, std::move(result));
    if (state.setting.board)
        room_.emit(command.effects, BoardEnded{state.setting.game->margin(room_.match()->run().result(), board_seat)});
    state.status = RoomStatus::finished;
    auto const reached = room_.match()->run().decisions_reached();
    for (auto const seat : all_seats(reached.seats())) state.decisions[seat] = reached[seat];
    state.banks.reset();
    ++state.match;
    room_.fill_random(state.server_seed);
    room_.send_room(command);
}

void MatchCommands::log_end(CommandContext& command) const {
    auto const& match = *room_.match();
    auto const& record = match.record();
    command.effects.on_publish.push_back([&metrics = room_.metrics(), code = record.room, number = record.number,
                                          game = record.setup.game->id(), result = match.run().result(),
                                          count = record.actions.size(), ms = record.actions.last_ms()] {
        metrics.matches_ended.add();
        log_event("Match ended", {{"room", code},
                                  {"match", std::int64_t{number}},
                                  {"game", game},
                                  {"reason", codec::JsonTree::parse(result)->root().find("reason")->string()},
                                  {"actions", static_cast<std::int64_t>(count)},
                                  {"seconds", static_cast<double>(ms) / 1000}});
    });
}

void MatchCommands::ask_bots(CommandContext& command) {
    auto const& state = room_.state();
    if (!state.playing() || (!state.has_human() && !room_.presence().is_anybody_here())) return;
    if (!may_be_played(state)) return;
    for (auto& task : room_.change_match().new_bot_tasks(state, command.now))
        command.effects.bot_tasks.push_back(std::move(task));
}

void MatchCommands::check_clock(CommandContext& command) {
    if (!room_.state().playing() || !may_be_played(room_.state())) return;
    auto& match = room_.change_match();
    match.check_clock(command.now);
    while (auto const move = match.due_move(room_.state(), command.now)) {
        auto const is_stand_in =
            room_.state().seats[move->seat].kind == SeatKind::human && match.bot_decides(room_.state(), move->seat);
        auto taken = match.act(move->seat, move->action, command.now, is_stand_in);
        if (std::holds_alternative<Illegal>(taken)) {
            // The engine named an action that it refuses.
            room_.metrics().actions[Actor::bot][ActionResult::illegal].add();
            match.refuse_timed(*move);
            continue;
        }
        acted(command, Actor::bot, std::get<ActionTaken>(std::move(taken)));
        if (!room_.state().playing()) return;
    }
    ask_bots(command);
    if (auto const due = match.next_bank_save(room_.state()); due && *due <= command.now) save_banks(command);
    if (auto const stops = room_.clock_stops(); stops && *stops <= command.now) {
        save_banks(command);
        match.stop_clock(command.now);
    }
}

void MatchCommands::restart_clock(CommandContext& command) {
    if (room_.match()) room_.change_match().restart_clock(command.now);
}

void MatchCommands::save_banks(CommandContext& command) {
    if (!room_.is_stored()) return;
    auto& match = room_.change_match();
    auto& state = room_.change_state();
    state.banks = NotedBanks{state.match, match.record().actions.size(), match.banks_left(command.now)};
    match.mark_banks_stored(command.now);
}

} // namespace tefuda::server
