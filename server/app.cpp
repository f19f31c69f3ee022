#include "server/app.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/app_settings.hpp"
#include "server/journal/monitored_store.hpp"
#include "server/journal/postgres/postgres_store.hpp"
#include "server/journal/sqlite/sqlite_store.hpp"
#include "server/operate/admin_commands.hpp"
#include "server/operate/admin_socket.hpp"
#include "server/operate/reports.hpp"
#include "server/people/people.hpp"
#include "server/people/pg_sql.hpp"
#include "server/people/shared_sql.hpp"
#include "server/people/sqlite_sql.hpp"
#include "server/room/cluster_watch.hpp"
#include "server/room/room_registry.hpp"
#include "server/runtime/system_random.hpp"
#include "server/session/client_session.hpp"
#include "server/session/http_api.hpp"
#include "server/session/http_replies.hpp"
#include "server/session/open_sessions.hpp"

#include <spdlog/spdlog.h>

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

/// The store and its threads. All null if nothing is stored.
struct Storage {
    explicit Storage(Config const& config) {
        if (config.database && config.journal) {
            auto database = open_postgres_store(*config.database, config.node);
            shared = database.get();
            store = std::make_unique<MonitoredStore>(std::move(database));
            spdlog::info("This server is {} of those that share its database", config.node);
        } else if (!config.data || !config.journal) {
            spdlog::info("No journal is kept: rooms end with this process");
            return;
        } else {
            store = std::make_unique<MonitoredStore>(open_sqlite_store(*config.data));
        }
        reader = std::make_unique<StoreReader>(*store);
        writer = std::make_unique<JournalWriter>(*store);
    }

    Journal journal() const { return {store.get(), writer.get(), reader.get()}; }

    bool can_store() const { return !store || store->can_store(); }

    std::unique_ptr<MonitoredStore> store;
    SharedStore* shared = nullptr; ///< what `store` watches, if it is a database
    std::unique_ptr<StoreReader> reader;
    std::unique_ptr<JournalWriter> writer;
};

/// Null with `--identity off`.
std::unique_ptr<People> open_people(Config const& config, Storage const& storage, RoomRegistry& rooms,
                                    Executor& executor, AddressRate& guesses, Sanctions const& sanctions,
                                    SharedSql& operator_tables) {
    if (!config.identity) return nullptr;
    People::Tables tables;
    tables.store = storage.store.get();
    if (storage.shared) {
        tables.players = open_pg_people(*config.database, "tefuda knows players " + config.node);
    } else if (storage.store) {
        tables.players = open_sqlite_people(*config.data);
        tables.results = open_sqlite_results(*config.data, [store = storage.store.get()] { store->fold(); });
    } else {
        tables.players = open_sqlite_people({});
    }
    return std::make_unique<People>(
        std::move(tables), rooms, executor, guesses,
        People::Settings{
            .players_a_day = config.limits.players_a_day,
            .requests_an_address = config.limits.requests_an_address,
            .is_shared = storage.shared != nullptr,
            .refusal = [&sanctions](auto const& player,
                                    auto const& address) { return refusal_of(sanctions, player, address); },
            .removed = [&operator_tables](auto const& player) { forget_in_log(operator_tables, player); }});
}

/// Where what the operator has decided is stored; in memory where nothing is.
std::unique_ptr<Sql> operator_tables(Config const& config, Storage const& storage) {
    if (storage.shared) return open_pg_people(*config.database, "tefuda moderates " + config.node);
    return open_sqlite_operator(storage.store ? *config.data : std::filesystem::path());
}

/// Null where no other server shares it.
std::unique_ptr<Sql> operator_database(Config const& config, Storage const& storage) {
    return storage.shared ? open_pg_people(*config.database, "tefuda operates " + config.node) : nullptr;
}

