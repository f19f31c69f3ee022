#include "server/session/client_session.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/net/service.hpp"
#include "server/room/rejections.hpp"
#include "server/runtime/answer_once.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <concepts>
#include <optional>
#include <utility>

namespace tefuda::server {

namespace {

/// Moved out of a message to a room; nothing for one that the server answers itself, which stays as it is.
std::optional<RoomMessage> to_room_message(ClientMessage& message) {
    return std::visit(
        []<class M>(M& m) -> std::optional<RoomMessage> {
            if constexpr (std::constructible_from<RoomMessage, M>)
                return RoomMessage(std::move(m));
            else
                return std::nullopt;
        },
        message);
}

std::string const& room_of(RoomMessage const& message) {
    return std::visit([](auto const& m) -> std::string const& { return m.room; }, message);
}

bool is_for_room(ClientMessage const& message) {
    return std::visit([]<class M>(M const&) { return std::constructible_from<RoomMessage, M>; }, message);
}

} // namespace

ClientSession::ClientSession(std::shared_ptr<ClientConnection> connection, Shared const& shared)
    : ClientLink(std::move(connection), shared), limits_(shared.limits, shared.quota, address()),
      finder_(shared.rooms, shared.limits.guesses, shared.guesses, address()), inbox_(shared.inboxes) {}

void ClientSession::received(std::string_view text, TimePoint read_at) {
    auto message = decode_message(text);
    if (!limits_.take(read_at)) {
        auto refusal = limits_.refuse(read_at);
        if (!refusal) return connection().close(close_code::policy_violation, "too many messages");
        message.message = std::move(*refusal);
    }
    auto const* decoded = std::get_if<ClientMessage>(&message.message);
    if (decoded && std::holds_alternative<Ping>(*decoded)) return send(codec::to_json(Pong{std::move(message.id)}));
    Inbox::Message waiting{{}, read_at, text.size(), decoded && is_for_room(*decoded)};
    if (!handling_ && inbox_.lets_pass(waiting.is_for_room)) {
        in_turn([&] { handle(std::move(message), waiting); });
        return handle_waiting();
    }
    if (decoded)
        waiting.content = std::string(text);
    else
        waiting.content = std::move(message);
    inbox_.add(std::move(waiting));
}

/// Nothing answers them but the transport: one too many is only counted.
void ClientSession::control_frames(int count, TimePoint read_at) {
    if (!limits_.take_control_frames(count, read_at))
        connection().close(close_code::policy_violation, "too many messages");
}

/// Refuses the message where a step of handling it fails.
template <class Step>
void ClientSession::attempt(Sender const& sender, Step const& step) {
    try {
        return step();
    } catch (std::exception const& problem) {
        log_failure("A message could not be handled", problem);
    }
    try {
        refuse(sender, unavailable(can_not_now));
    } catch (std::exception const&) {
        fail();
    }
}

// Called by rooms.

void ClientSession::answered(std::size_t bytes) {
    dispatch([this, bytes] {
        inbox_.answered(bytes);
        handle_waiting();
    });
}

void ClientSession::hand_back(MessageId id, ClientMessage message, TimePoint read_at, std::size_t bytes) {
    dispatch([this, id = std::move(id), message = std::move(message), read_at, bytes]() mutable {
        inbox_.answered(bytes);
        // Nobody takes a room from another server for a client that has gone.
        if (!closed_) inbox_.hand_back({Decoded{std::move(id), std::move(message)}, read_at, bytes, true});
        handle_waiting();
    });
}

void ClientSession::set_takes_part(std::string const& room, bool takes_part) {
    dispatch([this, room, takes_part] {
        // It has to leave its rooms, also where it has failed.
        until_there_is_memory([&] { finder_.set_takes_part(room, takes_part); });
        connection().set_joined(finder_.places() > 0);
        if (closed_ && has_failed()) leave_rooms();
    });
}

void ClientSession::count_wrong_token() {
    dispatch([this] { finder_.count_wrong_token(executor().now()); });
}

void ClientSession::closed() {
    closed_ = true;
    guarded([&] { handle_waiting(); });
}

template <class Work>
void ClientSession::in_turn(Work const& work) {
    handling_ = true;
    try {
        work();
    } catch (...) {
        handling_ = false;
        throw;
    }
    handling_ = false;
}

/// Handles the messages that need not wait any more. What one of them causes at once comes back here and returns.
void ClientSession::handle_waiting() {
    if (handling_) return;
    in_turn([&] {
        while (auto message = inbox_.pop()) handle(std::move(*message).decoded(), *message);
    });
    // After everything that the client said: a `join` that waits must not outlive its connection.
    if (closed_ && (inbox_.is_done() || has_failed())) leave_rooms();
    if (inbox_.reset_drained()) connection().resume_reading();
}

void ClientSession::handle(Decoded&& decoded, Inbox::Message const& message) {
    Sender const sender{std::move(decoded.id), message.read_at, message.bytes};
    attempt(sender, [&] {
        if (auto* rejection = std::get_if<Rejection>(&decoded.message)) return refuse(sender, std::move(*rejection));
        route(sender, std::get<ClientMessage>(decoded.message), message.is_charged);
    });
}

void ClientSession::route(Sender const& sender, ClientMessage& message, bool is_charged) {
    auto to_room = to_room_message(message);
    if (!to_room) return answer(sender, message);
    if (!is_charged)
        if (auto const charged = limits_.charge(*to_room, sender.bytes, sender.read_at); !charged)
            return refuse(sender, charged.error());
    auto found = finder_.find(room_of(*to_room), *to_room, sender.read_at);
    if (!found) return refuse(sender, found.error());
    if (!found->room) return wake_room(sender, std::move(*to_room), std::move(found->refused));
    pass_on(found->room, sender, std::move(*to_room));
}

/// Answers a message that is for no room.
void ClientSession::answer(Sender const& sender, ClientMessage const& message) {
    if (auto const* create = std::get_if<Create>(&message)) return create_room(sender, *create);
    if (auto const* other = std::get_if<Block>(&message)) return block(sender, other->player, true);
    if (auto const* other = std::get_if<Unblock>(&message)) return block(sender, other->player, false);
    auto const& list = std::get<List>(message);
    auto found = shared().rooms.list({list.after, list.game});
    Rooms reply{sender.id, {std::move(found.rooms)}, std::nullopt};
    constexpr std::int64_t microseconds_per_millisecond = 1000;
    for (auto& created : found.created) created /= microseconds_per_millisecond;
    if (list.extras == true) reply.created = std::move(found.created);
    send(codec::to_json(reply));
}

/// All messages wait until `ask` has called back, once, from any thread; then `then` gets the answer. Where it never
/// calls back, the answer is `otherwise`.
template <class Answer, class Ask, class Then>
void ClientSession::hold_until(Sender const& sender, Answer otherwise, Ask const& ask, Then then) {
    auto deliver = [this, self = shared_from_this(), sender,
                    then = std::make_shared<Then>(std::move(then))](Answer answer) {
        guarded([&] {
            inbox_.release();
            attempt(sender, [&] { (*then)(std::move(answer)); });
            handle_waiting();
        });
    };
    auto const once = std::make_shared<AnswerOnce<Answer>>(executor(), std::move(deliver), std::move(otherwise));
    inbox_.hold();
    try {
        ask([once](Answer answer) { once->answer(std::move(answer)); });
    } catch (std::exception const& problem) {
        log_failure("A message could not be passed on", problem);
    }
}

/// Takes the room up from the store. \param refused the answer where that fails, if the client guesses too much
void ClientSession::wake_room(Sender const& sender, RoomMessage&& message, std::optional<Rejection> refused) {
    auto const code = room_of(message);
    auto const wants_in = std::holds_alternative<Join>(message) || std::holds_alternative<Resume>(message);
    // A connection for this room: the balancer has chosen this server for it.
    auto const is_for_it = parameter(connection().query(), "room") == code;
    RoomRegistry::Waker const waker{address(), wants_in && is_for_it};
    hold_until<OrRejection<RoomPtr>>(
        sender, unavailable(can_not_now),
        [&](auto done) { shared().rooms.wake(code, waker, executor(), std::move(done)); },
        [this, sender, message = std::move(message), refused = std::move(refused)](OrRejection<RoomPtr> woken) mutable {
            if (!woken) return refuse(sender, std::move(refused).value_or(woken.error()));
            if (!refused) finder_.discount_guess();
            pass_on(*woken, sender, std::move(message));
        });
}

/// Whom the room's host has blocked stays outside.
void ClientSession::pass_on(RoomPtr const& room, Sender const& sender, RoomMessage&& message) {
    auto const host = host_to_ask(*room, message);
    if (!host) return deliver(*room, sender, std::move(message));
    auto const who = player();
    hold_until<std::optional<bool>>(
        sender, std::nullopt, [&](auto done) { shared().has_blocked(host->id, who->id, address(), std::move(done)); },
        [this, sender, room, message = std::move(message)](std::optional<bool> blocks) mutable {
            if (!blocks) return refuse(sender, unavailable(can_not_now));
            if (*blocks) return refuse(sender, {ErrorCode::blocked, "The host of this room does not let you in."});
            deliver(*room, sender, std::move(message));
        });
}

/// The player who may have blocked the client; null: nobody.
SeatOwner ClientSession::host_to_ask(RoomActor const& room, RoomMessage const& message) const {
    auto const who = player();
    if (!who || !shared().has_blocked || !std::holds_alternative<Join>(message)) return nullptr;
    auto host = room.standing().host();
    return host && host->id != who->id && !finder_.takes_part(room.code()) ? host : nullptr;
}

void ClientSession::deliver(RoomActor& room, Sender const& sender, RoomMessage&& message) {
    inbox_.passed_on(sender.bytes);
    try {
        room.deliver(shared_from_this(), sender.id, std::move(message), sender.read_at, sender.bytes);
    } catch (...) {
        // The room does not have it, and never answers it.
        inbox_.answered(sender.bytes);
        throw;
    }
}

void ClientSession::create_room(Sender const& sender, Create const& message) {
    if (shared().quota.take(Daily::rooms, address(), 1, sender.read_at)) {
        count_limit(Limit::rooms_a_day, address());
        return refuse(sender, {ErrorCode::too_many_rooms, "Your address has made too many rooms today."});
    }
    RoomRegistry::Maker const maker{address(), finder_.has_made_fewer_than(shared().limits.rooms_a_connection)};
    auto const make = [&](RoomRegistry::OnCreated const& done) {
        if (message.daily != true && message.from) return create_from(sender, message, maker, done);
        if (message.daily != true) return shared().rooms.create(message, maker, done);
        if (!shared().create_board)
            return done(Rejection{ErrorCode::no_identity, "You are nobody here: this needs a player."});
        shared().create_board(message, maker, player(), done);
    };
    // To find out whether a match can go on takes as long as a room, whatever comes of it.
    auto const costs_anyway = message.from.has_value();
    auto const otherwise = unavailable(can_not_now);
    hold_until<OrRejection<Created>>(
        sender, otherwise, make, [this, sender, costs_anyway](OrRejection<Created> created) {
            if (!created) {
                auto const costs = costs_anyway && created.error().code != ErrorCode::unavailable;
                if (!costs) shared().quota.give_back(Daily::rooms, address(), 1, sender.read_at);
                return refuse(sender, created.error());
            }
            created->re = sender.id;
            finder_.add_made(created->room);
            send(codec::to_json(*created));
        });
}

/// The code of the other match's room is a guess like any other.
void ClientSession::create_from(Sender const& sender, Create const& message, RoomRegistry::Maker const& maker,
                                RoomRegistry::OnCreated const& done) {
    auto const is_guess = finder_.is_guess(message.from->room);
    if (is_guess)
        if (auto const counted = finder_.count_guess(sender.read_at); !counted) return done(counted.error());
    auto is_there = [this, self = shared_from_this(), is_guess] {
        if (is_guess) dispatch([this] { finder_.discount_guess(); });
    };
    shared().continuations.create({shared_from_this(), message, maker, std::move(is_there), done});
}

void ClientSession::block(Sender const& sender, std::string const& player, bool blocks) {
    auto const& who = connection().identity();
    if (!who || !shared().block)
        return refuse(sender, {ErrorCode::no_identity, "You are nobody here: this needs a player."});
    if (who->player.id == player) return refuse(sender, {ErrorCode::bad_message, "\"player\": this is you."});
    hold_until<OrRejection<>>(
        sender, unavailable(can_not_now),
        [&](auto done) { shared().block(who, address(), player, blocks, std::move(done)); },
        [this, sender](OrRejection<> const& blocked) {
            if (!blocked) return refuse(sender, blocked.error());
            if (sender.id) send(codec::to_json(Ok{sender.id, {}}));
        });
}

/// Behind the answers to earlier messages.
void ClientSession::refuse(Sender const& sender, Rejection rejection) {
    if (!inbox_.waits_for_rooms()) return send(error_reply(sender.id, std::move(rejection)));
    inbox_.put_back({Decoded{sender.id, std::move(rejection)}, sender.read_at, sender.bytes});
}

void ClientSession::leave_rooms() {
    // Else they would take the client for connected for ever.
    auto const rooms = until_there_is_memory([&] { return finder_.leave_all(); });
    for (auto const& room : rooms) until_there_is_memory([&] { room->disconnect(shared_from_this()); });
    until_there_is_memory([&] { limits_.give_back(executor().now()); });
}

} // namespace tefuda::server
