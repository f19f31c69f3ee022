// Objects of others, as long as they are there.
#pragma once

#include "server/runtime/guarded.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Thread-safe. Owns none of them.
template <class Object>
class WeakList {
public:
    void add(std::shared_ptr<Object> const& object) {
        objects_.with([&](auto& it) {
            // Removes what has ended only when the vector would grow: a constant time per object on average.
            if (it.size() == it.capacity()) std::erase_if(it, [](auto const& each) { return each.expired(); });
            it.push_back(object);
        });
    }

    std::vector<std::shared_ptr<Object>> all() const {
        return objects_.with([](auto const& it) {
            std::vector<std::shared_ptr<Object>> there;
            for (auto const& each : it)
                if (auto object = each.lock()) there.push_back(std::move(object));
            return there;
        });
    }

private:
    Guarded<std::vector<std::weak_ptr<Object>>> objects_;
};

} // namespace tefuda::server
