// Sends an answer. For the .cpp files of server/net only: it includes Asio.
#pragma once

#include "server/net/http_answer.hpp"
#include "server/net/service_call.hpp"
#include "server/net/stream.hpp"

#include <cstddef>
#include <functional>
#include <memory>

namespace tefuda::server {

/// How an answer is sent.
struct AnswerForm {
    /// Whether the connection stays open afterwards.
    bool keep_alive = false;
    /// Not for HEAD.
    bool with_body = true;
    /// Whether a stream is sent in chunks: HTTP/1.0 has none.
    bool chunked = true;
};

/// Sends all of it.
/// \param call makes the pieces of a stream; `owner` keeps it alive
/// \param charge called with the number of bytes of this connection that wait, each time when the client has taken
/// some; at the end with 0
Awaitable<error_code> write_answer(Stream& stream, HttpAnswer answer, AnswerForm form, ServiceCall& call,
                                   std::shared_ptr<void> owner, std::function<void(std::size_t)> charge);

} // namespace tefuda::server
