#include "server/rooms/room_farewell.hpp"

#include "protocol/codec/encode.hpp"
#include "server/room/error_reply.hpp"
#include "server/room/rejections.hpp"

#include <utility>

namespace tefuda::server {

void answer_unavailable(RoomRequest&& request, std::string_view reason) {
    request.from->send(error_reply(std::move(request.id), unavailable(reason)));
    request.from->answered(request.bytes);
}

void refuse_as_gone(RoomRequest&& request) {
    request.from->send(
        error_reply(std::move(request.id), unavailable("This room has just left the memory: try again.")));
}

void refuse_as_moved(RoomRequest&& request) {
    if (auto* join = std::get_if<Join>(&request.message))
        return request.from->hand_back(std::move(request.id), std::move(*join), request.read_at, request.bytes);
    if (auto* resume = std::get_if<Resume>(&request.message))
        return request.from->hand_back(std::move(request.id), std::move(*resume), request.read_at, request.bytes);
    request.from->send(error_reply(std::move(request.id), room_is_elsewhere()));
    request.from->answered(request.bytes);
}

void tell_failed(Room const& room) {
    auto const told = error_reply({}, {ErrorCode::unavailable, "The room has failed here: connect again and resume."});
    room.presence().for_each_client([&](ParticipantPtr const& client) {
        client->send(told);
        client->set_takes_part(room.state().setting.code, false);
        client->close_as_failed();
    });
}

void tell_moved(Room const& room) {
    auto const& code = room.state().setting.code;
    auto const moved = codec::to_json(Moved{code});
    room.presence().for_each_client([&](ParticipantPtr const& client) {
        client->send(moved);
        client->set_takes_part(code, false);
    });
}

} // namespace tefuda::server
