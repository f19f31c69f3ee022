// The answer to a message that was refused.
#pragma once

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/metrics/metrics.hpp"

#include <string>
#include <utility>

namespace tefuda::server {

/// Encodes the refusal, and counts it by its error code.
inline std::string error_reply(MessageId id, Rejection refused) {
    metrics().errors[refused.code].add();
    std::optional<ErrorDetails> details;
    if (refused.retry_after_ms) details = ErrorDetails{.retry_after_ms = refused.retry_after_ms};
    if (refused.until) details = ErrorDetails{.until = Nullable<std::string>(*refused.until)};
    if (refused.room) details = ErrorDetails{.room = std::move(refused.room)};
    if (refused.name_fault) details = ErrorDetails{.reason = refused.name_fault};
    return codec::to_json(Error{std::move(id), refused.code, std::move(refused.message), details});
}

} // namespace tefuda::server
