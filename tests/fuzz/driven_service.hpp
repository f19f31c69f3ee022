// The whole server without sockets and event loops: a test sends messages one after the other, and gets all answers to
// a message before it sends the next one. Everything runs on the test's thread, except the journal and the bots.
#pragma once

#include "server/app.hpp"
#include "tests/server/support/get.hpp"

#include <nlohmann/json.hpp>

#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace tefuda::fuzz {

using Json = nlohmann::json;

/// Runs the posted tasks only in `run`, on the thread that constructed it. Its time stands still and timers never fire.
class DrivenExecutor final : public server::Executor {
public:
    void post(Task task) override {
        std::lock_guard const lock(mutex_);
        tasks_.push_back(std::move(task));
    }
    bool here() const override { return running_ && std::this_thread::get_id() == owner_; }
    TimePoint now() const override { return TimePoint(std::chrono::hours(1)); }
    std::unique_ptr<server::Timer> schedule(TimePoint, Task) override { return std::make_unique<server::Timer>(); }

    /// Runs tasks until none are left.
    void run() {
        while (auto task = take()) (*task)();
    }

private:
    std::optional<Task> take() {
        std::lock_guard const lock(mutex_);
        running_ = !tasks_.empty();
        if (!running_) return std::nullopt;
        auto task = std::move(tasks_.front());
        tasks_.pop_front();
        return task;
    }

    std::thread::id const owner_ = std::this_thread::get_id();
    std::mutex mutex_;
    std::deque<Task> tasks_;
    bool running_ = false;
};

/// A connection that keeps all messages from the server, and the latest room, token and update.
class DrivenClient final : public server::ClientConnection {
public:
    explicit DrivenClient(server::Executor& executor) : executor_(executor) {}

    server::Executor& executor() const override { return executor_; }
    void send(std::string_view text) override {
        auto message = Json::parse(text);
        if (message.contains("room") && message["room"].is_string()) room = message["room"].get<std::string>();
        if (message.contains("token")) token = message["token"];
        if (message["type"] == "update") update = message;
        if (message["type"] == "error" && message["message"].get<std::string>().empty())
            throw std::logic_error("an error without a sentence: " + std::string(text));
        got.push_back(std::move(message));
    }
    void close(unsigned short, std::string_view) override { closed = true; }
    void abort() noexcept override { closed = true; }
    std::string const& address() const override { return from; }

    std::string const from = "127.0.0.1";
    std::vector<Json> got;
    std::optional<std::string> room;
    std::string token = "none";
    Json update;
    bool closed = false;

private:
    server::Executor& executor_;
};

class DrivenService {
public:
    explicit DrivenService(server::Config const& config, std::size_t count)
        : service_(server::make_app(config, {&executor_})) {
        service_->recover();
        clients.resize(count);
        handlers_.resize(count);
        for (std::size_t i = 0; i < count; ++i) open(i);
    }

    /// Sends a message to the server and runs all tasks that follow from it.
    void say(std::size_t client, std::string_view text) {
        on_executor([&] { handlers_[client]->received(text, executor_.now()); });
    }

    void get(std::string_view target, std::function<void(server::HttpReply)> reply) {
        server::test::get(*service_, target, std::move(reply));
        executor_.run();
    }

    /// Replaces a client by a new one, with a new connection and nothing remembered.
    void connect_anew(std::size_t client) {
        on_executor([&] { handlers_[client]->closed(); });
        open(client);
    }

    /// As `connect_anew`, but the client remembers its room and token.
    void reconnect(std::size_t client) {
        auto const before = clients[client];
        connect_anew(client);
        clients[client]->room = before->room;
        clients[client]->token = before->token;
    }

    std::vector<std::shared_ptr<DrivenClient>> clients;

private:
    void open(std::size_t client) {
        clients[client] = std::make_shared<DrivenClient>(executor_);
        on_executor([&] { handlers_[client] = service_->opened(clients[client]); });
    }

    /// Runs the task on the executor, then all tasks that follow from it.
    void on_executor(std::function<void()> const& task) {
        executor_.post(task);
        executor_.run();
    }

    DrivenExecutor executor_;
    std::unique_ptr<server::Service> service_;
    std::vector<std::shared_ptr<server::MessageHandler>> handlers_;
};

} // namespace tefuda::fuzz
