#include "server/room/room.hpp"

#include "protocol/codec/encode.hpp"
#include "server/room/board_rules.hpp"
#include "server/room/match_commands.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room_info.hpp"
#include "server/room/seat_commands.hpp"
#include "server/room/seating.hpp"
#include "server/room/stored_form.hpp"
#include "server/room/table_commands.hpp"
#include "server/room/talk_commands.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tefuda::server {

namespace {

RoomContents contents_of(RoomSetting setting) {
    auto const seats = setting.seats;
    RoomState state;
    state.setting = std::move(setting);
    state.seats = SeatList<SeatState>(seats);
    state.decisions = SeatList<std::int64_t>(seats);
    return {.state = std::move(state), .presence = Presence(seats)};
}

RoomContents contents_of(RoomState state, TimePoint now) {
    Presence presence(state.setting.seats, now);
    return {.state = std::move(state), .presence = std::move(presence), .is_saved = true};
}

/// Other actions in one advice.
constexpr std::size_t max_others = 10;

/// Whether a seat may ask for advice: in a room that was made with `hints`, and against bots, where it takes nothing
/// from anybody; never at a board of the day.
bool is_advice_allowed(RoomState const& state, Seat seat) {
    if (state.setting.board) return false;
    return state.setting.hints || plays_bots_alone(state, seat);
}

Advice advice_of(MessageId re, std::string const& room, std::int64_t decision, Consideration const& consideration) {
    Advice advice{std::move(re), room, decision, {consideration.action}, std::nullopt};
    if (consideration.opinions.empty()) return advice;
    advice.others.emplace();
    for (auto const& [action, value] : consideration.opinions) {
        if (action == consideration.action || advice.others->size() == max_others) continue;
        constexpr double steps = 1000;
        advice.others->push_back({{action}, std::round(value * steps) / steps});
    }
    return advice;
}

} // namespace

Room::Room(RoomSetting setting, std::optional<Bytes32> fixed_seed, RandomBytes random, bool stored)
    : data_(std::move(random), stored, contents_of(std::move(setting))) {
    auto& seed = data_.change_state().server_seed;
    if (fixed_seed)
        seed = *fixed_seed;
    else
        data_.fill_random(seed);
    // A board's secret is no test.
    auto const is_test_deal = fixed_seed && !state().setting.board;
    data_.change_state().setting.is_fixed = is_test_deal || !state().setting.fixed_shuffles.empty();
    data_.commit_transaction();
}

Room::Room(RoomRecord record, RandomBytes random, TimePoint now)
    : data_(std::move(random), true, contents_of(std::move(record.state), now)) {
    if (record.damage) {
        // It is not stored before something else changes: until then the damage can be mended.
        give_up_match(data_.change_state());
        data_.commit_transaction();
    }
    if (auto& last = record.last_match) {
        auto const& noted = state().banks;
        auto const is_newer = noted && noted->match == last->number && noted->actions == last->actions.size();
        data_.matches().begin(std::move(*last), state().setting.clock, is_newer ? noted->left : record.banks, now);
    }
    if (data_.match() && state().playing() == data_.match()->run().over())
        throw UnplayableMatch("its actions do not lead to where it is");
}

void Room::seat_bots(std::vector<Nullable<BotLevel>> const& levels) {
    for (auto const seat : all_seats(state().setting.seats))
        if (auto const level = levels.at(static_cast<std::size_t>(seat.number())))
            data_.change_state().seats[seat] = bot_at(seat, *level);
}

template <class Step>
Effects Room::run(TimePoint now, Step const& step) {
    static ParticipantPtr const nobody;
    static MessageId const no_id;
    Effects effects;
    CommandContext command{nobody, no_id, now, effects};
    step(command);
    data_.save_if_changed(effects);
    return effects;
}

Effects Room::wake(TimePoint now) {
    heard_at_ = now;
    return run(now, [&](CommandContext& command) {
        // The first change creates the room.
        auto const is_new = !data_.contents().is_saved;
        data_.save_if_changed(command.effects);
        auto const& board = state().setting.board;
        if (is_new && board)
            data_.emit(command.effects,
                       BoardBegun{board->day, std::string(state().setting.game->id()), board->player, board->is_human});
        MatchCommands matches(data_);
        if (has_human() || !matches.begin_if_ready(command)) matches.ask_bots(command);
    });
}

Effects Room::handle(ParticipantPtr const& from, MessageId const& id, RoomMessage const& message, TimePoint now) {
    heard_at_ = now;
    Effects effects;
    CommandContext command{from, id, now, effects};
    SeatCommands seats(data_);
    MatchCommands matches(data_);
    TableCommands table(data_);
    TalkCommands talk(data_);
    // At a board bots act first: what they do is no effect of the message, which may be refused.
    auto const bots_act = state().setting.board && std::holds_alternative<Act>(message) && presence().seat_of(from);
    if (bots_act) matches.let_bots_act(command);
    auto const done = std::visit(
        [&](auto const& m) -> OrRejection<> {
            if constexpr (requires { seats.on(command, m); })
                return seats.on(command, m);
            else if constexpr (requires { matches.on(command, m); })
                return matches.on(command, m);
            else if constexpr (requires { table.on(command, m); })
                return table.on(command, m);
            else if constexpr (requires { talk.on(command, m); })
                return talk.on(command, m);
            else
                return on(command, m);
        },
        message);
    if (done) {
        data_.save_if_changed(effects);
        return effects;
    }
    if (bots_act)
        data_.save_if_changed(effects);
    else
        effects = {};
    auto const& rejection = done.error();
    effects.wrong_token = rejection.code == ErrorCode::bad_token;
    effects.messages.add(from, error_reply(id, rejection));
    return effects;
}

