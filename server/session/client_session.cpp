#include "server/session/client_session.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/room/error_reply.hpp"
#include "server/room/rejections.hpp"
#include "server/session/query.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <concepts>
#include <type_traits>
#include <utility>

namespace tefuda::server {

namespace {

/// Wrong codes and tokens that a connection may send although its address has sent too many: those of others must not
/// hold up its right ones.
constexpr int free_guesses = 3;

/// \param with_times whether it says when the rooms were made
std::string rooms_reply(MessageId id, RoomList::Found found, bool with_times) {
    constexpr std::int64_t microseconds_per_millisecond = 1000;
    Rooms reply{std::move(id), {std::move(found.rooms)}, std::nullopt};
    if (with_times) {
        reply.created = std::move(found.created);
        for (auto& created : *reply.created) created /= microseconds_per_millisecond;
    }
    return codec::to_json(reply);
}

/// What a client takes from its address's day quota at once.
constexpr double actions_at_once = 64;
constexpr double bytes_at_once = 64 * 1024;

/// For how much advice a client may wait at once.
constexpr int max_advice = 4;

/// The room that a message is for; null for a message that the server answers itself.
std::string const* room_of(Decoded const& decoded) {
    auto const* message = std::get_if<ClientMessage>(&decoded.message);
    if (!message) return nullptr;
    return std::visit(
        []<class M>(M const& m) -> std::string const* {
            if constexpr (std::constructible_from<RoomMessage, M>)
                return &m.room;
            else
                return nullptr;
        },
        *message);
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

} // namespace

ClientSession::ClientSession(std::shared_ptr<ClientConnection> connection, Shared const& shared)
    : connection_(std::move(connection)), executor_(connection_->executor()), shared_(shared),
      messages_(shared.limits.messages, shared.limits.refused_messages),
      chat_(shared.limits.chat, std::numeric_limits<int>::max()), guesses_(shared.limits.guesses),
      actions_today_(shared.quota, Daily::actions, actions_at_once),
      bytes_today_(shared.quota, Daily::bytes, bytes_at_once) {}

template <class Run>
void ClientSession::dispatch(Run run) {
    if (executor_.here())
        run(*this);
    else
        executor_.post([self = shared_from_this(), run = std::move(run)]() mutable { run(*self); });
}

// Called by rooms.

void ClientSession::send(std::string_view text) {
    if (executor_.here()) return write(text);
    executor_.post([self = shared_from_this(), text = std::string(text)] { self->write(text); });
}

/// A failure is this client's alone: whoever sends goes on.
void ClientSession::write(std::string_view text) {
    try {
        connection_->send(text);
    } catch (std::exception const& problem) {
        spdlog::error("A message could not be sent: {}", problem.what());
    }
}

void ClientSession::answered() {
    dispatch([](ClientSession& self) {
        --self.unanswered_;
        self.handle_waiting();
    });
}

void ClientSession::hand_back(MessageId id, ClientMessage message, TimePoint read_at) {
    auto shared = std::make_shared<Received>(Received{{std::move(id), std::move(message)}, read_at});
    dispatch([shared = std::move(shared)](ClientSession& self) {
        --self.unanswered_;
        self.waiting_.push_front(std::move(*shared));
        self.handle_waiting();
    });
}

void ClientSession::close_as_failed() {
    dispatch([](ClientSession& self) {
        self.connection_->close(close_code::internal_error, "a room has failed: connect again and resume");
    });
}

void ClientSession::set_takes_part(std::string const& room, bool takes_part) {
    dispatch([room, takes_part](ClientSession& self) {
        auto& place = self.places_[room];
        if (std::exchange(place.takes_part, takes_part) != takes_part) self.parts_ += takes_part ? 1 : -1;
        if (takes_part) self.connection_->set_joined();
    });
}

void ClientSession::note_wrong_token() {
    dispatch([](ClientSession& self) {
        auto const now = self.executor_.now();
        self.guesses_.take(now);
        self.shared_.guesses.count(self.connection_->address(), now);
    });
}

bool ClientSession::may_join_another_room() const {
    return parts_ < shared_.limits.seats_a_connection;
}

bool ClientSession::begin_advice() {
    if (++advice_ <= max_advice) return true;
    --advice_;
    return false;
}

// Called by the connection.

void ClientSession::received(std::string_view text, TimePoint read_at) {
    Received message{decode_message(text), read_at, text.size()};
    if (!take_allowance(message)) return;
    if (waiting_.empty() && may_handle(message)) return handle(std::move(message));
    waiting_.push_back(std::move(message));
}

/// Nothing answers them but the transport: one too many is only counted.
void ClientSession::control_frames(int count, TimePoint read_at) {
    for (; count > 0; --count) {
        if (messages_.take(read_at)) continue;
        note_limit(Limit::messages, connection_->address());
        if (!messages_.refuse(read_at)) return close_for_abuse();
    }
}

void ClientSession::close_for_abuse() {
    connection_->close(close_code::policy_violation, "too many messages");
}

void ClientSession::closed() {
    closed_ = true;
    handle_waiting();
}

/// Replaces a message that is one too many by its refusal. \returns false where the connection is closed instead
bool ClientSession::take_allowance(Received& message) {
    if (messages_.take(message.read_at)) return true;
    auto const wait = messages_.refuse(message.read_at);
    if (!wait) {
        close_for_abuse();
        return false;
    }
    message.decoded.message = rate_limited(Limit::messages, *wait);
    return true;
}

/// Messages to rooms need not wait for the answers to earlier ones.
bool ClientSession::may_handle(Received const& message) const {
    return !paused_ && !handling_ && (unanswered_ == 0 || room_of(message.decoded));
}

/// Handles the messages that need not wait any more.
void ClientSession::handle_waiting() {
    while (!waiting_.empty() && may_handle(waiting_.front())) {
        auto message = std::move(waiting_.front());
        waiting_.pop_front();
        handle(std::move(message));
    }
    // After everything that the client said: a `join` that waits must not outlive its connection.
    if (closed_ && waiting_.empty() && !paused_ && !handling_) leave_rooms();
}

void ClientSession::handle(Received&& message) {
    auto const id = message.decoded.id;
    handling_ = true;
    try {
        route(message);
    } catch (std::exception const& problem) {
        spdlog::error("A message could not be handled: {}", problem.what());
        // No room is being made or woken for it.
        paused_ = false;
        refuse({id, message.read_at}, unavailable(can_not_now));
    }
    handling_ = false;
    if (!waiting_.empty()) handle_waiting();
}

void ClientSession::route(Received& message) {
    auto const sender = Sender{message.decoded.id, message.read_at};
    auto& content = message.decoded.message;
    if (auto* rejection = std::get_if<Rejection>(&content)) return refuse(sender, std::move(*rejection));
    auto& what = std::get<ClientMessage>(content);
    auto const* code = room_of(message.decoded);
    if (!code) return answer(sender, what);
    if (std::holds_alternative<Chat>(what) && !chat_.take(message.read_at))
        return refuse(sender, rate_limited(Limit::chat, chat_.refuse(message.read_at).value()));
    if (auto refused = spend(message)) return refuse(sender, std::move(*refused));
    auto room = known_room(*code);
    if (!room) {
        if (auto const wait = wait_for_guess(message.read_at))
            return refuse(sender, rate_limited(Limit::guesses, *wait));
        auto found = shared_.rooms.look_up(*code);
        if (found.is_asleep) return wake_room(std::string(*code), std::move(message));
        room = std::move(found.room);
        if (!room) return refuse_guess(sender);
        remember_room(*code, room);
    }
    deliver(room, sender, to_room_message(std::move(what)));
}

/// Answers a message that is for no room.
void ClientSession::answer(Sender const& sender, ClientMessage const& message) {
    if (auto const* create = std::get_if<Create>(&message)) return create_room(sender, *create);
    if (auto const* list = std::get_if<List>(&message))
        return send(rooms_reply(sender.id, shared_.rooms.list({list->after, list->game}), list->extras == true));
    send(codec::to_json(Pong{sender.id}));
}

void ClientSession::deliver(std::shared_ptr<RoomActor> const& room, Sender const& sender, RoomMessage&& message) {
    ++unanswered_;
    try {
        room->deliver(shared_from_this(), sender.id, std::move(message), sender.read_at);
    } catch (...) {
        // The room does not have it, and never answers it.
        --unanswered_;
        throw;
    }
}

/// The room, if the client takes part in it.
std::shared_ptr<RoomActor> ClientSession::known_room(std::string const& code) const {
    auto const found = places_.find(code);
    if (found == places_.end() || !found->second.takes_part) return nullptr;
    auto room = found->second.room.lock();
    return room && !room->is_lost() ? room : nullptr;
}

/// Whether this is a connection for the room: the balancer has chosen this server for it.
bool ClientSession::is_for(std::string const& code) const {
    return parameter(connection_->query(), "room") == code;
}

/// The room is told when the client is gone.
void ClientSession::remember_room(std::string const& code, std::shared_ptr<RoomActor> const& room) {
    // Rooms that are gone must not gather here.
    if (places_.size() == places_.max_load())
        boost::unordered::erase_if(places_, [](auto const& each) { return each.second.room.expired(); });
    places_[code].room = room;
}

/// Takes the room up from the store; the message and all that follow wait.
void ClientSession::wake_room(std::string const& code, Received&& message) {
    paused_ = true;
    // The registry's callbacks are copyable, a message is not.
    auto shared = std::make_shared<Received>(std::move(message));
    auto const& what = std::get<ClientMessage>(shared->decoded.message);
    auto const wants_in = std::holds_alternative<Join>(what) || std::holds_alternative<Resume>(what);
    auto done = [self = shared_from_this(), code, shared](RoomRegistry::Woken woken) {
        self->paused_ = false;
        auto const sender = Sender{shared->decoded.id, shared->read_at};
        if (auto* rejection = std::get_if<Rejection>(&woken)) {
            if (rejection->code == ErrorCode::no_such_room)
                self->refuse_guess(sender);
            else
                self->refuse(sender, std::move(*rejection));
        } else {
            try {
                auto const& room = std::get<std::shared_ptr<RoomActor>>(woken);
                self->remember_room(code, room);
                self->deliver(room, sender,
                              to_room_message(std::get<ClientMessage>(std::move(shared->decoded.message))));
            } catch (std::exception const& problem) {
                spdlog::error("A message could not be handled: {}", problem.what());
                self->refuse(sender, unavailable(can_not_now));
            }
        }
        self->handle_waiting();
    };
    shared_.rooms.wake(code, {connection_->address(), wants_in && is_for(code)}, executor_, std::move(done));
}

void ClientSession::create_room(Sender const& sender, Create const& message) {
    if (shared_.quota.take(Daily::rooms, connection_->address(), 1, sender.read_at)) {
        note_limit(Limit::rooms_a_day, connection_->address());
        return refuse(sender, {ErrorCode::too_many_rooms, "Your address has made too many rooms today."});
    }
    paused_ = true;
    auto const may_create = rooms_made() < shared_.limits.rooms_a_connection;
    auto done = [self = shared_from_this(), sender](std::variant<Created, Rejection> result) {
        self->dispatch([sender, result = std::move(result)](ClientSession& session) mutable {
            session.paused_ = false;
            if (auto* rejection = std::get_if<Rejection>(&result)) {
                session.shared_.quota.give_back(Daily::rooms, session.connection_->address(), 1, sender.read_at);
                session.refuse(sender, std::move(*rejection));
            } else {
                auto& created = std::get<Created>(result);
                created.re = sender.id;
                if (auto const room = session.shared_.rooms.find(created.room)) session.made_.push_back(room);
                session.send(codec::to_json(created));
            }
            session.handle_waiting();
        });
    };
    shared_.rooms.create(message, {connection_->address(), may_create}, std::move(done));
}

/// Behind the answers to earlier messages.
void ClientSession::refuse(Sender const& sender, Rejection rejection) {
    if (unanswered_ == 0) return send(error_reply(sender.id, std::move(rejection)));
    waiting_.push_front({Decoded{sender.id, std::move(rejection)}, sender.read_at});
}

Rejection ClientSession::rate_limited(Limit limit, std::chrono::milliseconds wait) const {
    note_limit(limit, connection_->address());
    return {ErrorCode::rate_limited, "Too many at once: wait a little.", static_cast<int>(wait.count())};
}

/// How long the client has to wait before it may try another code or token; nothing where it may.
std::optional<std::chrono::milliseconds> ClientSession::wait_for_guess(TimePoint now) {
    if (!guesses_.has_token(now)) return guesses_.wait();
    if (guesses_.missing(now) < free_guesses) return std::nullopt;
    return shared_.guesses.wait(connection_->address(), now);
}

/// No room has the code. A right one is not held up because others of the address have sent wrong ones; a wrong one is.
void ClientSession::refuse_guess(Sender const& sender) {
    auto const wait = shared_.guesses.wait(connection_->address(), sender.read_at);
    note_wrong_token();
    refuse(sender, wait ? rate_limited(Limit::guesses, *wait) : no_such_room());
}

/// Counts the message on the address's account of the day, or refuses it.
std::optional<Rejection> ClientSession::spend(Received const& message) {
    auto const& address = connection_->address();
    if (auto const wait = bytes_today_.spend(address, static_cast<double>(message.bytes), message.read_at))
        return rate_limited(Limit::bytes_a_day, *wait);
    auto const costs_action = []<class M>(M const&) {
        return std::is_same_v<M, Act> || std::is_same_v<M, Start> || std::is_same_v<M, Rematch> ||
               std::is_same_v<M, Fill>;
    };
    if (!std::visit(costs_action, std::get<ClientMessage>(message.decoded.message))) return std::nullopt;
    auto const wait = actions_today_.spend(address, 1, message.read_at);
    return wait ? std::optional(rate_limited(Limit::actions_a_day, *wait)) : std::nullopt;
}

/// Rooms that the client has made and in which no match has ended.
int ClientSession::rooms_made() {
    std::erase_if(made_, [](auto const& made) {
        auto const room = made.lock();
        return !room || room->had_match();
    });
    return static_cast<int>(made_.size());
}

void ClientSession::leave_rooms() {
    auto const now = executor_.now();
    auto const& address = connection_->address();
    actions_today_.give_back(address, now);
    bytes_today_.give_back(address, now);
    auto const places = std::exchange(places_, {});
    for (auto const& [code, place] : places)
        if (auto const room = place.room.lock()) room->disconnect(shared_from_this());
}

} // namespace tefuda::server
