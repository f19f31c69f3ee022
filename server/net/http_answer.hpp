// The bytes of an HTTP response.
#pragma once

#include "server/net/service.hpp"
#include "server/net/web_files.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace tefuda::server {

struct HttpAnswer {
    unsigned status = 200;
    /// Additional field lines, each with its CRLF.
    std::string fields;
    /// Null: no body and no Content-Length (304).
    std::shared_ptr<std::string const> body;
};

HttpAnswer answer_of(HttpReply reply);
HttpAnswer answer_of(WebFiles::Reply const& file);

/// A response with the JSON body {"message": …}.
/// \param message a sentence without quotes and backslashes
HttpAnswer refusal(unsigned status, std::string_view message, std::string fields = {});

/// The status line and all fields, up to and including the empty line.
/// \param keep_alive whether the connection stays open afterwards
std::string head_of(HttpAnswer const& answer, bool keep_alive);

} // namespace tefuda::server
