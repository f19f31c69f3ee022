#include "server/match/match_chance.hpp"

#include "protocol/codec/encode.hpp"

namespace tefuda::server {

namespace {

template <class Outcome>
void record(codec::JsonText* out, std::string_view draw, Outcome const& outcome, std::optional<int> of = std::nullopt) {
    if (!out) return;
    if (!out->empty()) *out += ',';
    *out += '{';
    codec::FieldWriter fields(*out);
    fields.field(draw, outcome);
    fields.field("of", of);
    *out += '}';
}

} // namespace

void MatchChance::do_shuffle(Cards& cards) {
    auto drawn = cards;
    stream_.shuffle(drawn);
    if (replaced_ < fixed_.size()) {
        if (same_cards(fixed_[replaced_], cards)) {
            drawn = fixed_[replaced_++];
        } else {
            fixed_.resize(replaced_);
        }
    }
    cards = drawn;
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
