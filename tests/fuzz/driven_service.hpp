// The whole server but for its sockets and threads: a test feeds it messages, one after the other, and sees each answer
// before the next.
#pragma once

#include "server/app.hpp"

#include <nlohmann/json.hpp>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace tefuda::fuzz {

using Json = nlohmann::json;

/// Runs what is posted to it when it is told to, on the thread that made it. Time stands still.
class DrivenExecutor final : public server::Executor {
public:
    void post(Task task) override {
        std::lock_guard const lock(mutex_);
        tasks_.push_back(std::move(task));
        posted_.notify_all();
    }
    bool here() const override { return running_ && std::this_thread::get_id() == owner_; }
    TimePoint now() const override { return TimePoint(std::chrono::hours(1)); }
    std::unique_ptr<server::Timer> schedule(TimePoint, Task) override { return std::make_unique<server::Timer>(); }

    /// Until nothing is left to do.
    void run() {
        while (auto const task = take()) (*task)();
    }

    /// Waits until something was posted from another thread. \returns whether it was, in a few seconds
    bool wait() {
        std::unique_lock lock(mutex_);
        return posted_.wait_for(lock, std::chrono::seconds(5), [this] { return !tasks_.empty(); });
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
    std::condition_variable posted_;
    std::deque<Task> tasks_;
    bool running_ = false;
};

/// A connection that remembers what its client would: the newest room, token, decision and templates.
class DrivenClient final : public server::ClientConnection {
public:
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
    std::string const& address() const override { return from; }

    std::string const from = "127.0.0.1";
    std::vector<Json> got;
    std::optional<std::string> room;
    std::string token = "none";
    Json update;
    bool closed = false;
};

class DrivenService {
public:
    explicit DrivenService(server::Config const& config, std::size_t clients)
        : service_(server::make_app(config, {&executor_})) {
        service_->recover();
        for (std::size_t i = 0; i < clients; ++i) {
            this->clients.push_back(std::make_shared<DrivenClient>());
            receivers_.push_back(service_->opened(this->clients.back()));
        }
        executor_.run();
    }

    /// Delivers a message and all that comes of it at once.
    void say(std::size_t client, std::string_view text) {
        receivers_[client]->received({&text, 1}, executor_.now());
        executor_.run();
    }

    /// As `say`, where the journal's thread has a hand in it: waits for so many messages to that client.
    void say_and_wait(std::size_t client, std::string_view text, std::size_t answers) {
        auto const before = clients[client]->got.size();
        say(client, text);
        while (clients[client]->got.size() < before + answers) {
            if (!executor_.wait()) throw std::logic_error("waited in vain for an answer to " + std::string(text));
            executor_.run();
        }
    }

    void get(std::string_view target, std::function<void(server::HttpReply)> reply) {
        service_->get(target, "127.0.0.1", std::move(reply));
        executor_.run();
    }

    /// The connection is lost, and another one made in its place, by a client that knows nothing.
    void connect_anew(std::size_t client) {
        receivers_[client]->closed();
        executor_.run();
        clients[client] = std::make_shared<DrivenClient>();
        receivers_[client] = service_->opened(clients[client]);
        executor_.run();
    }

    /// As `connect_anew`, by the same client.
    void reconnect(std::size_t client) {
        auto const before = clients[client];
        connect_anew(client);
        clients[client]->room = before->room;
        clients[client]->token = before->token;
    }

    std::vector<std::shared_ptr<DrivenClient>> clients;

private:
    DrivenExecutor executor_;
    std::unique_ptr<server::Service> service_;
    std::vector<server::MessageHandler*> receivers_;
};

} // namespace tefuda::fuzz
