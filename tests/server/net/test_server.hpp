// The transport with a service of a few lines behind it, at a free port.
#pragma once

#include "server/runtime/event_loops.hpp"
#include "server/net/transport.hpp"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace tefuda::test {

/// Says every text back, but for "fail", at which it throws, "bye", at which it closes with 4000, and "ask", before
/// which it has another thread send "answer".
class EchoService final : public server::Service {
public:
    server::MessageHandler* opened(std::shared_ptr<server::ClientConnection> const& client) override {
        note("opened");
        std::lock_guard const lock(mutex_);
        clients_.push_back(client);
        echoes_.push_back(std::make_unique<Echo>(*this, *client));
        changed_.notify_all();
        return echoes_.back().get();
    }

    void get(std::string_view target, std::string const&, std::function<void(server::HttpReply)> reply) override {
        server::HttpReply hello;
        hello.body = R"({"target":")" + std::string(target) + "\"}";
        if (target.starts_with("/hello")) return reply(hello);
        if (target == "/later") return std::thread([=] { reply(hello); }).detach();
        if (target == "/never") return;
        if (target == "/fail") throw std::runtime_error("a failure that a test asked for");
        hello = {};
        hello.status = 404;
        reply(hello);
    }

    void stopping(std::function<void()> done) override {
        std::lock_guard const lock(mutex_);
        for (auto const& client : clients_) client->send("closing");
        done();
    }

    /// The client that connected as the n-th (from 0); waits for it.
    std::shared_ptr<server::ClientConnection> client(std::size_t n = 0) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, patience, [&] { return clients_.size() > n; });
        return clients_.at(n);
    }

    /// Waits until there are so many of these. \returns whether there are
    bool saw(std::string const& event, std::ptrdiff_t times = 1) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience, [&] { return count(event) >= times; });
    }

    std::vector<std::string> events() {
        std::lock_guard const lock(mutex_);
        return events_;
    }

private:
    static constexpr std::chrono::seconds patience{10};

    struct Echo final : server::MessageHandler {
        Echo(EchoService& of, server::ClientConnection& with) : service(of), client(with) {}

        void received(std::span<std::string_view const> texts, TimePoint) override {
            for (auto const text : texts)
                if (!take(text)) return;
        }
        /// \returns whether it takes more
        bool take(std::string_view text) {
            service.note("received " + std::string(text.substr(0, 20)));
            if (text == "fail") throw std::runtime_error("a failure that a test asked for");
            if (text == "ask") std::thread([&] { client.send("answer"); }).join();
            client.send(text);
            if (text == "bye") client.close(4000, "bye");
            return text != "bye";
        }
        void closed() override { service.note("closed"); }

        EchoService& service;
        server::ClientConnection& client;
    };

    void note(std::string event) {
        std::lock_guard const lock(mutex_);
        events_.push_back(std::move(event));
        changed_.notify_all();
    }

    std::ptrdiff_t count(std::string const& event) const { return std::count(events_.begin(), events_.end(), event); }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> events_;
    std::vector<std::shared_ptr<server::ClientConnection>> clients_;
    std::vector<std::unique_ptr<Echo>> echoes_;
};

class TestServer {
public:
    explicit TestServer(server::TransportOptions const& options = {}, server::WebFiles files = {})
        : transport_(threads_, service, options, std::move(files)), port(transport_.listen("127.0.0.1", 0)) {
        threads_.start();
    }
    ~TestServer() { threads_.stop(); }
    TestServer(TestServer const&) = delete;
    TestServer& operator=(TestServer const&) = delete;

    void stop() { transport_.stop(); }

private:
    server::EventLoops threads_{2};

public:
    EchoService service;

private:
    server::Transport transport_;

public:
    std::uint16_t const port;
};

} // namespace tefuda::test
