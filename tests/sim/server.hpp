// One server of a world: the whole of it above Asio, with connections that are queues.
#pragma once

#include "server/app.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/sim/faulty_store.hpp"
#include "tests/sim/world.hpp"

#include <array>

namespace tefuda::sim {

/// A WebSocket between a client and a server. Both sides see it closed at their own time.
class Connection final : public server::ClientConnection, public std::enable_shared_from_this<Connection> {
public:
    Connection(server::Executor& executor, std::string address, std::shared_ptr<server::Identity const> identity)
        : executor_(executor), address_(std::move(address)), identity_(std::move(identity)) {}

    // For the server.

    server::Executor& executor() const override { return executor_; }
    void send(std::string_view text) override {
        if (!is_closed_) sent_.emplace_back(text);
    }
    void close(unsigned short, std::string_view) override { end(); }
    void abort() noexcept override { end(); }
    std::string const& address() const override { return address_; }
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
            if (self->handler_) self->handler_->received(text, self->executor_.now());
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
        executor_.post([self = shared_from_this()] {
            if (auto const handler = std::exchange(self->handler_, nullptr)) handler->closed();
        });
    }

    server::Executor& executor_;
    std::string const address_;
    std::shared_ptr<server::Identity const> const identity_;
    std::shared_ptr<server::MessageHandler> handler_;
    std::deque<std::string> sent_;
    bool is_closed_ = false;
};

class Server {
public:
    explicit Server(World& world) : faults{&world}, world_(world) { start(); }
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
        running_ = std::make_unique<Running>(world_, folder, faults);
        ++starts_;
    }

    /// What was asked of another process than this one is never answered.
    int starts() const { return starts_; }
    /// The machine's clock jumps.
    void skew(SteadyTime::duration by) { running_->runtime.skew += by; }

    /// Opens a WebSocket; null while nobody listens. \param bearer a player's secret; empty: nobody
    /// \param opened called with the connection, or null where it was refused
    bool connect(std::string const& address, std::string const& bearer,
                 std::function<void(std::shared_ptr<Connection>)> opened) {
        if (!running_) return false;
        auto* const executor = running_->executors[static_cast<std::size_t>(below(world_.random, 2))].get();
        auto const reply = [this, executor, address, opened](server::Identified const& known) {
            executor->post([this, executor, address, opened, known] {
                if (!known) return opened(nullptr);
                auto const connection = std::make_shared<Connection>(*executor, address, *known);
                running_->connections.push_back(connection);
                connection->serve_by(running_->service->opened(connection));
                opened(connection);
            });
        };
        executor->post([this, address, bearer, reply] {
            server::HttpRequest request{.method = "GET", .target = "/ws", .address = address};
            if (!bearer.empty()) request.bearer = bearer;
            running_->service->identify(std::move(request), reply);
        });
        return true;
    }

    using Reply = std::function<void(server::HttpReply const&)>;

    /// \returns false while nobody listens
    bool ask(server::HttpRequest request, Reply reply) {
        if (!running_) return false;
        auto* const executor = running_->executors.front().get();
        request.has_body = !request.body.empty();
        executor->post([this, request = std::move(request), reply = std::move(reply)]() mutable {
            auto const admitted = running_->service->admit(request);
            admitted ? running_->service->handle(std::move(request), reply) : reply(admitted.error());
        });
        return true;
    }

private:
    /// What is there from a start to its end.
    struct Running {
        Running(World& world, std::filesystem::path const& directory, StoreFaults& faults) : runtime(world) {
            server::RuntimeScope const scope(runtime);
            auto const before = std::exchange(faults, StoreFaults{&world});
            for (auto& executor : executors) executor = std::make_unique<SimExecutor>(runtime);
            server::Config config;
            config.data = directory;
            config.limits = server::Limits::none();
            config.bot_think = std::chrono::milliseconds(0);
            config.allow_fixed = true;
            service = server::make_app(
                config, {executors[0].get(), executors[1].get()},
                {.rooms = [&faults](auto store) { return std::make_unique<FaultyStore>(std::move(store), faults); },
                 .tables =
                     [&faults](auto tables) {
                         return std::make_shared<server::Sql>(
                             std::make_unique<FaultyTables>(std::move(tables), faults));
                     }});
            service->recover();
            faults = before;
        }

        SimRuntime runtime;
        std::array<std::unique_ptr<SimExecutor>, 2> executors;
        std::unique_ptr<server::Service> service;
        std::vector<std::shared_ptr<Connection>> connections;
    };

    void end() {
        if (!running_) return;
        server::RuntimeScope const scope(running_->runtime);
        for (auto const& connection : running_->connections) connection->lose();
        running_->service.reset();
        for (auto const& connection : running_->connections) connection->forget_handler();
        for (auto const& executor : running_->executors) executor->flush_scheduler().clear();
        for (auto const& executor : running_->executors) executor->drop();
        running_.reset();
    }

    World& world_;
    int starts_ = 0;
    std::unique_ptr<server::test::DataDirectory> directory_ = std::make_unique<server::test::DataDirectory>();
    std::unique_ptr<Running> running_;
};

} // namespace tefuda::sim
