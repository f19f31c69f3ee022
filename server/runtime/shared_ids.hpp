// A set of names that several threads use.
#pragma once

#include "server/runtime/guarded.hpp"

#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

namespace tefuda::server {

/// Thread-safe.
class SharedIds {
public:
    explicit SharedIds(std::vector<std::string> const& ids = {}) : ids_(ids.begin(), ids.end()) {}

    bool contains(std::string const& id) const {
        return ids_.with([&](Ids const& ids) { return ids.contains(id); });
    }
    void add(std::string const& id) {
        ids_.with([&](Ids& ids) { ids.insert(id); });
    }
    void remove(std::string const& id) {
        ids_.with([&](Ids& ids) { ids.erase(id); });
    }
    void replace(std::vector<std::string> const& all) {
        ids_.with([fresh = Ids(all.begin(), all.end())](Ids& ids) mutable { ids.swap(fresh); });
    }
    std::size_t size() const {
        return ids_.with([](Ids const& ids) { return ids.size(); });
    }

private:
    using Ids = std::unordered_set<std::string>;
    Guarded<Ids> ids_;
};

} // namespace tefuda::server
