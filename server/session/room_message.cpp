#include "server/session/room_message.hpp"

#include <concepts>
#include <stdexcept>
#include <utility>
#include <variant>

namespace tefuda::server {

std::string const* room_of(ClientMessage const& message) {
    return std::visit(
        []<class M>(M const& m) -> std::string const* {
            if constexpr (std::constructible_from<RoomMessage, M>)
                return &m.room;
            else
                return nullptr;
        },
        message);
}

RoomMessage to_room_message(ClientMessage&& message) {
    return std::visit(
        []<class M>(M&& m) -> RoomMessage {
            if constexpr (std::constructible_from<RoomMessage, M>)
                return RoomMessage(std::forward<M>(m));
            else
                throw std::logic_error("this message is for no room");
        },
        std::move(message));
}

} // namespace tefuda::server
