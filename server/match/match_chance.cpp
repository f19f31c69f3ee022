#include "server/match/match_chance.hpp"

#include "protocol/codec/encode.hpp"

namespace tefuda::server {

namespace {

/// Appends one outcome in the replay's format, unless `record` is null.
/// \param of for a pick: the number of possibilities
template <class Outcome>
void append(ChanceRecord* record, std::string_view kind, Outcome const& outcome, std::optional<int> of = std::nullopt) {
    if (!record) return;
    auto& out = record->chance;
    if (!out.empty()) out += ',';
    out += '{';
    codec::FieldWriter fields(out);
    fields.field(kind, outcome);
    fields.field("of", of);
    out += '}';
}

} // namespace

void MatchChance::do_shuffle(Cards& cards) {
    auto shuffled = cards;
    // Always, so that later outcomes do not depend on fixed shuffles.
    stream_.shuffle(shuffled);
    if (replaced_ < fixed_.size()) {
        if (same_cards(fixed_[replaced_], cards)) {
            shuffled = fixed_[replaced_++];
        } else {
            fixed_.resize(replaced_);
        }
    }
    // The harness fails for an engine that shuffles cards in an order that is not certain.
    if (record_) record_->shuffled.push_back(record_->log.add(cards, shuffled).value_or(Shuffled{}));
    cards = shuffled;
    append(record_, "shuffle", cards);
}

Seats MatchChance::do_order(int n) {
    auto const seats = stream_.order(n);
    append(record_, "order", seats);
    return seats;
}

int MatchChance::do_pick(int n) {
    auto const number = stream_.pick(n);
    append(record_, "pick", number, n);
    return number;
}

void MatchChance::do_shuffle_places(Places& places) {
    for (auto last = places.size() - 1; last >= 1; --last) std::swap(places[last], places[stream_.uniform(last + 1)]);
    if (record_) record_->shuffled.push_back(record_->log.add_places(static_cast<int>(places.size())));
    append(record_, "shuffle", places);
}

} // namespace tefuda::server
