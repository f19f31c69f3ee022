// The names that the operator has given to players.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

struct GivenName {
    std::string name;
    std::optional<std::string>
        until; ///< when the player may choose another one, as 2026-11-26T05:00:00Z; nothing: never
    friend bool operator==(GivenName const&, GivenName const&) = default;
};

/// Thread-safe.
class GivenNames {
public:
    /// Those that hold, by the players' ids. \returns the ids of those whose name is another one now
    std::vector<std::string> set(std::map<std::string, GivenName> names) {
        std::unique_lock const lock(mutex_);
        std::vector<std::string> changed;
        for (auto const& [id, given] : names)
            if (auto const before = names_.find(id); before == names_.end() || before->second.name != given.name)
                changed.push_back(id);
        for (auto const& [id, given] : names_)
            if (!names.contains(id)) changed.push_back(id);
        names_ = std::move(names);
        is_empty_ = names_.empty();
        if (!changed.empty()) ++version_;
        return changed;
    }
    /// Nothing where the player has the name that it has chosen.
    std::optional<GivenName> find(std::string const& id) const {
        if (is_empty_) return std::nullopt;
        std::shared_lock const lock(mutex_);
        auto const found = names_.find(id);
        return found == names_.end() ? std::nullopt : std::optional(found->second);
    }
    /// Grows whenever somebody has another name.
    std::size_t version() const { return version_; }

private:
    mutable std::shared_mutex mutex_;
    std::map<std::string, GivenName> names_;
    std::atomic<bool> is_empty_ = true; ///< most servers have none
    std::atomic<std::size_t> version_ = 0;
};

/// Of this process, as `gone_players`: whoever writes a player's name must ask here. `operate/` says which hold.
inline GivenNames& given_names() {
    static GivenNames all;
    return all;
}

} // namespace tefuda::server
