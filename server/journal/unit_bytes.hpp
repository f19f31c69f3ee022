// Changes and units as bytes: as a room writes them they go through the journal into the log, and are read from there.
#pragma once

#include "server/journal/store.hpp"

#include <boost/container/small_vector.hpp>

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
    void add(Changes const& more) { bytes_.insert(bytes_.end(), more.bytes_.begin(), more.bytes_.end()); }

    bool empty() const { return bytes_.empty(); }
    std::string_view bytes() const { return {bytes_.data(), bytes_.size()}; }

private:
    /// Most are an action, and most of those fit.
    boost::container::small_vector<char, 96> bytes_;
};

/// Gives all changes, in order; their texts live as long as the bytes.
/// \returns false for what `Changes` has not made; what comes before that was given
bool read_changes(std::string_view bytes, std::function<void(Change const&)> const& take);

/// Changes of one room that belong together: all of them are stored, or none.
struct Unit {
    std::string_view room;
    /// As `Changes` has them.
    std::string_view changes;
    /// As `append_unit` has put it together.
    std::string_view bytes;
};

/// Puts a unit of these changes behind others.
void append_unit(std::string& units, std::string_view room, Changes const& changes);

/// Gives all units, in order; what is given lives as long as the bytes.
/// \returns false for what `append_unit` has not made; what comes before that was given
bool read_units(std::string_view units, std::function<void(Unit const&)> const& take);

/// Puts an action behind others of its match.
void append_action(std::string& actions, ActionTaken const& taken);

/// \returns nothing for what `append_action` has not made, and where an action is no JSON object
std::optional<MatchActions> read_actions(std::string_view actions);

} // namespace tefuda::server