Effects Room::disconnect(ParticipantPtr const& client, TimePoint now) {
    return run(now, [&](CommandContext& command) {
        auto& presence = data_.change_presence();
        if (auto const seat = presence.seat_of(client)) presence.disconnect(*seat, now);
        presence.change_spectators().remove(client);
        data_.send_room(command);
    });
}

Effects Room::remove_player(std::string const& id, TimePoint now) {
    return run(now, [&](CommandContext& command) { SeatCommands(data_).remove_player(command, id); });
}

Effects Room::show_names(TimePoint now) {
    return run(now, [&](CommandContext& command) { data_.send_room(command); });
}

Effects Room::kick(codec::WholeNumber const& seat, TimePoint now, OrRejection<>& answer) {
    return run(now, [&](CommandContext& command) { answer = SeatCommands(data_).kick(command, seat); });
}

Effects Room::close_for_good(std::string const& message, TimePoint now) {
    auto effects = run(now, [&](CommandContext& command) {
        auto const& code = state().setting.code;
        data_.messages().to_all(command.effects, codec::to_json(Closed{code, message}));
        presence().for_each_client([&](ParticipantPtr const& client) {
            command.effects.on_publish.push_back([client, code] { client->set_takes_part(code, false); });
        });
        auto& state = data_.change_state();
        for (auto& seat : state.seats) seat = {};
        state.host.reset();
        state.status = RoomStatus::finished;
        state.banks.reset();
        state.is_closed = true;
        state.call.clear();
    });
    // Without a match that has ended there is nothing to keep.
    if (data_.is_stored() && !has_ended_match()) effects.changes = {RoomRemoved()};
    return effects;
}

Effects Room::bot_moved(Seat seat, std::int64_t decision, std::optional<std::string> const& action, TimePoint now) {
    return run(now, [&](CommandContext& command) { MatchCommands(data_).bot_moved(command, seat, decision, action); });
}

Effects Room::check_clock(TimePoint now) {
    return run(now, [&](CommandContext& command) {
        MatchCommands(data_).check_clock(command);
        if (auto const due = data_.room_due(); due && *due <= now) data_.send_room(command);
    });
}

// Advice.

OrRejection<> Room::on(CommandContext& command, Advise const&) {
    auto const seat = presence().seat_of(command.from);
    if (!seat) return not_seated();
    if (!is_advice_allowed(state(), *seat))
        return refused(ErrorCode::no_advice,
                       "Advice is given against bots only, or in a room that was made with \"hints\".");
    if (!state().playing() || !data_.match()->run().decision(*seat))
        return refused(ErrorCode::no_advice, "You have nothing to decide now.");
    command.effects.advice.push_back({command.from, command.id, data_.match()->advice_task(*seat)});
    return {};
}

Effects Room::advise(AdviceRequest const& request, std::optional<Consideration> const& consideration) {
    Effects effects;
    auto const& [from, id, task] = request;
    auto const same_seat = presence().seat_of(from) == task.seat;
    if (!same_seat || !state().playing() || data_.match()->run().decision(task.seat) != task.decision) {
        effects.messages.add(from, error_reply(id, {ErrorCode::stale_decision, "You have decided meanwhile."}));
    } else if (!consideration) {
        effects.messages.add(from, error_reply(id, refused(ErrorCode::no_advice, "A bot would do nothing now.")));
    } else {
        auto const advice = advice_of(id, state().setting.code, task.decision, *consideration);
        effects.messages.add(from, codec::to_json(advice));
    }
    return effects;
}

// What others ask.

std::optional<TimePoint> Room::deadline() const {
    return state().playing() && may_be_played(state()) ? data_.match()->deadline(state()) : std::nullopt;
}

std::optional<TimePoint> Room::next_check() const {
    auto const due = deadline();
    auto const note = due && data_.is_stored() ? data_.match()->next_bank_save(state()) : std::nullopt;
    auto first = due;
    for (auto const& other : {note, data_.room_due(), data_.clock_stops()})
        if (other && (!first || *other < *first)) first = other;
    return first;
}

bool Room::is_at_rest() const {
    if (presence().is_anybody_here()) return false;
    if (!state().playing() || !has_human() || !may_be_played(state())) return true;
    auto const& match = *data_.match();
    auto const waiting = match.run().to_act();
    return !match.deadline(state()) &&
           std::ranges::none_of(waiting, [&](Seat seat) { return match.bot_decides(state(), seat); });
}

std::optional<MatchRecord> Room::own_match(ParticipantPtr const& who) const {
    auto seat = presence().seat_of(who);
    if (!seat) seat = seat_of_player(state(), who->player());
    if (!seat || !state().playing() || state().setting.board || !plays_bots_alone(state(), *seat)) return std::nullopt;
    return whole(data_.match()->record());
}

std::vector<Change> Room::checkpoint() const {
    if (!state().playing()) return {};
    return {RoomSaved{stored_form(state())}};
}

RoomSummary Room::summary() const {
    return summary_of(state(), presence());
}

} // namespace tefuda::server
