#include "server/app.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/session/http_api.hpp"
#include "server/journal/sqlite_store.hpp"
#include "server/room/room_registry.hpp"
#include "server/session/client_session.hpp"
#include "server/metrics/game_metrics.hpp"
#include "server/room/error_text.hpp"
#include "server/room/room_actor.hpp"

#include <openssl/rand.h>
#include <spdlog/spdlog.h>

#include <stdexcept>
#include <unordered_map>

namespace tefuda::server {

namespace {

void system_random(std::span<std::uint8_t> bytes) {
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
        throw std::runtime_error("the operating system gives no random bytes");
}

/// Null where nothing is to be kept.
std::unique_ptr<Journal> open_journal(Config const& config) {
    if (config.data && config.journal) return std::make_unique<Journal>(open_sqlite_store(*config.data));
    spdlog::info("No journal is kept: rooms end with this process");
    return nullptr;
}

/// A close code of WebSockets (IANA's registry).
constexpr unsigned short try_again_later = 1013;

class App final : public Service {
public:
    App(Config const& config, std::vector<Executor*> executors)
        : limits_(config.limits), guesses_(config.limits.guesses_an_address), journal_(open_journal(config)),
          bots_(config.bot_threads, config.bot_think),
          lobby_(std::move(executors), system_random,
                 {config.allow_fixed, {.retention = config.retention}, config.limits.rooms}, bots_, journal_.get()),
          documents_(lobby_, guesses_) {
        Welcome welcome{protocol_version, {"tefuda", version()}, {}};
        for (auto const* game : all_games()) {
            welcome.games.push_back(game->id());
            // Also a game that nobody plays is to be seen in the metrics.
            game_metrics(game->id());
        }
        welcome_ = codec::to_json(welcome);
    }

    void recover() override {
        lobby_.recover();
        documents_.set(HttpApi::Readiness::ready);
    }

    MessageHandler* opened(std::shared_ptr<ClientConnection> const& client) override {
        if (documents_.readiness() == HttpApi::Readiness::starting) {
            client->close(try_again_later, "the server is starting");
            return nullptr;
        }
        auto made = std::make_unique<Conversation>(*this, std::make_shared<ClientSession>(client, limits_, guesses_));
        auto* const conversation = made.get();
        {
            std::lock_guard const lock(mutex_);
            conversations_[conversation] = std::move(made);
        }
        conversation->member->send(welcome_);
        return conversation;
    }

    void get(std::string_view target, std::string const& address, std::function<void(HttpReply)> reply) override {
        documents_.get(target, address, std::move(reply));
    }

    void stopping(std::function<void()> done) override {
        documents_.set(HttpApi::Readiness::stopping);
        lobby_.close();
        auto const closing = codec::to_json(Closing());
        {
            std::lock_guard const lock(mutex_);
            for (auto const& [key, conversation] : conversations_) conversation->member->send(closing);
        }
        if (journal_) {
            journal_->flush(std::move(done));
        } else {
            done();
        }
    }

private:
    /// With one client.
    struct Conversation final : MessageHandler {
        Conversation(App& with, ClientSessionPtr who) : app(with), member(std::move(who)) {}

        void received(std::span<std::string_view const> texts, TimePoint read_at) override {
            app.received(member, texts, read_at);
        }
        void closed() override { app.closed(*this); }

        App& app;
        ClientSessionPtr const member;
    };

    using RoomPtr = std::shared_ptr<RoomActor>;
    /// A message; where it is an action also its room, if the member takes part there.
    struct Read {
        Decoded decoded;
        RoomPtr room;
    };

    void received(ClientSessionPtr const& member, std::span<std::string_view const> texts, TimePoint read_at) {
        // All are read first: so the processor has the code that reads at hand, then the code that carries out, and
        // what the rooms need comes from memory meanwhile.
        std::vector<Read> all;
        all.reserve(texts.size());
        for (auto const text : texts) all.push_back(read(member, text));
        for (auto message = all.begin(); message != all.end(); ++message) {
            if (auto const next = message + 1; next != all.end() && next->room) next->room->expect_message();
            if (!take(member, std::move(*message), read_at)) return;
        }
    }

    static Read read(ClientSessionPtr const& member, std::string_view text) {
        Read read{decode_message(text), nullptr};
        if (auto const* message = std::get_if<ClientMessage>(&read.decoded.message))
            if (auto const* act = std::get_if<Act>(message)) read.room = member->part_in(act->room);
        if (read.room) read.room->fetch();
        return read;
    }

