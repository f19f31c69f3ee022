#include "server/match/match_chance.hpp"

#include "protocol/codec/encode.hpp"

namespace tefuda::server {

namespace {

/// Appends one outcome in the replay's format, unless `out` is null.
/// \param of for a pick: the number of possibilities
template <class Outcome>
void record(codec::JsonText* out, std::string_view kind, Outcome const& outcome, std::optional<int> of = std::nullopt) {
    if (!out) return;
    if (!out->empty()) *out += ',';
    *out += '{';
    codec::FieldWriter fields(*out);
    fields.field(kind, outcome);
    fields.field("of", of);
    *out += '}';
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
    cards = shuffled;
    record(record_, "shuffle", cards);
}

Seats MatchChance::do_order(int n) {
    auto const seats = stream_.order(n);
    record(record_, "order", seats);
    return seats;
}

int MatchChance::do_pick(int n) {
    auto const number = stream_.pick(n);
    record(record_, "pick", number, n);
    return number;
}

} // namespace tefuda::server
