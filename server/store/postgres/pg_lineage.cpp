#include "server/store/postgres/pg_lineage.hpp"

#include "server/metrics/metrics.hpp"

#include <spdlog/spdlog.h>

namespace tefuda::server {

bool PgLineage::admits(PgSelf const& self) const {
    std::lock_guard const lock(mutex_);
    return admits_now(self);
}

bool PgLineage::admits_now(PgSelf const& self) const {
    if (self.is_standby) return false;
    if (!self.identity) return true;
    auto const own = self.record.find(self.identity->system);
    if (own != self.record.end() && self.identity->timeline < own->second.timeline) return false;
    if (!known_) return true;
    if (self.identity->system != known_->system) return self.record.contains(known_->system);
    if (self.identity->timeline != known_->timeline) return self.identity->timeline > known_->timeline;
    return known_->history.empty() || self.identity->history == known_->history || self.table != table_;
}

bool PgLineage::is_ahead(PgSelf const& self, PgSelf const& other) {
    if (self.is_standby != other.is_standby) return other.is_standby;
    if (!self.identity || !other.identity) return false;
    if (self.identity->system != other.identity->system) return self.record.contains(other.identity->system);
    if (self.identity->timeline != other.identity->timeline) return self.identity->timeline > other.identity->timeline;
    return !self.identity->history.empty() && other.identity->history.empty();
}

bool PgLineage::have_parted(PgSelf const& self, PgSelf const& other) {
    if (!self.identity || !other.identity) return false;
    auto const &one = *self.identity, &two = *other.identity;
    return one.system == two.system && one.timeline == two.timeline && self.table == other.table &&
           !one.history.empty() && !two.history.empty() && one.history != two.history;
}

bool PgLineage::note(PgSelf const& self, std::string const& host) {
    auto const& identity = *self.identity;
    {
        std::lock_guard const lock(mutex_);
        if (!admits_now(self)) return false;
        table_ = self.table;
        if (known_ == identity) return true;
        known_ = identity;
    }
    spdlog::info("The database at {} is system {} on timeline {}, history {}", host, identity.system, identity.timeline,
                 identity.history.empty() ? "unknown" : identity.history);
    metrics().database.with([&](auto& it) { it = {host, identity.system, identity.timeline, identity.history}; });
    return true;
}

bool PgLineage::is_current(std::optional<PgIdentity> const& identity) const {
    std::lock_guard const lock(mutex_);
    if (!identity || !known_) return true;
    // Without a history: it was opened when there were no tables yet.
    return known_->system == identity->system && known_->timeline == identity->timeline &&
           (identity->history.empty() || known_->history == identity->history);
}

bool PgLineage::is_known() const {
    std::lock_guard const lock(mutex_);
    return known_.has_value();
}

PgLineage& lineage_of(std::string const& url) {
    static std::mutex mutex;
    static std::map<std::string, PgLineage> lineages;
    std::lock_guard const lock(mutex);
    return lineages[url];
}

} // namespace tefuda::server
