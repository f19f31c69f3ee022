// The parts of an update that an engine gives, as JSON text; and a client's options. Slow to compile: include it from
// .cpp files only.
#pragma once

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace tefuda::codec {

/// Appends the list of events as the observer may see them.
template <Engine E>
void append_events(JsonText& out, std::vector<typename E::Event> const& events, Observer observer) {
    out += '[';
    for (auto const& event : events) {
        if (out.back() != '[') out += ',';
        encode(out, E::event_for(event, observer));
    }
    out += ']';
}

/// Appends the observer's view, a JSON object.
/// \param replay_path the path of the replay, for a match that is over; without it the field `replay` is left out
template <Engine E>
void append_view(JsonText& out, typename E::State const& state, Observer observer,
                 std::optional<std::string_view> replay_path) {
    auto const view = E::view(state, observer);
    out += '{';
    FieldWriter fields(out);
    fields.field("game", E::id);
    fields.field("seat", Nullable<Seat>(observer.seat()));
    fields.members(view);
    if (view.result) fields.field("replay", replay_path);
    out += '}';
}

/// Why the game can't be played with so many seats, if it can't.
template <Engine E>
std::optional<Illegal> refused_seats(int seats) {
    auto const counts = E::seat_counts();
    if (std::find(counts.values.begin(), counts.values.end(), seats) != counts.values.end()) return std::nullopt;
    std::string listed;
    for (auto const number : counts.values) listed += (listed.empty() ? "" : ", ") + std::to_string(number);
    return Illegal{std::string(E::name.en) + " can be played with these numbers of seats: " + listed + "."};
}

/// Completes a client's options with the defaults.
/// \param text the text of a JSON object
/// \returns what is wrong with the options or with the number of seats, if something is
template <Engine E>
std::variant<typename E::Options, Illegal> settled_options(std::string_view text, int seats) {
    if (auto refused = refused_seats<E>(seats)) return *refused;
    Decoder decoder;
    auto const options = decoder.read_options<typename E::Options>(text);
    if (!options) return Illegal{"The options can't be read: " + decoder.problem() + "."};
    return E::settle(*options, seats);
}

/// Reads an action from JSON.
template <Engine E>
std::variant<typename E::Action, Illegal> read_action(JsonValue json) {
    Decoder decoder;
    auto action = decoder.read<typename E::Action>(json);
    if (!action) return Illegal{"The action can't be read: " + decoder.problem() + "."};
    return std::move(*action);
}

} // namespace tefuda::codec
