#include "server/room/talk_commands.hpp"

#include "server/room/rejections.hpp"
#include "server/room/seating.hpp"

#include <utility>

namespace tefuda::server {

OrRejection<> TalkCommands::on(CommandContext& command, Chat const& message) {
    auto const seat = room_.presence().seat_of(command.from);
    auto const* spectator = room_.presence().spectators().find(command.from);
    if (!seat && !spectator) return refused(ErrorCode::not_seated, "You are not in this room.");
    if (room_.state().setting.no_chat)
        return Rejection{
            .code = ErrorCode::muted, .message = "Nobody chats in this room.", .until = std::optional<std::string>()};
    if (auto const may = command.from->may_chat(); !may) return may.error();
    auto const who = seat ? room_.state().seats[*seat].player : command.from->player();
    auto const name = shown_name(seat ? room_.state().seats[*seat].name : spectator->name, who);
    auto const id = who ? std::optional(who->id) : std::nullopt;
    auto const messages = room_.messages();
    messages.ok(command.effects, command.from, command.id);
    messages.chat(command.effects, command.from, ChatSaid{room_.state().setting.code, seat, name, message.text, id});
    room_.change().chat_log.add({seat, name, message.text, id}, command.now);
    return {};
}

OrRejection<> TalkCommands::on(CommandContext& command, Report const& message) {
    auto const seat = room_.presence().seat_of(command.from);
    auto const* spectator = room_.presence().spectators().find(command.from);
    if (!seat && !spectator) return refused(ErrorCode::not_seated, "You are not in this room.");
    auto const of = message.seat ? to_seat(room_.state(), *message.seat) : std::nullopt;
    if (message.seat && (!of || room_.state().seats[*of].kind == SeatKind::empty))
        return refused(ErrorCode::bad_message, "\"seat\": nobody sits there.");
    if (auto const may = command.from->take_report(); !may) return may.error();
    auto const in_seat = [&](Seat number) {
        auto const& sits = room_.state().seats[number];
        auto const& client = room_.presence().seats[number].client;
        return FiledReport::Person{number, shown_name(sits.name, sits.player),
                                   shown_id<Nullable<std::string>>(sits.player),
                                   client ? Nullable<std::string>(client->address()) : Nullable<std::string>()};
    };
    auto const who = command.from->player();
    FiledReport report{.room = room_.state().setting.code,
                       .game = std::string(room_.state().setting.game->id()),
                       .match = room_.state().match,
                       .by = seat ? in_seat(*seat)
                                  : FiledReport::Person{{},
                                                        spectator->name,
                                                        who ? Nullable<std::string>(who->id) : Nullable<std::string>(),
                                                        command.from->address()},
                       .of = of ? Nullable<FiledReport::Person>(in_seat(*of)) : Nullable<FiledReport::Person>(),
                       .text = message.text.value_or(""),
                       .chat = room_.contents().chat_log.lines(),
                       .call = room_.state().call.empty() ? std::nullopt : std::optional(room_.state().call)};
    command.effects.on_publish.push_back(
        [client = command.from, id = command.id, report = std::move(report)] { client->file_report(id, report); });
    return {};
}

OrRejection<> TalkCommands::on(CommandContext& command, SetCall const& message) {
    auto const& state = room_.state();
    if (auto const may = check_host(state, room_.presence(), command.from); !may) return may.error();
    if (state.setting.is_public || state.setting.board)
        return refused(ErrorCode::bad_options, "Only a private room that is no board has a call.");
    if (auto const may = command.from->may_chat(); !may) return may.error();
    auto const link = message.link ? *message.link : std::string();
    if (link != state.call) room_.change_state().call = link;
    room_.messages().ok(command.effects, command.from, command.id);
    room_.send_room(command, command.from);
    return {};
}

} // namespace tefuda::server
