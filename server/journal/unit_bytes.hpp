// Changes and units as bytes: as a room writes them they go through the journal into the log, and are read from there.
#pragma once

#include "server/journal/store.hpp"

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Changes of one room, in order.
class Changes {
public:
    Changes() = default;
    Changes(std::initializer_list<Change> all) {
        for (auto const& change : all) add(change);
    }

    void add(Change const& change);
    void add(Changes const& more) { bytes_ += more.bytes_; }

    bool empty() const { return bytes_.empty(); }
    std::string_view bytes() const { return bytes_; }

private:
    std::string bytes_;
};

/// Puts a unit of these changes behind others.
void append_unit(std::string& units, std::string_view room, Changes const& changes);

/// Gives all units, in order; what is given lives as long as the bytes, but for the unit itself.
/// \returns false for what `append_unit` has not made; what comes before that was given
bool read_units(std::string_view units, std::function<void(Unit const&)> const& take);

} // namespace tefuda::server
