// The transport at a free port, with a small service.
#pragma once

#include "server/net/transport.hpp"
#include "server/runtime/event_loops.hpp"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace tefuda::test {

/// A body of a million bytes in pieces of 1000, each of one letter.
class Counting final : public server::HttpBody {
public:
    void next(Told told) override {
        if (made_ == 1000) return told("");
        auto const letter = static_cast<char>('a' + made_++ % 26);
        told(std::string(1000, letter));
    }
    std::size_t memory() const override { return 1000; }

private:
    int made_ = 0;
};

/// Sends every text back. Some texts do more: at "fail" it throws, at "bye" it closes with 4000, and at "hold" it is
/// full until `go_on`.
class EchoService final : public server::Service {
public:
    std::shared_ptr<server::MessageHandler>
    opened(std::shared_ptr<server::ClientConnection> const& connection) override {
        note("opened");
        std::lock_guard const lock(mutex_);
        clients_.push_back(connection);
        handlers_.push_back(std::make_shared<Echo>(*this, *connection));
        changed_.notify_all();
        return handlers_.back();
    }

    /// `/body` takes one of 4 KiB, everything else none; `/metrics` is for whoever runs the server.
    boost::system::result<server::Admitted, server::HttpReply> admit(server::HttpRequest& request) const override {
        server::HttpReply refused{405, "application/json", R"({"message":"no"})"};
        if (request.path() == "/body") return server::Admitted{4096};
        if (!request.reads()) return refused;
        refused.status = 400;
        if (request.has_body) return refused;
        refused.status = 403;
        if (request.path() == "/metrics" && !request.is_operator) return refused;
        return server::Admitted{};
    }

    void handle(server::HttpRequest request, std::function<void(server::HttpReply)> reply) override {
        std::string_view const target = request.target;
        server::HttpReply hello;
        hello.body = R"({"target":")" + std::string(target) + "\"}";
        if (target.starts_with("/hello") || (target == "/body" && !request.has_long_body)) return reply(hello);
        if (target == "/long") {
            hello.stream = std::make_shared<Counting>();
            return reply(hello);
        }
        if (target == "/preview") {
            hello.page = server::PagePreview{"a title", "a description", ""};
            return reply(hello);
        }
        if (target == "/later") return std::thread([=] { reply(hello); }).detach();
        if (target == "/never") return;
        if (target == "/wait") return reply({429, "application/json", "{}", std::chrono::milliseconds(1001)});
        if (target == "/fail") throw std::runtime_error("a failure that a test asked for");
        hello = {};
        hello.status = 404;
        reply(hello);
    }

    void stopping(std::function<void()> done) override {
        std::lock_guard const lock(mutex_);
        for (auto const& client : clients_) client->executor().post([client] { client->send("closing"); });
        done();
    }

    /// Sends to the n-th client, from any thread.
    void send(std::string const& text, std::size_t n = 0) {
        auto const to = client(n);
        to->executor().post([to, text] { to->send(text); });
    }
    void close(unsigned short code, std::size_t n = 0) {
        auto const to = client(n);
        to->executor().post([to, code] { to->close(code, ""); });
    }

    void go_on(std::size_t n = 0) {
        auto const of = client(n);
        std::lock_guard const lock(mutex_);
        of->executor().post([of, handler = handlers_.at(n)] {
            handler->full = false;
            of->resume_reading();
        });
    }

    /// The connection of the client that connected as the n-th (from 0); waits for it.
    std::shared_ptr<server::ClientConnection> client(std::size_t n = 0) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, patience, [&] { return clients_.size() > n; });
        return clients_.at(n);
    }

    /// Waits until an event has happened so many times. \returns false if it does not in ten seconds
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

        void received(std::string_view text, TimePoint) override {
            service.note("received " + std::string(text.substr(0, 20)));
            if (text == "fail") throw std::runtime_error("a failure that a test asked for");
            client.send(text);
            if (text == "bye") client.close(4000, "bye");
            full = text == "hold";
        }
        bool is_full() const override { return full; }
        void control_frames(int count, TimePoint) override {
            for (; count > 0; --count) service.note("control frame");
        }
        void closed() override { service.note("closed"); }

        EchoService& service;
        server::ClientConnection& client;
        bool full = false;
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
    std::vector<std::shared_ptr<Echo>> handlers_;
};

class TestServer {
public:
    explicit TestServer(server::TransportOptions const& options = {}, server::WebFiles files = {})
        : transport_(loops_, service, options, std::move(files)), port(transport_.listen("127.0.0.1", 0)) {
        loops_.start();
    }
    ~TestServer() { loops_.stop(); }
    TestServer(TestServer const&) = delete;
    TestServer& operator=(TestServer const&) = delete;

    void stop() { transport_.stop(); }

private:
    server::EventLoops loops_{2};

public:
    EchoService service;

private:
    server::Transport transport_;

public:
    std::uint16_t const port;
};

} // namespace tefuda::test