class App final : public Service {
public:
    App(Config const& config, std::vector<Executor*> executors)
        : config_(config), guesses_(config.limits.guesses_an_address), storage_(config),
          bots_(config.bot_threads, config.bot_think),
          quota_({config.limits.actions_a_day, config.limits.rooms_a_day, config.limits.bytes_a_day}),
          rooms_(executors, system_random, registry_settings(config), bots_, storage_.journal(),
                 [this](std::string const& address, int actions) {
                     quota_.charge(Daily::actions, address, actions, Executor::Clock::now());
                 }),
          http_(rooms_, storage_.reader.get(), *executors.front(), guesses_, config.limits.requests_an_address, bots_,
                {std::string(version()), config.node}, [this] { return storage_.can_store() && rooms_.claims_work(); }),
          operator_tables_(operator_tables(config, storage_)),
          people_(open_people(config, storage_, rooms_, *executors.front(), guesses_, sanctions_, operator_tables_)),
          inboxes_(config.limits.unanswered_bytes), reports_(operator_tables_),
          shared_{config.limits, rooms_, guesses_, quota_, inboxes_, sanctions_, report_filer(), blocker()},
          welcome_(welcome_text(config)), moderation_({.sessions = sessions_,
                                                       .sanctions = sanctions_,
                                                       .people = people_.get(),
                                                       .is_shared = storage_.shared != nullptr},
                                                      operator_tables_),
          commands_({.rooms = rooms_,
                     .sessions = sessions_,
                     .http = http_,
                     .executor = *executors.front(),
                     .reader = storage_.reader.get(),
                     .people = people_.get(),
                     .node = config.node,
                     .stop = [] { ::kill(::getpid(), SIGTERM); }},
                    moderation_, reports_, operator_database(config, storage_)) {
        using enum HttpApi::Readiness;
        if (people_ && !storage_.store)
            rooms_.on_kept([this](std::string const& room, Change const& change) { people_->keep(room, change); });
        if (storage_.shared)
            watch_.emplace(*storage_.shared, rooms_, [this](bool away) {
                away ? http_.change(ready, no_database) : http_.change(no_database, ready);
            });
    }

    using Service::recover;
    void recover(std::stop_token const& stop) override {
        if (storage_.shared && !prepare_database(stop)) return;
        auto const found = rooms_.recover();
        if (storage_.shared)
            spdlog::info("Rooms are in a database that servers may share");
        else if (storage_.store)
            spdlog::info("The journal has {} rooms: {} awake, {} asleep, {} finished, {} damaged",
                         found.awake + found.asleep + found.finished + found.damaged, found.awake, found.asleep,
                         found.finished, found.damaged);
        if (watch_) watch_->start();
        if (people_) people_->start();
        moderation_.load();
        open_admin_socket();
        http_.set(HttpApi::Readiness::ready);
    }

    std::shared_ptr<MessageHandler> opened(std::shared_ptr<ClientConnection> const& connection) override {
        if (http_.readiness() == HttpApi::Readiness::starting) {
            connection->close(close_code::try_again_later, "the server is starting");
            return nullptr;
        }
        auto session = std::make_shared<ClientSession>(connection, shared_);
        sessions_.add(session);
        session->send(people_ ? welcome_text_for(connection->identity()) : welcome_);
        if (auto const notice = moderation_.notice()) session->send(*notice);
        if (people_) people_->opened(connection);
        // One that was banned meanwhile.
        auto const& who = connection->identity();
        auto const id = who ? std::optional(who->player.id) : std::nullopt;
        if (auto const met = sanctions_.find(SanctionKind::ban, id, connection->address()))
            session->close_as_banned(met->because);
        return session;
    }

    /// Updates only. Other messages hold tokens, or names and chat messages that other clients choose.
    bool may_compress(std::string_view text) const override { return text.starts_with(R"({"type":"update",)"); }

    void get(std::string_view target, std::string const& address, std::function<void(HttpReply)> reply) override {
        constexpr std::string_view players = "/api/players/";
        if (people_ && target.starts_with("/api/rooms/") && target.find("/matches/") != std::string_view::npos &&
            target.find('/', target.find("/matches/") + 9) == std::string_view::npos)
            return http_.get(target, address, [this, address, reply = std::move(reply)](HttpReply replay) {
                people_->hide_gone(std::move(replay), address, reply);
            });
        if (!people_ || !target.starts_with(players) || http_.readiness() == HttpApi::Readiness::starting)
            return http_.get(target, address, std::move(reply));
        auto const path = target.substr(0, target.find('?'));
        auto const query = target.substr(std::min(target.size(), path.size() + 1));
        people_->get_player(path.substr(players.size()), query, address, std::move(reply));
    }

