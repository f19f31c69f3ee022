// One server of a world: the whole of it above Asio, with connections that are queues.
#pragma once

#include "server/app.hpp"
#include "server/runtime/until_there_is_memory.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/sim/database.hpp"
#include "tests/sim/faulty_store.hpp"
#include "tests/sim/world.hpp"

#include <array>

namespace tefuda::sim {

/// A WebSocket between a client and a server. Both sides see it closed at their own time.
class Connection final : public server::ClientConnection, public std::enable_shared_from_this<Connection> {
public:
    Connection(server::Executor& executor, std::string address, std::string query,
               std::shared_ptr<server::Identity const> identity)
        : executor_(executor), address_(std::move(address)), query_(std::move(query)), identity_(std::move(identity)) {}

    // For the server.

    server::Executor& executor() const override { return executor_; }
    void send(std::string_view text) override {
        try {
            if (!is_closed_) sent_.emplace_back(text);
        } catch (std::bad_alloc const&) {
            end();
        }
    }
    void close(unsigned short, std::string_view) override { end(); }
    void abort() noexcept override { end(); }
    std::string const& address() const override { return address_; }
    std::string_view query() const override { return query_; }
    std::shared_ptr<server::Identity const> const& identity() const override { return identity_; }

    void serve_by(std::shared_ptr<server::MessageHandler> handler) {
        handler_ = std::move(handler);
        if (!handler_) is_closed_ = true;
    }

    // For the client.

    /// The next message of the server, where one has come.
    std::optional<std::string> take() {
        if (sent_.empty()) return std::nullopt;
        auto text = std::move(sent_.front());
        sent_.pop_front();
        return text;
    }
    bool has_sent() const { return !sent_.empty(); }
    /// Whether no other message comes.
    bool is_over() const { return is_closed_ && sent_.empty(); }

    void say(std::string text) {
        executor_.post([self = shared_from_this(), text = std::move(text)] {
            try {
                if (self->handler_) self->handler_->received(text, self->executor_.now());
            } catch (std::bad_alloc const&) {
                self->end();
            }
        });
    }
    /// What was not read yet is lost.
    void cut() {
        sent_.clear();
        end();
    }

    /// The server is gone.
    void lose() {
        sent_.clear();
        is_closed_ = true;
    }
    void forget_handler() { handler_.reset(); }

private:
    void end() noexcept {
        if (std::exchange(is_closed_, true)) return;
        server::until_there_is_memory([this] {
            executor_.post([self = shared_from_this()] {
                if (auto const handler = std::exchange(self->handler_, nullptr)) handler->closed();
            });
        });
    }

    server::Executor& executor_;
    std::string const address_, query_;
    std::shared_ptr<server::Identity const> const identity_;
    std::shared_ptr<server::MessageHandler> handler_;
    std::deque<std::string> sent_;
    bool is_closed_ = false;
};

class Server {
public:
    /// \param database where it keeps what it keeps, under this name; null: in files of its own
    explicit Server(World& world, Database* database = nullptr, std::string node = "one")
        : faults{&world}, world_(world), database_(database), node_(std::move(node)) {
        start();
    }
    ~Server() { end(); }
    Server(Server const&) = delete;
    Server& operator=(Server const&) = delete;

    StoreFaults faults;

    bool is_up() const { return running_ != nullptr; }

    /// The process is killed: what it has written is there.
    void kill() {
        auto left = std::make_unique<server::test::DataDirectory>(*directory_);
        end();
        directory_ = std::move(left);
    }

    void start() {
        // There is no place for the operator's socket in a path as long as this.
        auto const folder = directory_->path / std::string(100, 'x');
        std::filesystem::create_directory(folder);
        running_ = std::make_unique<Running>(*this, folder);
        ++starts_;
    }

    /// Whether nothing is on its way between its event loops. \pre it is up
    bool is_idle() const {
        return std::ranges::all_of(running_->executors, [](auto const& executor) { return executor->is_idle(); });
    }
    /// What a tick has still to finish; empty: nothing. \pre it is up
    std::string unfinished() const {
        auto& tables = database_ ? *database_->tables : *running_->players;
        auto const rows = tables.read(
            {{"SELECT 'deletion of ' || player FROM deletion WHERE due IS NOT NULL", {}},
             {"SELECT 'board ' || day || ' ' || game FROM board WHERE settled = 0 AND day <= (SELECT opened FROM "
              "board_state)",
              {}}});
        std::string text;
        for (auto const& table : rows)
            for (auto const& row : table) text += " " + row.front();
        return text;
    }

    /// Rooms in which the player has a seat. \pre it is up
    std::string seats_of(std::string const& player) const {
        auto& tables = database_ ? *database_->tables : *running_->results;
        std::string text;
        for (auto const& row : tables.read_one("SELECT room FROM seated WHERE player = $1 AND over = 0", {player}))
            text += " " + row.front();
        return text;
    }

    /// What was asked of another process than this one is never answered.
    int starts() const { return starts_; }

    /// A call of the service: where it is dropped without an answer, that is 500.
    template <class Answer>
    class Once {
    public:
        Once(Server& server, std::function<void(Answer const&)> deliver)
            : server_(server), start_(server.starts_), deliver_(std::move(deliver)) {}
        ~Once() {
            if (!is_answered_) (*this)(Answer(server::HttpReply{.status = 500}));
        }
        Once(Once const&) = delete;
        Once& operator=(Once const&) = delete;

