// Waits for the service's answer. For the .cpp files of server/net only: it includes Asio.
#pragma once

#include "server/net/io.hpp"
#include "server/net/service.hpp"
#include "server/runtime/answer_once.hpp"
#include "server/runtime/executor.hpp"

#include <spdlog/spdlog.h>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace tefuda::server {

/// One call after the other. Used on one executor.
class ServiceCall {
public:
    ServiceCall(Executor& executor, IoExecutor const& io) : executor_(executor), came_(io) {}

    /// Calls a function of the service.
    template <class Answer>
    using Call = std::function<void(std::function<void(Answer)>)>;

    /// The answer may come on any thread; only the first one counts. Where the service fails, or drops the call without
    /// an answer, it is 500. \tparam Answer can be made from an HttpReply
    /// \param owner of this object, kept alive until the answer has come
    template <class Answer>
    Awaitable<Answer> ask(Call<Answer> call, std::shared_ptr<void> owner) {
        auto const came = std::make_shared<std::optional<Answer>>();
        came_.expires_at(SteadyTimer::time_point::max());
        auto deliver = [this, came, owner = std::move(owner)](Answer answer) {
            *came = std::move(answer);
            came_.cancel();
        };
        auto once = std::make_shared<AnswerOnce<Answer>>(executor_, std::move(deliver), HttpReply{.status = 500});
        try {
            call([once](Answer answer) { once->answer(std::move(answer)); });
        } catch (std::exception const& problem) {
            spdlog::error("An HTTP request failed: {}", problem.what());
        }
        once.reset();
        error_code ignored;
        co_await came_.async_wait(into(ignored));
        if (!*came) co_return HttpReply{.status = 500};
        co_return std::move(**came);
    }
    /// Waits no longer: the answer is 500.
    void cancel() { came_.cancel(); }

private:
    Executor& executor_;
    /// Cancelled when the answer has come.
    SteadyTimer came_;
};

} // namespace tefuda::server