    void handle(PersonalRequest request, std::function<void(HttpReply)> reply) override {
        people_ ? people_->handle(std::move(request), std::move(reply)) : reply(not_found());
    }

    void identify(PersonalRequest request, std::function<void(HttpReply)> reply) override {
        auto const address = request.address;
        if (auto refused = refusal_of(sanctions_, {}, address)) return reply(std::move(*refused));
        if (!people_ || (!request.bearer && !request.cookie)) return reply({});
        people_->identify(std::move(request), [this, address, reply = std::move(reply)](HttpReply known) {
            auto const id = known.identity ? std::optional(known.identity->player.id) : std::nullopt;
            if (auto refused = refusal_of(sanctions_, id, address)) return reply(std::move(*refused));
            reply(std::move(known));
        });
    }

    void stopping(std::function<void()> done) override {
        http_.set(HttpApi::Readiness::stopping);
        // The command that is under way is carried out.
        admin_.reset();
        rooms_.close();
        auto const closing = codec::to_json(Closing());
        for (auto const& session : sessions_.all()) session->send(closing);
        if (watch_) {
            storage_.writer->flush([this, done = std::move(done)] { watch_->give_back_all(done); });
        } else if (storage_.writer) {
            storage_.writer->flush(std::move(done));
        } else {
            done();
        }
    }

private:
    /// A database that is away is waited for. \returns false if it is asked to stop before
    bool prepare_database(std::stop_token const& stop) {
        constexpr std::chrono::milliseconds pause(300);
        std::mutex mutex;
        std::unique_lock lock(mutex);
        for (auto is_logged = false; !stop.stop_requested();) {
            try {
                storage_.shared->prepare(stop);
                return true;
            } catch (StoreDenied const&) {
                throw;
            } catch (StoreAway const& problem) {
                if (!std::exchange(is_logged, true)) spdlog::warn("Waiting for the database: {}", problem.what());
            }
            std::condition_variable_any().wait_for(lock, stop, pause, [] { return false; });
        }
        return false;
    }

    decltype(ClientSession::Shared::file_report) report_filer() {
        return [this](std::string const& address, FiledReport const& report, std::function<void(bool)> done) {
            reports_.file(address, report, std::move(done));
        };
    }

    decltype(ClientSession::Shared::block) blocker() {
        if (!people_) return {};
        return [this](auto const& who, auto const& address, auto const& player, bool blocks, auto done) {
            people_->block(who, address, player, blocks, done);
        };
    }

    std::string welcome_text_for(std::shared_ptr<Identity const> const& who) const {
        return welcome_.substr(0, welcome_.size() - 1) + ",\"you\":" + (who ? codec::to_json(who->player) : "null") +
               "}";
    }

    /// The operator's socket; none without a path for it. \throws std::runtime_error where it is asked for in vain
    void open_admin_socket() {
        auto const path = admin_socket_of(config_);
        if (!path) return;
        AdminSocket::Handler const handler{[this](std::string_view line) { return commands_.answer(line); },
                                           [this] { return commands_.tick(); }};
        try {
            admin_ = std::make_unique<AdminSocket>(*path, handler);
        } catch (std::runtime_error const& problem) {
            if (config_.admin_socket) throw;
            spdlog::warn("The operator can't command this server. {}", problem.what());
        }
    }

    Config const config_;
    Sanctions sanctions_;
    AddressRate guesses_;
    Storage const storage_;
    BotPool bots_;
    DayQuota quota_;
    RoomRegistry rooms_;
    HttpApi http_;
    SharedSql operator_tables_;
    std::unique_ptr<People> const people_;
    InboxBudget inboxes_;
    Reports reports_;
    ClientSession::Shared const shared_;
    std::string const welcome_;
    std::optional<ClusterWatch> watch_;
    OpenSessions sessions_;
    Moderation moderation_;
    AdminCommands commands_;
    /// Uses all of the above.
    std::unique_ptr<AdminSocket> admin_;
};

} // namespace

std::unique_ptr<Service> make_app(Config const& config, std::vector<Executor*> executors) {
    return std::make_unique<App>(config, std::move(executors));
}

} // namespace tefuda::server
