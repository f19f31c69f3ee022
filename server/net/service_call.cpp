#include "server/net/service_call.hpp"

#include "server/runtime/until_there_is_memory.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <exception>
#include <functional>
#include <utility>

namespace tefuda::server {

namespace {

/// Delivers a reply on an executor. The reply may come from any thread; only the first one counts, and if none comes,
/// 500 does.
class ReplyOnce {
public:
    ReplyOnce(Executor& executor, std::function<void(HttpReply)> deliver)
        : executor_(executor), deliver_(std::move(deliver)) {}
    ReplyOnce(ReplyOnce const&) = delete;
    ReplyOnce& operator=(ReplyOnce const&) = delete;
    ~ReplyOnce() {
        try {
            reply({.status = 500});
        } catch (std::exception const&) {
            // The connection's deadline ends it.
        }
    }

    void reply(HttpReply reply) {
        if (replied_.exchange(true)) return;
        // The connection waits for it.
        auto const held = until_there_is_memory([&] { return std::make_shared<HttpReply>(std::move(reply)); });
        until_there_is_memory([&] { executor_.post([deliver = deliver_, held] { deliver(std::move(*held)); }); });
    }

private:
    Executor& executor_;
    std::function<void(HttpReply)> const deliver_;
    std::atomic<bool> replied_ = false;
};

} // namespace

Awaitable<HttpReply> ServiceCall::ask(Call call, std::shared_ptr<void> owner) {
    reply_ = {};
    reply_.status = 500;
    came_.expires_at(SteadyTimer::time_point::max());
    auto once = std::make_shared<ReplyOnce>(executor_, [this, owner = std::move(owner)](HttpReply reply) {
        reply_ = std::move(reply);
        came_.cancel();
    });
    try {
        call([once](HttpReply reply) { once->reply(std::move(reply)); });
    } catch (std::exception const& problem) {
        spdlog::error("An HTTP request failed: {}", problem.what());
    }
    once.reset();
    error_code ignored;
    co_await came_.async_wait(into(ignored));
    co_return std::exchange(reply_, {});
}

} // namespace tefuda::server
