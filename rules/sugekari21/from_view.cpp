#include "rules/sugekari21/from_view.hpp"

#include <algorithm>

namespace tefuda {

using namespace sugekari21;

namespace {

class Rebuilt {
public:
    Rebuilt(Options const& options, Seen<Sugekari21> const& seen, Chance& chance)
        : seen_(seen), view_(seen.now), table_(seen.now.table), me_(seen.seat),
          unseen_(fresh_pack(1, options.jokers && table_.game > 1 ? 2 : 0), chance) {
        state_.options = options;
        state_.seats = view_.hands.seats();
    }

    std::optional<State> state() {
        if (view_.to_act.empty()) return std::nullopt;
        set_what_is_shown();
        remove_what_is_seen();
        deal_discards();
        deal_gifts();
        for (auto const seat : seats()) state_.hands[seat] = filled(view_.hands[seat], unseen_);
        state_.stock = unseen_.take(table_.stock);
        // What is left over of a first bout: mostly the other hand.
        if (has_second_bout(state_) && table_.bout == 2)
            state_.laid_aside[me_.left(2)] = unseen_.take_hand(static_cast<int>(unseen_.left()));
        if (table_.given && exchanged(state_)) deal_plays();
        if (unseen_.failed() || unseen_.left() != 0 || !is_possible_) return std::nullopt;
        return std::move(state_);
    }

private:
    Seats seats() const { return all_seats(state_.seats); }
    bool is_among(Seats const& some, Seat seat) const {
        return std::find(some.begin(), some.end(), seat) != some.end();
    }

    void set_what_is_shown() {
        state_.phase = view_.phase;
        state_.game = table_.game;
        state_.bout = table_.bout;
        state_.leader = table_.leader;
        state_.turn = view_.phase == Phase::play ? view_.to_act.front() : table_.leader;
        state_.round = table_.round;
        state_.total = table_.total;
        state_.passes = table_.passes;
        state_.captured = table_.captured;
        state_.outs = table_.outs;
        state_.results = table_.results;
        auto const n = state_.seats;
        state_.hands = state_.played = state_.drawn = state_.laid_aside = PerSeat<Cards>(n);
        state_.discards = PerSeat<std::optional<Card>>(n);
        state_.gifts = PerSeat<std::optional<Cards>>(n);
        state_.cannot_lead = state_.laid_aside_cannot_lead = PerSeat<bool>(n, false);
        if (refills(state_)) state_.drawn[me_.left(2)] = drawn_by_the_other();
        if (table_.bout == 2) state_.first_bout = first_bout();
    }

    /// What is known of the other hand, but for the cards that it was given.
    Cards drawn_by_the_other() const {
        auto known = view_.hands[me_.left(2)].known;
        if (table_.received && *table_.received)
            for (auto const card : (*table_.given)->cards)
                if (contains(known, card)) remove(known, card);
        return known;
    }

    /// Its left neighbour led the second bout.
    Seat first_bout() const {
        for (std::size_t side = 0; side < sides; ++side)
            if (table_.outs[side] > 0) return Seat(static_cast<int>(side));
        for (auto const& view : seen_.earlier)
            if (view.table.bout == 2) return view.table.leader.left(state_.seats);
        return table_.leader.left(state_.seats);
    }

    void remove_what_is_seen() {
        for (auto const& play : table_.round) unseen_.remove(play.card);
        for (auto const& pile : table_.captured) unseen_.remove(pile);
        for (auto const& hand : view_.hands) unseen_.remove(hand.known);
        if (table_.discarded) unseen_.remove(*table_.discarded);
        if (view_.phase == Phase::give && table_.given && *table_.given) unseen_.remove((*table_.given)->cards);
    }

    /// The side that got two cards more in this game has laid as many aside.
    void deal_discards() {
        if (!state_.options.jokers || table_.game == 1) return;
        auto const own = table_.discarded && !table_.discarded->empty();
        auto const own_side = own || view_.hands[me_].known.size() > hand_size;
        auto const side = own_side ? side_of(me_) : 1 - side_of(me_);
        for (auto const seat : seats()) {
            if (side_of(seat) != side) continue;
            state_.discarding.push_back(seat);
            if (view_.phase == Phase::discard && !is_among(table_.chosen, seat)) continue;
            if (seat == me_ && own)
                state_.discards[seat] = table_.discarded->front();
            else if (auto const cards = unseen_.take(1); !cards.empty())
                state_.discards[seat] = cards.front();
        }
    }

    void deal_gifts() {
        if (state_.options.exchange == Exchange::none || view_.phase == Phase::discard) return;
        for (auto const seat : seats()) {
            if (seat == me_) {
                if (table_.given && *table_.given) state_.gifts[seat] = (*table_.given)->cards;
            } else if (view_.phase == Phase::give) {
                if (is_among(table_.chosen, seat)) state_.gifts[seat] = unseen_.take_hand(gift_size);
            } else {
                state_.gifts[seat].emplace(); // chosen from what its receiver holds when it is redealt
            }
        }
        if (table_.received && *table_.received && (*table_.received)->seat == giver_of(state_, me_))
            state_.gifts[giver_of(state_, me_)] = (*table_.received)->cards;
    }

    /// Says of each captured card who played it: of those that the seat gave it is known; the others could be
    /// anybody's.
    void deal_plays() {
        Cards captured;
        for (auto const& pile : table_.captured) captured.insert(captured.end(), pile.begin(), pile.end());
        for (auto const& play : table_.round) insert_sorted(state_.played[play.seat], play.card);
        auto const receiver = receiver_of(state_, me_);
        auto given = *state_.gifts[me_];
        for (auto const& cards : {view_.hands[receiver].known, state_.played[receiver]})
            for (auto const card : cards)
                if (contains(given, card)) remove(given, card);
        for (auto const card : given)
            if (contains(captured, card)) {
                remove(captured, card);
                insert_sorted(state_.played[receiver], card);
            }
        for (auto const seat : seats())
            while (state_.played[seat].size() + state_.hands[seat].size() < hand_size && !captured.empty())
                insert_sorted(state_.played[seat], draw_top(captured));
        if (refills(state_)) return; // who draws plays more than it was dealt
        for (auto const seat : seats())
            is_possible_ = is_possible_ && state_.played[seat].size() + state_.hands[seat].size() == hand_size;
    }

    Seen<Sugekari21> const& seen_;
    Sugekari21::View const& view_;
    Table const& table_;
    Seat me_;
    Unseen unseen_;
    bool is_possible_ = true;
    State state_;
};

} // namespace

std::optional<State> FromView<Sugekari21>::build(Options const& options, Seen<Sugekari21> const& seen, Chance& chance) {
    return Rebuilt(options, seen, chance).state();
}

} // namespace tefuda
