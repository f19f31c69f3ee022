#include "server/metrics/limit_log.hpp"

#include "server/metrics/logging.hpp"
#include "server/runtime/clock.hpp"

#include <spdlog/spdlog.h>

namespace tefuda::server {

namespace {

bool addresses_may_be_logged = true;

LimitLog& limit_log() {
    static LimitLog log;
    return log;
}

} // namespace

bool LimitLog::take(std::string_view subject, std::string_view address, TimePoint now) {
    std::lock_guard const lock(mutex_);
    if (now - begun_ >= period) {
        begun_ = now;
        std::erase_if(logged_, [&](auto const& line) { return now - line.second >= period; });
    }
    std::string key(subject);
    key.append(" ").append(address);
    auto const found = logged_.find(key);
    if (found != logged_.end()) {
        if (now - found->second < period) return false;
        found->second = now;
        return true;
    }
    if (logged_.size() >= max_lines) return false;
    logged_.emplace(std::move(key), now);
    return true;
}

void count_limit(Limit limit, std::string_view address) {
    metrics().limits_hit[limit].add();
    address = logged_address(address);
    if (!limit_log().take(WireName<Limit>::of(limit), address, steady_now())) return;
    log_event("A client reached a limit", {{"limit", WireName<Limit>::of(limit)}, {"address", address}});
}

void count_refused(RefusedFor reason, std::string_view seen) {
    metrics().requests_refused[reason].add();
    if (!limit_log().take(WireName<RefusedFor>::of(reason), {}, steady_now())) return;
    switch (reason) {
    case RefusedFor::host:
        return spdlog::warn("A request was refused: it names the host {}, which --allowed-hosts does not.",
                            quoted(seen));
    case RefusedFor::origin:
        return spdlog::warn("A page was refused: its origin {} is neither the server's own nor one of "
                            "--allowed-origins. A proxy in front has to pass on Host, or X-Forwarded-Host with "
                            "--trust-forwarded.",
                            quoted(seen));
    case RefusedFor::banned:
        return spdlog::warn("Somebody whom a ban keeps out was refused. \"admin sanctions\" lists the bans.");
    }
}

void count_forwarded_ignored(ForwardedIgnored reason, std::string_view seen) {
    metrics().forwarded_ignored[reason].add();
    if (!limit_log().take(WireName<ForwardedIgnored>::of(reason), {}, steady_now())) return;
    if (reason == ForwardedIgnored::untrusted)
        return spdlog::warn("A proxy sends X-Forwarded-For, but --trust-forwarded is off: all its clients count as one "
                            "address.");
    spdlog::warn("X-Forwarded-For can't be read{}{}: its client counts as the proxy.",
                 addresses_may_be_logged ? ": " : "", addresses_may_be_logged ? quoted(seen) : std::string());
}

std::string_view logged_address(std::string_view address) {
    return addresses_may_be_logged ? address : std::string_view();
}

void set_address_logging(bool allowed) {
    addresses_may_be_logged = allowed;
}

} // namespace tefuda::server
