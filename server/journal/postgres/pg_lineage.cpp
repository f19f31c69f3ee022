#include "server/journal/postgres/pg_lineage.hpp"

#include "server/metrics/database_info.hpp"

#include <spdlog/spdlog.h>

namespace tefuda::server {

bool PgLineage::admits(PgSelf const& self) const {
    if (self.is_standby) return false;
    if (!self.identity) return true;
    auto const own = self.record.find(self.identity->system);
    if (own != self.record.end() && self.identity->timeline < own->second) return false;
    std::lock_guard const lock(mutex_);
    if (!known_) return true;
    if (self.identity->system == known_->system) return self.identity->timeline >= known_->timeline;
    return self.record.contains(known_->system);
}

bool PgLineage::is_ahead(PgSelf const& self, PgSelf const& other) {
    if (self.is_standby != other.is_standby) return other.is_standby;
    if (!self.identity || !other.identity) return false;
    if (self.identity->system == other.identity->system) return self.identity->timeline > other.identity->timeline;
    return self.record.contains(other.identity->system);
}

void PgLineage::note(PgIdentity const& identity, std::string const& host) {
    {
        std::lock_guard const lock(mutex_);
        if (known_ == identity) return;
        known_ = identity;
    }
    spdlog::info("The database at {} is system {} on timeline {}", host, identity.system, identity.timeline);
    set_database_info({host, identity.system, identity.timeline});
}

bool PgLineage::is_current(std::optional<PgIdentity> const& identity) const {
    std::lock_guard const lock(mutex_);
    return !identity || !known_ || *known_ == *identity;
}

bool PgLineage::is_known() const {
    std::lock_guard const lock(mutex_);
    return known_.has_value();
}

} // namespace tefuda::server
