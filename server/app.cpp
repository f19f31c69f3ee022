#include "server/app.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/app_settings.hpp"
#include "server/daily/boards.hpp"
#include "server/daily/puzzles.hpp"
#include "server/desk/desk.hpp"
#include "server/operate/admin_commands.hpp"
#include "server/operate/admin_socket.hpp"
#include "server/operate/export_lists.hpp"
#include "server/operate/reports.hpp"
#include "server/people/people.hpp"
#include "server/rooms/cluster_watch.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/runtime/clock.hpp"
#include "server/runtime/random.hpp"
#include "server/runtime/weak_list.hpp"
#include "server/session/client_session.hpp"

#include <spdlog/spdlog.h>

#include <unistd.h>

#include <csignal>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <utility>

namespace tefuda::server {

namespace {

class App final : public Service {
public:
    App(Config const& config, std::vector<Executor*> executors, StoreFilters const& filters)
        : config_(config), guesses_(config.limits.guesses_an_address), storage_(config, filters),
          bots_(config.bot_threads, config.bot_think),
          quota_({config.limits.actions_a_day, config.limits.rooms_a_day, config.limits.bytes_a_day}),
          rooms_(executors, random_bytes, registry_settings(config), bots_, storage_.journal()),
          requests_(config.limits.requests_an_address), finished_(rooms_, storage_.reader.get(), *executors.front()),
          continuations_(rooms_, finished_, *executors.front()),
          documents_(rooms_, finished_, storage_.reader.get(), *executors.front(), guesses_, requests_, bots_,
                     {std::string(version()), config.node}, readiness_, people_),
          desk_({documents_, people_, boards_, puzzles_}, readiness_, sanctions_, requests_, guesses_),
          boards_(open_boards()), puzzles_(open_puzzles()), people_(open_people(*executors.front())),
          reports_(*storage_.operators), shared_(what_sessions_share()), welcome_(welcome_text(config)),
          moderation_({.sessions = sessions_,
                       .sanctions = sanctions_,
                       .people = people_.get(),
                       .stop_token = stop_.get_token()},
                      *storage_.operators),
          commands_({.rooms = rooms_,
                     .sessions = sessions_,
                     .readiness = readiness_,
                     .executor = *executors.front(),
                     .reader = storage_.reader.get(),
                     .people = people_.get(),
                     .node = config.node,
                     .stop = [] { ::kill(::getpid(), SIGTERM); },
                     .stop_token = stop_.get_token()},
                    moderation_, reports_, storage_.shared ? storage_.operators.get() : nullptr) {
        using enum Readiness::State;
        rooms_.listeners.charged = [this](std::string const& address, int actions) {
            quota_.charge(Daily::actions, address, actions, steady_now());
        };
        if (puzzles_)
            rooms_.listeners.match_ended = [this](Room const& room, MatchRecord const& match) {
                puzzles_->note_match_ended(room, match, this_moment());
            };
        if (storage_.shared)
            watch_.emplace(*storage_.shared, rooms_, [this](bool away) {
                away ? readiness_.change(ready, no_database) : readiness_.change(no_database, ready);
            });
    }

    using Service::recover;
    void recover(std::stop_token const& stop) override {
        if (!storage_.prepare(stop)) return;
        // Rooms must know what is open, and who is gone.
        if (people_) people_->load(this_moment());
        if (boards_) boards_->start(this_moment());
        if (puzzles_) puzzles_->start();
        auto const found = rooms_.recover();
        if (storage_.shared)
            spdlog::info("Rooms are in a database that servers may share");
        else if (storage_.store)
            spdlog::info("The journal has {} rooms: {} awake, {} asleep, {} finished, {} damaged",
                         found.awake + found.asleep + found.finished + found.damaged, found.awake, found.asleep,
                         found.finished, found.damaged);
        if (watch_) watch_->start();
        if (people_) people_->start();
        moderation_.load(this_moment());
        moderator_.emplace("moderator", std::chrono::seconds(1), [this](Moment const& now) { moderation_.tick(now); });
        moderator_->start();
        open_admin_socket();
        readiness_.set(Readiness::State::ready);
    }

    std::shared_ptr<MessageHandler> opened(std::shared_ptr<ClientConnection> const& connection) override {
        if (readiness_.is_starting()) {
            connection->close(close_code::try_again_later, "the server is starting");
            return nullptr;
        }
        auto const now = this_moment();
        auto session = std::make_shared<ClientSession>(connection, shared_);
        sessions_.add(session);
        session->send(people_ ? welcome_text_for(connection->identity(), welcome_) : welcome_);
        if (auto const notice = moderation_.notice(now)) session->send(*notice);
        if (people_) people_->opened(connection, now);
        // One that was banned meanwhile.
        auto const& who = connection->identity();
        auto const id = who ? std::optional(who->player.id) : std::nullopt;
        if (auto const met = sanctions_.find(SanctionKind::ban, id, connection->address()))
            session->close_as_banned(met->because);
        return session;
    }

    /// Updates only. Other messages hold tokens, or names and chat messages that other clients choose.
    bool may_compress(std::string_view text) const override { return text.starts_with(R"({"type":"update",)"); }

    boost::system::result<Admitted, HttpReply> admit(HttpRequest& request) const override {
        return desk_.admit(request);
    }
    void handle(HttpRequest request, std::function<void(HttpReply)> reply) override {
        desk_.handle(std::move(request), reply);
    }
    void identify(HttpRequest request, std::function<void(Identified)> reply) override {
        desk_.identify(request, reply);
    }

