#include "server/operate/admin_commands.hpp"

#include "server/match/match.hpp"
#include "server/metrics/logging.hpp"
#include "server/operate/gather.hpp"
#include "server/operate/room_rows.hpp"
#include "server/operate/times.hpp"
#include "server/room/rejections.hpp"
#include "server/room/stored_form.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <concepts>
#include <map>
#include <set>
#include <utility>

namespace tefuda::server {

namespace {

std::string no_room_called(std::string const& code) {
    return "There is no room " + code + ".";
}

template <class Command>
constexpr bool changes =
    std::same_as<Command, CloseRoom> || std::same_as<Command, KickSeat> || std::same_as<Command, Drain>;

/// The newest first.
void sort_by_age(std::vector<RoomRow>& rows) {
    std::ranges::sort(rows, [](RoomRow const& one, RoomRow const& other) {
        return std::pair(one.age_s, one.room) < std::pair(other.age_s, other.room);
    });
}

} // namespace

std::string AdminCommands::answer(std::string_view line, Moment const& now) {
    try {
        auto const read = read_admin_command(line);
        if (auto const* problem = std::get_if<std::string>(&read)) return admin_refused(*problem);
        return std::visit([&](auto const& command) { return carry_out(command, now); }, std::get<AdminCommand>(read));
    } catch (std::exception const& problem) {
        spdlog::error("An operator's command failed: {}", problem.what());
        return admin_refused(std::string("The server can't do this now: ") + problem.what());
    }
}

/// Whatever has changed something is in the log.
template <class Command>
std::string AdminCommands::carry_out(Command const& command, Moment const& now) {
    if constexpr (requires { command.by; })
        if (auto fault = fault_of_text("by", command.by.value_or("")); !fault.empty())
            return admin_refused(std::move(fault));
    if constexpr (requires { moderation_.on(command, now); }) {
        return moderation_.on(command, now);
    } else if constexpr (requires { reports_.on(command); }) {
        return reports_.on(command);
    } else if constexpr (requires { players_.on(command, now); }) {
        return players_.on(command, now);
    } else if constexpr (changes<Command>) {
        return moderation_.logged(act_of(command, now), [&] { return on(command, now); });
    } else {
        return on(command, now);
    }
}

std::chrono::milliseconds AdminCommands::tick(SteadyTime now) {
    constexpr std::chrono::milliseconds often(100);
    if (!draining_) return std::chrono::hours(1);
    // A match that began in the same moment is seen the next time.
    if (now - draining_->since < often) return often;
    auto const rooms = served_.rooms.all();
    auto const is_late = draining_->until && now >= *draining_->until;
    if (!is_late && std::ranges::any_of(rooms, [](auto const& room) { return room->standing().is_played(); }))
        return often;
    draining_.reset();
    served_.stop();
    return std::chrono::hours(1);
}

// What is to be seen.

std::string AdminCommands::on(ListRooms const& command, Moment const& now) {
    if (command.game && !find_game(*command.game)) return admin_refused("There is no game " + *command.game + ".");
    auto rows = gather<RoomRow>(
        served_.rooms.all(), [now, node = served_.node](Room const& it) { return row_of(it, now, node, false); },
        served_.stop_token);
    if (command.all == true && database_) {
        std::set<std::string> here;
        for (auto const& row : rows) here.insert(row.room);
        for (auto& row : rows_of_all_servers(*database_, now))
            if (!here.contains(row.room)) rows.push_back(std::move(row));
    }
    if (command.game) std::erase_if(rows, [&](RoomRow const& row) { return row.game != *command.game; });
    sort_by_age(rows);
    return admin_rows(rows);
}

std::string AdminCommands::on(ShowRoom const& command, Moment const& now) {
    auto const found = served_.rooms.look_up(command.code);
    if (!found.room)
        return found.is_asleep ? show_stored(command.code, now) : admin_refused(no_room_called(command.code));
    auto const rows = gather<RoomRow>(
        {found.room}, [now, node = served_.node](Room const& it) { return row_of(it, now, node, true); },
        served_.stop_token);
    return rows.empty() ? admin_unanswered() : admin_row(rows.front());
}

std::string AdminCommands::show_stored(std::string const& code, Moment const& now) {
    auto const awaited = std::make_shared<Awaited<ReadResult<std::optional<StoredRoom>>>>();
    served_.reader->read_room(code, served_.executor, [awaited](auto result) { awaited->set(std::move(result)); });
    auto const result = awaited->wait(served_.stop_token);
    if (!result) return admin_unanswered();
    if (auto const* failure = std::get_if<ReadFailure>(&*result)) return admin_refused(failure->reason);
    auto const& stored = std::get<std::optional<StoredRoom>>(*result);
    if (!stored || stored->room.closed == true) return admin_refused(no_room_called(code));
    auto const state = state_of(code, stored->room);
    if (auto const* damage = std::get_if<Illegal>(&state))
        return admin_refused("Room " + code + " can't be read: " + damage->reason + ".");
    Nullable<std::string> node;
    if (database_) {
        auto const rows = database_->read_one("SELECT node FROM room WHERE code = $1 AND node IS NOT NULL", {code});
        if (!rows.empty()) node = rows[0][0];
    }
    return admin_row(row_of_stored(std::get<RoomState>(state), now, node, true));
}

std::string AdminCommands::on(ListPeople const&, Moment const& now) {
    struct InRooms {
        std::set<std::string> names;
        std::set<std::string> rooms;
    };
    auto const sessions = served_.sessions.all();
    std::map<Participant const*, InRooms> by_client;
    for (auto const& room : gather<std::vector<Presentation>>(served_.rooms.all(), people_in, served_.stop_token))
        for (auto const& person : room) {
            auto& in_rooms = by_client[person.client.get()];
            in_rooms.names.insert(person.name);
            in_rooms.rooms.insert(person.room);
        }
    std::vector<PersonRow> rows;
    for (auto const& session : sessions) {
        auto const& in_rooms = by_client[session.get()];
        auto const who = session->player();
        rows.push_back(
            {who ? Nullable<std::string>(who->id) : Nullable<std::string>(),
             {in_rooms.names.begin(), in_rooms.names.end()},
             session->address(),
             {in_rooms.rooms.begin(), in_rooms.rooms.end()},
             std::chrono::duration_cast<std::chrono::seconds>(now.steady - session->connected_at()).count()});
    }
    return admin_rows(rows);
}

// What changes something.

/// Takes a room up that sleeps, or runs on another server.
boost::system::result<std::shared_ptr<RoomActor>, std::string> AdminCommands::wake(std::string const& code) {
    auto const found = served_.rooms.look_up(code);
    if (found.room) return found.room;
    if (!found.is_asleep) return no_room_called(code);
    auto const awaited = std::make_shared<Awaited<RoomRegistry::Woken>>();
    served_.rooms.wake(code, {{}, true}, served_.executor, [awaited](auto woken) { awaited->set(std::move(woken)); });
    auto const woken = awaited->wait(served_.stop_token);
    if (!woken) return "The room could not be read in time: try again.";
    if (*woken) return **woken;
    auto const refused = woken->error();
    return refused.code == ErrorCode::no_such_room ? no_room_called(code) : refused.message;
}

std::string AdminCommands::on(CloseRoom const& command, Moment const&) {
    if (auto fault = fault_of_text("--because", command.because.value_or("")); !fault.empty())
        return admin_refused(std::move(fault));
    auto const found = wake(command.code);
    if (!found) return admin_refused(found.error());
    auto const awaited = std::make_shared<Awaited<bool>>();
    (*found)->close_for_good(command.because.value_or("The operator has closed this room."),
                             [awaited](bool closed) { awaited->set(closed); });
    auto const closed = awaited->wait(served_.stop_token);
    if (!closed) return admin_unanswered();
    if (!*closed) return admin_refused("The room could not be closed now: nothing has changed. Try again.");
    log_event("The operator closed a room", {{"room", command.code}});
    return admin_done();
}

std::string AdminCommands::on(KickSeat const& command, Moment const&) {
    auto const found = wake(command.code);
    if (!found) return admin_refused(found.error());
    auto const awaited = std::make_shared<Awaited<std::optional<std::string>>>();
    auto const answer = std::make_shared<OrRejection<>>(no_such_room());
    auto kick = [seat = command.seat, answer](Room& room, TimePoint now) {
        *answer = {};
        return room.kick(seat, now, *answer);
    };
    auto done = [awaited, answer](bool stored) {
        auto refused = *answer ? std::nullopt : std::optional(answer->error().message);
        awaited->set(stored ? std::move(refused) : std::string(can_not_store));
    };
    (*found)->submit(RoomTask{std::move(kick), std::move(done)});
    auto const refused = awaited->wait(served_.stop_token);
    if (!refused) return admin_unanswered();
    if (*refused) return admin_refused(**refused);
    log_event("The operator kicked a seat",
              {{"room", command.code}, {"seat", std::int64_t{command.seat.as_int().value_or(0)}}});
    return admin_done();
}

std::string AdminCommands::on(Drain const& command, Moment const& now) {
    if (command.undo == true && command.for_) return admin_refused("--for and --undo exclude each other.");
    auto const time = command.for_ ? read_span(*command.for_) : std::nullopt;
    if (command.for_ && !time) return admin_refused(bad_span);
    auto const drains = command.undo != true;
    if (!drains && !draining_) return admin_refused("The server is not draining.");
    served_.rooms.set_draining(drains);
    served_.readiness.set_draining(drains);
    draining_.reset();
    if (drains) draining_ = Draining{now.steady, time ? std::optional(now.steady + *time) : std::nullopt};
    log_event(drains ? "The operator drains the server" : "The operator drains the server no more", {});
    return admin_done();
}

} // namespace tefuda::server
