#include "server/metrics/limit_log.hpp"

#include "server/metrics/logging.hpp"

namespace tefuda::server {

namespace {

bool addresses_may_be_logged = true;

LimitLog& limit_log() {
    static LimitLog log;
    return log;
}

} // namespace

bool LimitLog::take(Limit limit, std::string_view address, TimePoint now) {
    std::lock_guard const lock(mutex_);
    if (now - begun_ >= period) {
        begun_ = now;
        std::erase_if(logged_, [&](auto const& line) { return now - line.second >= period; });
    }
    std::string key(WireName<Limit>::of(limit));
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

void note_limit(Limit limit, std::string_view address) {
    metrics().limits_hit[limit].add();
    address = logged_address(address);
    if (!limit_log().take(limit, address, std::chrono::steady_clock::now())) return;
    log_event("A client reached a limit", {{"limit", WireName<Limit>::of(limit)}, {"address", address}});
}

std::string_view logged_address(std::string_view address) {
    return addresses_may_be_logged ? address : std::string_view();
}

void set_address_logging(bool allowed) {
    addresses_may_be_logged = allowed;
}

} // namespace tefuda::server