    void stopping(std::function<void()> done) override {
        readiness_.set(Readiness::State::stopping);
        // The command that is under way is carried out, but waits for nothing any more, and nobody waits for it.
        stop_.request_stop();
        if (admin_) admin_->stop();
        rooms_.close();
        auto const closing = codec::to_json(Closing());
        for (auto const& session : sessions_.all()) session->send(closing);
        if (watch_) {
            storage_.writer->flush([this, done = std::move(done)] { watch_->give_back_all(done); });
        } else if (storage_.store) {
            storage_.writer->flush(std::move(done));
        } else {
            done();
        }
    }

private:
    ClientSession::Shared what_sessions_share() {
        ClientSession::Shared shared{.limits = config_.limits,
                                     .rooms = rooms_,
                                     .guesses = guesses_,
                                     .quota = quota_,
                                     .inboxes = std::make_shared<InboxBudget>(config_.limits.unanswered_bytes),
                                     .sanctions = sanctions_,
                                     .continuations = continuations_,
                                     .file_report = [this](auto const& address, auto const& report, auto done) {
                                         reports_.file(address, report, this_moment(), std::move(done));
                                     }};
        if (people_) {
            shared.block = [this](auto const& who, auto const& address, auto const& player, bool blocks, auto done) {
                people_->block(who, address, player, blocks, done);
            };
            shared.has_blocked = [this](auto const& player, auto const& other, auto const& address, auto done) {
                people_->has_blocked(player, other, address, done);
            };
        }
        if (boards_)
            shared.create_board = [this](auto const& message, auto const& maker, auto const& who, auto done) {
                boards_->create(message, maker, who, this_moment(), std::move(done));
            };
        return shared;
    }

    /// Null with `--identity off`: boards are for players.
    std::unique_ptr<Boards> open_boards() {
        if (!storage_.players) return nullptr;
        return std::make_unique<Boards>(Boards::Tables{storage_.players, storage_.results, storage_.store.get(),
                                                       storage_.shared != nullptr, stop_.get_token()},
                                        rooms_, bots_);
    }

    /// Null with `--identity off`, where there is no table for them.
    std::unique_ptr<Puzzles> open_puzzles() {
        if (!storage_.players) return nullptr;
        return std::make_unique<Puzzles>(storage_.players, bots_);
    }

    /// Null with `--identity off`.
    std::unique_ptr<People> open_people(Executor& executor) {
        if (!storage_.players) return nullptr;
        return std::make_unique<People>(
            People::Tables{storage_.players, storage_.results, storage_.deletions.get()}, rooms_, executor, guesses_,
            People::Environment{
                .players_a_day = config_.limits.players_a_day,
                .is_shared = storage_.shared != nullptr,
                .forget = [this](auto const& player,
                                 auto now) { return forget_player(*storage_.operators, player, now); },
                .boards_of = [this](auto const& player, Moment const& now) { return boards_->tally_of(player, now); },
                .export_elsewhere =
                    [this](auto const& player, Moment const& now) {
                        auto lists = operators_lists(*storage_.operators, player);
                        lists.push_back({"boards", [this, player, now](auto const& after) {
                                             return page_of(boards_->begun_by(player, now), after);
                                         }});
                        return lists;
                    },
                .forget_names = [this] { boards_->forget_names(); }});
    }

    /// The operator's socket, at the first place where it can be made. \throws std::runtime_error where
    /// `--admin-socket` is none
    void open_admin_socket() {
        AdminSocket::Handler const handler{
            [this](std::string_view line) { return commands_.answer(line, this_moment()); },
            [this] { return commands_.tick(steady_now()); }};
        for (auto const& path : admin_sockets_of(config_)) {
            try {
                admin_ = std::make_unique<AdminSocket>(path, handler);
                return;
            } catch (std::runtime_error const& problem) {
                if (config_.admin_socket) throw;
                spdlog::warn("The operator's socket can't be there. {}", problem.what());
            }
        }
        if (storage_.store)
            spdlog::warn("The operator can't command this server: --admin-socket names a place for its socket");
    }

    Config const config_;
    std::stop_source stop_;
    Sanctions sanctions_;
    AddressRate guesses_;
    Storage const storage_;
    BotPool bots_;
    DayQuota quota_;
    RoomRegistry rooms_;
    Readiness readiness_{[this] { return storage_.can_store() && rooms_.claims_work(); }};
    AddressRate requests_;
    FinishedMatches const finished_;
    Continuations const continuations_;
    // They outlive the threads of the parts below, which they name.
    Documents documents_;
    Desk desk_;
    std::unique_ptr<Boards> const boards_;
    std::unique_ptr<Puzzles> const puzzles_;
    std::unique_ptr<People> const people_;
    Reports reports_;
    ClientSession::Shared const shared_;
    std::string const welcome_;
    std::optional<ClusterWatch> watch_;
    WeakList<ClientSession> sessions_;
    Moderation moderation_;
    AdminCommands commands_;
    // They use all of the above.
    std::optional<TaskWorker> moderator_;
    std::unique_ptr<AdminSocket> admin_;
};

} // namespace

std::unique_ptr<Service> make_app(Config const& config, std::vector<Executor*> executors, StoreFilters const& filters) {
    return std::make_unique<App>(config, std::move(executors), filters);
}

} // namespace tefuda::server
