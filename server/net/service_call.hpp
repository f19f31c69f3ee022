// Waits for the service's reply. For the .cpp files of server/net only: it includes Asio.
#pragma once

#include "server/net/io.hpp"
#include "server/net/service.hpp"
#include "server/runtime/executor.hpp"

#include <functional>
#include <memory>

namespace tefuda::server {

/// One call after the other. Used on one executor.
class ServiceCall {
public:
    ServiceCall(Executor& executor, IoExecutor const& io) : executor_(executor), came_(io) {}

    using Reply = std::function<void(HttpReply)>;
    using Call = std::function<void(Reply)>;

    /// The reply may come on any thread; only the first one counts. Where the service fails, or drops the call without
    /// an answer, it is 500.
    /// \param call calls a function of the service
    /// \param owner of this object, kept alive until the reply has come
    Awaitable<HttpReply> ask(Call call, std::shared_ptr<void> owner);
    /// Waits no longer: the reply is 500.
    void cancel() { came_.cancel(); }

private:
    Executor& executor_;
    HttpReply reply_;
    /// Cancelled when the reply has come.
    SteadyTimer came_;
};

} // namespace tefuda::server
