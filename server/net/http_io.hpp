// Reads what a request brings, and sends what is answered. For the .cpp files of server/net only: it includes Asio.
#pragma once

#include "server/net/io.hpp"
#include "server/net/service.hpp"
#include "server/net/stream.hpp"
#include "server/net/web_files.hpp"
#include "server/runtime/answer_once.hpp"
#include "server/runtime/executor.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <spdlog/spdlog.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tefuda::server {

/// What is answered to an HTTP request.
struct HttpAnswer {
    /// Status and fields, but for those that `write_answer` adds.
    boost::beast::http::response<boost::beast::http::empty_body> head;
    /// Null: no body and no Content-Length (304).
    std::shared_ptr<std::string const> body;
    /// Instead of `body`, if it is not null: sent in chunks, or until the end of the connection (HTTP/1.0).
    std::shared_ptr<HttpBody> stream = nullptr;
    /// The body is this connection's alone, not a file's that all connections share.
    bool owns_body = false;
};

HttpAnswer answer_of(HttpReply reply);
HttpAnswer answer_of(WebFiles::Reply const& file);

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

using HeadParser = boost::beast::http::request_parser<boost::beast::http::empty_body>;

/// Reads the body whose head the parser has read; a client that waits for it is told to go on. One of more than `most`
/// bytes is not read. \param parser is moved from \returns why it could not be read
Awaitable<error_code> read_body(Stream& stream, boost::beast::flat_buffer& buffer, HeadParser& parser,
                                HttpRequest& request, std::size_t most);

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
