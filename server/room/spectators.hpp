// Who watches a room.
#pragma once

#include "protocol/client_message.hpp"
#include "server/room/participant.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tefuda::server {

struct Spectator {
    ParticipantPtr client;
    std::string name;
    std::string skeleton; ///< of the name (names.hpp)
    UpdateMode updates;
    bool extras;
};

/// In the order in which they came. Each change costs the same however many there are, and so does taking it back. Not
/// thread-safe.
class Spectators {
public:
    /// \pre the client is not among them
    void add(Spectator spectator);
    void remove(ParticipantPtr const& client);
    /// Null where it does not watch.
    Spectator const* find(ParticipantPtr const& client) const;

    /// Whether one of them has a name with this skeleton.
    bool has_name(std::string const& skeleton) const;
    /// A number that nobody with such a name has got, nor any lower one down to 2; mostly the first such number.
    int next_number(std::string const& skeleton) const;
    /// Somebody whose name has this skeleton has got a number.
    void raise_number(std::string const& skeleton, int number);

    std::size_t size() const { return all_.size(); }
    bool empty() const { return all_.empty(); }
    template <class Each>
    void for_each(Each const& each) const {
        for (auto const& [place, spectator] : all_) each(spectator);
    }

    /// What has changed stays: a new transaction begins.
    void commit() { std::vector<Undo>().swap(undo_); }
    /// As at the beginning of the transaction.
    void roll_back();

private:
    /// Of the one at this place: comes back, or goes where there is none.
    struct Undo {
        std::uint64_t place;
        std::optional<Spectator> spectator;
    };

    /// Those whose names have the same skeleton.
    struct Namesakes {
        std::size_t count = 0;
        int next_number = 2;
    };

    void count_name(std::string const& skeleton);
    void discount_name(std::string const& skeleton);

    std::map<std::uint64_t, Spectator> all_;
    /// Some may have none left: their number is kept, so that the search for the next one never begins anew.
    std::unordered_map<std::string, Namesakes> names_;
    std::unordered_map<Participant const*, std::uint64_t> places_;
    std::uint64_t next_place_ = 0;
    std::vector<Undo> undo_;
};

} // namespace tefuda::server