        void operator()(Answer const& answer) {
            server::test::fail_allocation(0); // from here on it is the client
            auto const is_up = server_.running_ && !server_.is_ending_ && server_.starts_ == start_;
            is_answered_ = true;
            if (is_up) deliver_(answer);
        }

    private:
        Server& server_;
        int const start_;
        std::function<void(Answer const&)> const deliver_;
        bool is_answered_ = false;
    };

    /// Opens a WebSocket; null while nobody listens. \param query that of its address
    /// \param bearer a player's secret; empty: nobody
    /// \param opened called with the connection, or null where it was refused
    bool connect(std::string const& address, std::string const& query, std::string const& bearer,
                 std::function<void(std::shared_ptr<Connection>)> opened) {
        if (!running_) return false;
        auto* const executor = running_->executors[static_cast<std::size_t>(below(world_.random, 2))].get();
        auto const once = std::make_shared<Once<server::Identified>>(
            *this, [this, executor, address, query, opened](server::Identified const& known) {
                executor->post([this, executor, address, query, opened, known] {
                    std::shared_ptr<Connection> connection;
                    try {
                        if (known) connection = open(*executor, address, query, *known);
                    } catch (std::bad_alloc const&) {
                        // The client is closed.
                    }
                    server::test::fail_allocation(0); // from here on it is the client
                    opened(connection);
                });
            });
        executor->post([this, address, bearer, once] {
            server::HttpRequest request{.method = "GET", .target = "/ws", .address = address};
            if (!bearer.empty()) request.bearer = bearer;
            running_->service->identify(std::move(request), [once](auto const& known) { (*once)(known); });
        });
        return true;
    }

    using Reply = std::function<void(server::HttpReply const&)>;

    /// \returns false while nobody listens
    bool ask(server::HttpRequest request, Reply reply) {
        if (!running_) return false;
        auto* const executor = running_->executors.front().get();
        request.has_body = !request.body.empty();
        auto const once = std::make_shared<Once<server::HttpReply>>(*this, std::move(reply));
        executor->post([this, request = std::move(request), once]() mutable {
            auto const admitted = running_->service->admit(request);
            if (!admitted) return (*once)(admitted.error());
            running_->service->handle(std::move(request), [once](auto const& answer) { (*once)(answer); });
        });
        return true;
    }

private:
    /// What is there from a start to its end.
    struct Running {
        Running(Server& server, std::filesystem::path const& directory) : runtime(server.world_) {
            server::RuntimeScope const scope(runtime);
            auto& faults = server.faults;
            auto const before = std::exchange(faults, StoreFaults{&server.world_});
            for (auto& executor : executors) executor = std::make_unique<SimExecutor>(runtime);
            server::Config config;
            config.node = server.node_;
            config.deletions = directory;
            if (server.database_)
                config.database = "simulated";
            else
                config.data = directory;
            config.limits = server::Limits::none();
            config.bot_think = std::chrono::milliseconds(0);
            config.allow_fixed = true;
            service = server::make_app(
                config, {executors[0].get(), executors[1].get()},
                {.rooms = [&faults](auto store) { return std::make_unique<FaultyStore>(std::move(store), faults); },
                 .tables =
                     [this, &faults, count = 0](auto tables) mutable {
                         // Those of the operator, of players, and of results.
                         if (++count == 2) players = tables;
                         if (count == 3) results = tables;
                         return std::make_shared<server::Sql>(
                             std::make_unique<FaultyTables>(std::move(tables), faults));
                     },
                 .database =
                     [&server](auto const& node) {
                         return std::make_unique<DatabaseConnection>(*server.database_, node, server.faults);
                     }});
            service->recover();
            faults = before;
        }

        SimRuntime runtime;
        std::array<std::unique_ptr<SimExecutor>, 2> executors;
        std::shared_ptr<server::Sql> players, results; ///< without faults; null with a database
        std::unique_ptr<server::Service> service;
        std::vector<std::shared_ptr<Connection>> connections;
    };

    std::shared_ptr<Connection> open(SimExecutor& executor, std::string const& address, std::string const& query,
                                     std::shared_ptr<server::Identity const> const& known) {
        auto connection = std::make_shared<Connection>(executor, address, query, known);
        running_->connections.push_back(connection);
        connection->serve_by(running_->service->opened(connection));
        return connection;
    }

    void end() {
        if (!running_) return;
        server::RuntimeScope const scope(running_->runtime);
        is_ending_ = true;
        for (auto const& connection : running_->connections) connection->lose();
        running_->service.reset();
        for (auto const& connection : running_->connections) connection->forget_handler();
        for (auto const& executor : running_->executors) executor->drop_flushes();
        for (auto const& executor : running_->executors) executor->drop();
        running_.reset();
        is_ending_ = false;
    }

    World& world_;
    Database* const database_;
    std::string const node_;
    int starts_ = 0;
    bool is_ending_ = false;
    std::unique_ptr<server::test::DataDirectory> directory_ = std::make_unique<server::test::DataDirectory>();
    std::unique_ptr<Running> running_;
};

/// Those of a world, which share a database where they are several.
using Servers = std::vector<std::unique_ptr<Server>>;

} // namespace tefuda::sim
