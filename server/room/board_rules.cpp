#include "server/room/board_rules.hpp"

namespace tefuda::server {

namespace {

Rejection not_yours() {
    return refused(ErrorCode::not_yours, "This is the board of another player, and not open yet.");
}

bool is_owner(RoomState const& state, ParticipantPtr const& from) {
    auto const who = from->player();
    return who && who->id == state.setting.board->player;
}

bool has_opened(RoomState const& state) {
    auto const& board = state.setting.board;
    return board->open && board->open->is_open(board->day);
}

} // namespace

bool is_hidden(RoomState const& state, OpenBoards const& open) {
    auto const& board = state.setting.board;
    return board && (state.status != RoomStatus::finished || !open.is_open(board->day));
}

bool may_be_played(RoomState const& state) {
    if (!state.setting.board) return true;
    return !has_opened(state) && (!state.playing() || state.seats[board_seat].player);
}

OrRejection<> check_board(RoomState const& state, Join const& message, ParticipantPtr const& from) {
    if (!state.setting.board) return {};
    if (message.entropy) return refused(ErrorCode::bad_message, "\"entropy\": a board is the same for everybody.");
    auto const watches = message.role == JoinRole::spectator;
    auto const is_public = state.status == RoomStatus::finished && has_opened(state);
    if (watches ? !is_public : !is_owner(state, from)) return not_yours();
    if (!watches && has_opened(state))
        return refused(ErrorCode::not_playing, "This board is open: nobody plays it any more.");
    return {};
}

OrRejection<> check_board(RoomState const& state, Resume const&, ParticipantPtr const& from) {
    // Whoever has the token, and comes as nobody, may be the player on another machine.
    if (!state.setting.board || !from->player() || is_owner(state, from)) return {};
    return not_yours();
}

OrRejection<> check_board_is_over(RoomState const& state) {
    if (state.setting.board) return daily_played(state.setting.code);
    return {};
}

Rejection daily_played(std::string const& room) {
    return {.code = ErrorCode::daily_played, .message = "You play each board once.", .room = room};
}

} // namespace tefuda::server
