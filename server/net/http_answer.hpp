// The bytes of an HTTP answer.
#pragma once

#include "server/net/service.hpp"
#include "server/net/web_files.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace tefuda::server {

struct HttpAnswer {
    unsigned status = 200;
    /// Lines of this answer alone, each with its CRLF.
    std::string fields;
    /// Null: none, and nothing said of its length (304).
    std::shared_ptr<std::string const> body;
};

HttpAnswer answer_of(HttpReply reply);
HttpAnswer answer_of(WebFiles::Reply const& file);

/// With a JSON body {"message": …}; `message` is a sentence without quotes and backslashes.
HttpAnswer refusal(unsigned status, std::string_view message, std::string fields = {});

/// Status line and fields up to the empty line.
/// \param keep_alive whether the connection stays open after it
std::string head_of(HttpAnswer const& answer, bool keep_alive);

} // namespace tefuda::server
