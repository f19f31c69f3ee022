#include "server/session/message_router.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/room/rejections.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/session/query.hpp"

#include <concepts>
#include <stdexcept>
#include <utility>

namespace tefuda::server {

namespace {

/// Sets a flag as long as this object lives, also if something throws.
class ScopedFlag {
public:
    explicit ScopedFlag(bool& flag) : flag_(flag) { flag_ = true; }
    ~ScopedFlag() { flag_ = false; }
    ScopedFlag(ScopedFlag const&) = delete;
    ScopedFlag& operator=(ScopedFlag const&) = delete;

private:
    bool& flag_;
};

/// \param with_times whether it says when the rooms were made
std::string rooms_reply(MessageId id, RoomList::Page found, bool with_times) {
    constexpr std::int64_t microseconds_per_millisecond = 1000;
    Rooms reply{std::move(id), {std::move(found.rooms)}, std::nullopt};
    if (with_times) {
        reply.created = std::move(found.created);
        for (auto& created : *reply.created) created /= microseconds_per_millisecond;
    }
    return codec::to_json(reply);
}

/// The room that a message is for; null for a message that the server answers itself.
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

/// \pre room_of(message) is not null
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

bool is_for_room(Decoded const& decoded) {
    auto const* message = std::get_if<ClientMessage>(&decoded.message);
    return message && room_of(*message);
}

Decoded decoded(std::variant<std::string, Decoded>&& content) {
    auto* const text = std::get_if<std::string>(&content);
    return text ? decode_message(*text) : std::get<Decoded>(std::move(content));
}

} // namespace

/// Refuses the message where a step of handling it fails.
template <class Step>
void MessageRouter::attempt(Sender const& sender, Step const& step) {
    try {
        return step();
    } catch (std::exception const& problem) {
        log_failure("A message could not be handled", problem);
    }
    try {
        refuse(sender, unavailable(can_not_now));
    } catch (std::exception const&) {
        link_.fail();
    }
}

void MessageRouter::receive(Decoded&& message, std::string_view text, TimePoint read_at) {
    Inbox::Message waiting{{}, read_at, text.size(), is_for_room(message)};
    if (!handling_ && inbox_.lets_pass(waiting.is_for_room)) {
        {
            ScopedFlag const handling(handling_);
            handle(std::move(message), waiting);
        }
        return handle_waiting();
    }
    if (std::holds_alternative<Rejection>(message.message))
        waiting.content = std::move(message);
    else
        waiting.content = std::string(text);
    inbox_.add(std::move(waiting));
}

void MessageRouter::answered(std::size_t bytes) {
    inbox_.answered(bytes);
    handle_waiting();
}

void MessageRouter::hand_back(MessageId id, ClientMessage message, TimePoint read_at, std::size_t bytes) {
    inbox_.answered(bytes);
    // Nobody takes a room from another server for a client that has gone.
    if (closed_) return handle_waiting();
    inbox_.hand_back({Decoded{std::move(id), std::move(message)}, read_at, bytes, true});
    handle_waiting();
}

void MessageRouter::set_takes_part(std::string const& room, bool takes_part) {
    finder_.set_takes_part(room, takes_part);
    link_.connection().set_joined(finder_.places() > 0);
    if (closed_ && link_.has_failed()) leave_rooms();
}

void MessageRouter::close() {
    closed_ = true;
    handle_waiting();
}

/// Handles the messages that need not wait any more. What one of them causes at once comes back here and returns.
void MessageRouter::handle_waiting() {
    if (handling_) return;
    {
        ScopedFlag const handling(handling_);
        while (auto message = inbox_.pop()) handle(decoded(std::move(message->content)), *message);
    }
    // After everything that the client said: a `join` that waits must not outlive its connection.
    if (closed_ && (inbox_.is_done() || link_.has_failed())) leave_rooms();
    if (inbox_.reset_drained()) link_.connection().resume_reading();
}

void MessageRouter::handle(Decoded&& decoded, Inbox::Message const& message) {
    Sender const sender{std::move(decoded.id), message.read_at, message.bytes};
    attempt(sender, [&] {
        if (auto* rejection = std::get_if<Rejection>(&decoded.message)) return refuse(sender, std::move(*rejection));
        route(sender, std::get<ClientMessage>(std::move(decoded.message)), message.is_charged);
    });
}

void MessageRouter::route(Sender const& sender, ClientMessage&& message, bool is_charged) {
    auto const* code = room_of(message);
    if (!code) return answer(sender, message);
    if (!is_charged)
        if (auto refused = limits_.charge(message, sender.bytes, sender.read_at))
            return refuse(sender, std::move(*refused));
    auto found = finder_.find(*code, message, sender.read_at);
    if (auto* rejection = std::get_if<Rejection>(&found)) return refuse(sender, std::move(*rejection));
    auto to_room = to_room_message(std::move(message));
    if (auto* asleep = std::get_if<RoomFinder::Asleep>(&found))
        return wake_room(sender, std::move(to_room), std::move(*asleep));
    pass_on(std::get<RoomPtr>(found), sender, std::move(to_room));
}

/// Answers a message that is for no room.
void MessageRouter::answer(Sender const& sender, ClientMessage const& message) {
    if (auto const* create = std::get_if<Create>(&message)) return create_room(sender, *create);
    if (auto const* other = std::get_if<Block>(&message)) return block(sender, other->player, true);
    if (auto const* other = std::get_if<Unblock>(&message)) return block(sender, other->player, false);
    auto const& list = std::get<List>(message);
    link_.send(rooms_reply(sender.id, shared_.rooms.list({list.after, list.game}), list.extras == true));
}

/// All messages wait until `ask` has called back, once, from any thread; then `then` gets the answer.
template <class Answer, class Ask, class Then>
void MessageRouter::hold_until(Sender const& sender, Ask const& ask, Then then) {
    inbox_.hold();
    auto done = [this, self = link_.client(), sender, then = std::make_shared<Then>(std::move(then))](Answer answer) {
        link_.dispatch([this, sender, then, answer = std::move(answer)]() mutable {
            inbox_.release();
            attempt(sender, [&] { (*then)(std::move(answer)); });
            handle_waiting();
        });
    };
    try {
        ask(std::move(done));
    } catch (...) {
        inbox_.release();
        throw;
    }
}

/// Takes the room up from the store.
void MessageRouter::wake_room(Sender const& sender, RoomMessage&& message, RoomFinder::Asleep asleep) {
    auto const code = std::visit([](auto const& m) { return m.room; }, message);
    auto const wants_in = std::holds_alternative<Join>(message) || std::holds_alternative<Resume>(message);
    // A connection for this room: the balancer has chosen this server for it.
    auto const is_for_it = parameter(link_.connection().query(), "room") == code;
    RoomRegistry::Waker const waker{link_.address(), wants_in && is_for_it};
    hold_until<RoomRegistry::Woken>(
        sender, [&](auto done) { shared_.rooms.wake(code, waker, link_.executor(), std::move(done)); },
        [this, sender, message = std::move(message), asleep = std::move(asleep)](RoomRegistry::Woken result) mutable {
            if (auto* rejection = std::get_if<Rejection>(&result))
                return refuse(sender, std::move(asleep.refused).value_or(std::move(*rejection)));
            finder_.note_woken(asleep);
            pass_on(std::get<RoomPtr>(result), sender, std::move(message));
        });
}

/// Whom the room's host has blocked stays outside.
void MessageRouter::pass_on(RoomPtr const& room, Sender const& sender, RoomMessage&& message) {
    auto const host = host_to_ask(*room, message);
    if (!host) return deliver(*room, sender, std::move(message));
    auto const who = link_.client()->player();
    hold_until<std::optional<bool>>(
        sender, [&](auto done) { shared_.has_blocked(host->id, who->id, link_.address(), std::move(done)); },
        [this, sender, room, message = std::move(message)](std::optional<bool> blocks) mutable {
            if (!blocks) return refuse(sender, unavailable(can_not_now));
            if (*blocks) return refuse(sender, {ErrorCode::blocked, "The host of this room does not let you in."});
            deliver(*room, sender, std::move(message));
        });
}

/// The player who may have blocked the client; null: nobody.
SeatOwner MessageRouter::host_to_ask(RoomActor const& room, RoomMessage const& message) const {
    auto const who = link_.client()->player();
    if (!who || !shared_.has_blocked || !std::holds_alternative<Join>(message)) return nullptr;
    auto host = room.standing().host();
    return host && host->id != who->id && !finder_.takes_part(room.code()) ? host : nullptr;
}

void MessageRouter::deliver(RoomActor& room, Sender const& sender, RoomMessage&& message) {
    inbox_.passed_on(sender.bytes);
    try {
        room.deliver(link_.client(), sender.id, std::move(message), sender.read_at, sender.bytes);
    } catch (...) {
        // The room does not have it, and never answers it.
        inbox_.answered(sender.bytes);
        throw;
    }
}

void MessageRouter::create_room(Sender const& sender, Create const& message) {
    if (shared_.quota.take(Daily::rooms, link_.address(), 1, sender.read_at)) {
        note_limit(Limit::rooms_a_day, link_.address());
        return refuse(sender, {ErrorCode::too_many_rooms, "Your address has made too many rooms today."});
    }
    RoomRegistry::Maker const maker{link_.address(), finder_.has_made_fewer_than(shared_.limits.rooms_a_connection)};
    auto const make = [&](RoomRegistry::OnCreated const& done) {
        if (message.daily != true && message.from) return create_from(sender, message, maker, done);
        if (message.daily != true) return shared_.rooms.create(message, maker, done);
        if (!shared_.create_board)
            return done(Rejection{ErrorCode::no_identity, "You are nobody here: this needs a player."});
        shared_.create_board(message, maker, link_.client()->player(), done);
    };
    hold_until<std::variant<Created, Rejection>>(
        sender, make, [this, sender, tries_match = message.from.has_value()](std::variant<Created, Rejection> result) {
            created(sender, tries_match, std::move(result));
        });
}

/// \param tries_match to find out whether a match can go on takes as long as a room, whatever comes of it
void MessageRouter::created(Sender const& sender, bool tries_match, std::variant<Created, Rejection> result) {
    if (auto* refused = std::get_if<Rejection>(&result)) {
        auto const pays = tries_match && refused->code != ErrorCode::unavailable;
        if (!pays) shared_.quota.give_back(Daily::rooms, link_.address(), 1, sender.read_at);
        return refuse(sender, std::move(*refused));
    }
    auto& created = std::get<Created>(result);
    created.re = sender.id;
    finder_.note_made(created.room);
    link_.send(codec::to_json(created));
}

/// Finds the match from which the room's first one goes on, and makes the room.
void MessageRouter::create_from(Sender const& sender, Create const& message, RoomRegistry::Maker const& maker,
                                RoomRegistry::OnCreated const& done) {
    auto const& room = message.from->room;
    auto const is_guess = finder_.is_guess(room);
    if (is_guess)
        if (auto refused = finder_.count_guess(sender.read_at)) return done(std::move(*refused));
    constexpr int none = 0;
    auto const match = message.from->match.as_int().value_or(none);
    auto make = [this, self = link_.client(), message, maker, done, is_guess](FinishedMatches::Found const& found) {
        using enum FinishedMatches::Absence;
        if (!found.match && found.absence == unreadable) return done(unavailable("This match can't be read now."));
        if (is_guess && (found.match || found.absence != no_room))
            link_.dispatch([this, self] { finder_.note_right_guess(); });
        shared_.rooms.create(message, maker, done, found.match);
    };
    shared_.matches.find(room, match, std::move(make));
}

void MessageRouter::block(Sender const& sender, std::string const& player, bool blocks) {
    auto const& who = link_.connection().identity();
    if (!who || !shared_.block)
        return refuse(sender, {ErrorCode::no_identity, "You are nobody here: this needs a player."});
    if (who->player.id == player) return refuse(sender, {ErrorCode::bad_message, "\"player\": this is you."});
    hold_until<std::optional<Rejection>>(
        sender, [&](auto done) { shared_.block(who, link_.address(), player, blocks, std::move(done)); },
        [this, sender](std::optional<Rejection> refused) {
            if (refused) return refuse(sender, std::move(*refused));
            if (sender.id) link_.send(codec::to_json(Ok{sender.id, {}}));
        });
}

/// Behind the answers to earlier messages.
void MessageRouter::refuse(Sender const& sender, Rejection rejection) {
    if (!inbox_.waits_for_rooms()) return link_.send(error_reply(sender.id, std::move(rejection)));
    inbox_.put_back({Decoded{sender.id, std::move(rejection)}, sender.read_at, sender.bytes});
}

void MessageRouter::leave_rooms() {
    limits_.give_back(link_.executor().now());
    for (auto const& room : finder_.leave_all()) room->disconnect(link_.client());
}

} // namespace tefuda::server