    /// \returns whether it takes more
    bool take(ClientSessionPtr const& member, Read read, TimePoint read_at) {
        auto& decoded = read.decoded;
        auto& allowance = member->allowance();
        if (!allowance.messages.take(read_at)) {
            auto const stays = allowance.refusals.take(read_at);
            if (!stays) member->close(1008, "too many messages");
            limit(member, std::move(decoded.id), Limit::messages, allowance.messages.wait());
            return stays;
        }
        if (auto* refused = std::get_if<Rejection>(&decoded.message)) {
            refuse(member, std::move(decoded.id), std::move(*refused));
            return true;
        }
        std::visit(
            [&]<class M>(M& message) {
                if constexpr (requires { message.room; })
                    ask_room(member, std::move(decoded.id), std::move(message), read_at, std::move(read.room));
                else
                    answer(member, std::move(decoded.id), std::move(message));
            },
            std::get<ClientMessage>(decoded.message));
        return true;
    }

    void closed(Conversation const& conversation) {
        auto const member = conversation.member;
        {
            std::lock_guard const lock(mutex_);
            conversations_.erase(&conversation);
        }
        // Behind what it said before: a join that still waits must not outlive its connection.
        member->answer([](ClientSessionPtr const& self) {
            for (auto const& room : self->rooms()) room->disconnect(self);
        });
    }

    /// Refusals keep their place behind what is still to be answered.
    static void refuse(ClientSessionPtr const& member, MessageId id, Rejection refused) {
        member->answer([id = std::move(id), refused = std::move(refused)](ClientSessionPtr const& self) {
            self->send(error_text(id, refused));
        });
    }

    static void limit(ClientSessionPtr const& member, MessageId id, Limit what, std::chrono::milliseconds wait) {
        metrics().limits_hit[what].add();
        refuse(member, std::move(id),
               {ErrorCode::rate_limited, "Too many at once: wait a little.", static_cast<int>(wait.count())});
    }

    void answer(ClientSessionPtr const& member, MessageId id, Create message) {
        member->answer_later([this, id = std::move(id), message = std::move(message)](ClientSessionPtr const& self) {
            auto const may_make = self->made() < limits_.rooms_a_connection;
            lobby_.create(message, may_make, [this, self, id](std::variant<Created, Rejection> made) {
                if (auto const* refused = std::get_if<Rejection>(&made)) {
                    self->send(error_text(id, *refused));
                } else {
                    auto& created = std::get<Created>(made);
                    created.re = id;
                    if (auto const room = lobby_.find(created.room)) self->note_made(room);
                    self->send(codec::to_json(created));
                }
                self->settled();
            });
        });
    }

    void answer(ClientSessionPtr const& member, MessageId id, List) {
        member->answer([this, id = std::move(id)](ClientSessionPtr const& self) {
            self->send(codec::to_json(Rooms{id, {lobby_.list()}}));
        });
    }

    void answer(ClientSessionPtr const& member, MessageId id, Ping) {
        member->answer([id = std::move(id)](ClientSessionPtr const& self) { self->send(codec::to_json(Pong{id})); });
    }

    /// \param room it, if that is at hand
    template <class M>
    void ask_room(ClientSessionPtr const& member, MessageId id, M&& message, TimePoint read_at, RoomPtr room) {
        if constexpr (std::same_as<M, Chat>) {
            auto& chat = member->allowance().chat;
            if (!chat.take(read_at)) return limit(member, std::move(id), Limit::chat, chat.wait());
        }
        if (!room) room = member->part_in(message.room);
        if (!room) {
            if (auto const wait = member->wait_for_guess(read_at))
                return limit(member, std::move(id), Limit::guesses, *wait);
            room = lobby_.find(message.room);
            if (!room) {
                member->guessed_wrong(read_at);
                refuse(member, std::move(id), {ErrorCode::no_such_room, "There is no room with this code."});
                return;
            }
            member->note_room(message.room, room);
        }
        member->ask_room(room, std::move(id), RoomMessage(std::move(message)), read_at);
    }

    Limits const limits_;
    Guesses guesses_;
    std::string welcome_;
    std::unique_ptr<Journal> const journal_;
    BotPool bots_;
    RoomRegistry lobby_;
    HttpApi documents_;

    std::mutex mutex_;
    std::unordered_map<Conversation const*, std::unique_ptr<Conversation>> conversations_;
};

} // namespace

std::unique_ptr<Service> make_app(Config const& config, std::vector<Executor*> executors) {
    return std::make_unique<App>(config, std::move(executors));
}

} // namespace tefuda::server
