#include "server/room/effects.hpp"

#include "protocol/codec/encode.hpp"

#include <utility>

namespace tefuda::server {

void RoomMessages::ok(Effects& effects, ParticipantPtr const& to, MessageId const& id,
                      std::optional<std::int64_t> seq) const {
    if (id) effects.messages.add(to, codec::to_json(Ok{id, seq}));
}

void RoomMessages::joined(Effects& effects, Seat seat, MessageId const& re) const {
    effects.messages.add(presence_.seats[seat].client,
                         codec::to_json(Joined{re, state_.setting.code, seat, to_hex(presence_.seats[seat].token)}));
}

void RoomMessages::to_all(Effects& effects, std::string_view text) const {
    effects.messages.begin() += text;
    presence_.for_each_client([&](ParticipantPtr const& client) { effects.messages.address_to(client); });
}

void RoomMessages::chat(Effects& effects, ParticipantPtr const& from, ChatSaid const& said) const {
    effects.messages.begin() += codec::to_json(said);
    presence_.for_each_client([&](ParticipantPtr const& client) {
        if (client == from || !said.player || !client->has_blocked(*said.player)) effects.messages.address_to(client);
    });
}

void RoomMessages::extra(Effects& effects, ParticipantPtr const& from, std::string_view text) const {
    effects.messages.begin() += text;
    for (auto const& seat : presence_.seats)
        if (seat.client && seat.client != from && seat.extras) effects.messages.address_to(seat.client);
    presence_.spectators().for_each([&](Spectator const& spectator) {
        if (spectator.client != from && spectator.extras) effects.messages.address_to(spectator.client);
    });
}

void RoomMessages::update(Effects& effects, TimePoint now) const {
    auto const form_of = [&](UpdateMode mode) {
        return MatchRun::Form{.view = mode == UpdateMode::full || match_->run().seq() == 1};
    };
    for (auto const seat : all_seats(presence_.seats.seats())) {
        auto const& client = presence_.seats[seat].client;
        if (!client) continue;
        match_->append_update(effects.messages.begin(), seat, form_of(state_.seats[seat].updates), now);
        effects.messages.address_to(client);
    }
    // All spectators know the same: one text for each form.
    for (auto const mode : {UpdateMode::full, UpdateMode::events}) {
        auto written = false;
        presence_.spectators().for_each([&](Spectator const& spectator) {
            if (spectator.updates != mode) return;
            if (!std::exchange(written, true))
                match_->append_update(effects.messages.begin(), Observer::spectator(), form_of(mode), now);
            effects.messages.address_to(spectator.client);
        });
    }
}

void RoomMessages::resync(Effects& effects, Seat seat, TimePoint now) const {
    match_->append_update(effects.messages.begin(), state_.match_observer(seat), {.view = true, .resync = true}, now);
    effects.messages.address_to(presence_.seats[seat].client);
}

void RoomMessages::resync_spectator(Effects& effects, ParticipantPtr const& to, TimePoint now) const {
    match_->append_update(effects.messages.begin(), Observer::spectator(), {.view = true, .resync = true}, now);
    effects.messages.address_to(to);
}

/// More updates than these are not sent again, so that a short message never causes a very long answer.
constexpr int max_missed = 64;

void RoomMessages::missed_updates(Effects& effects, Seat seat, Resume const& message) const {
    auto const& record = match_->record();
    if (!message.since || (message.match && message.match->as_int() != record.number)) return;
    auto const since = message.since->as_int();
    auto const seq = match_->run().seq();
    if (!since || *since < 1 || *since >= seq || seq - *since > max_missed) return;

    // A match that is played again gives the same updates, so none has to be kept.
    auto const full = state_.seats[seat].updates == UpdateMode::full;
    auto const observer = state_.match_observer(seat);
    for (auto [again, next] = match_->again_from(*since); next != record.actions.end(); ++next) {
        auto const action = *next;
        again.act(action.seat, action.action);
        if (again.seq() <= *since) continue;
        again.append_update(effects.messages.begin(), observer, {.view = full});
        effects.messages.address_to(presence_.seats[seat].client);
    }
}

} // namespace tefuda::server
