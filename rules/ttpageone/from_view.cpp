#include "rules/ttpageone/from_view.hpp"

#include <algorithm>

namespace tefuda {

using namespace ttpageone;

namespace {

class Rebuilt {
public:
    Rebuilt(Options const& options, Seen<TtPageOne> const& seen, Chance& chance)
        : seen_(seen), view_(seen.now), table_(seen.now.table), me_(seen.seat),
          unseen_(fresh_pack(1, table_.tables.empty() ? 1 : 2), chance) {
        state_.options = options;
        state_.seats = view_.hands.seats();
        if (state_.seats == 3) state_.picked_starter = Seat(chance.pick(3));
    }

    std::optional<State> state() {
        if (view_.to_act.empty() || (table_.tables.size() != 2 && !table_.tables.empty())) return std::nullopt;
        set_what_is_shown();
        for (auto const& top : table_.tables) unseen_.remove(top.top);
        for (auto const& hand : view_.hands) unseen_.remove(hand.known);
        deal_piles();
        deal_hands();
        state_.stock = unseen_.take(static_cast<int>(unseen_.left()));
        if (static_cast<int>(state_.stock.size()) != table_.stock || unseen_.failed()) return std::nullopt;
        return std::move(state_);
    }

private:
    Seats seats() const { return all_seats(state_.seats); }

    void set_what_is_shown() {
        state_.game = table_.game;
        state_.phase = view_.phase;
        state_.priority = table_.priority;
        state_.privileges = table_.privileges;
        state_.pass_used = table_.pass_used;
        state_.direction = table_.direction;
        state_.turn = table_.turn;
        state_.drawn = table_.drawn;
        state_.results = table_.results;
        state_.hands = PerSeat<Cards>(state_.seats);
        state_.given_up = PerSeat<std::optional<int>>(state_.seats);
        for (auto const seat : seats()) {
            state_.scores.push_back(view_.scores[seat].value_or(Points()));
            state_.last_one.push_back(table_.last_one[seat]);
        }
        for (auto const seat : table_.out) state_.given_up[seat] = cards_given_up(seat);
        state_.hide_used = hide_used();
    }

    /// What the seat held when it was last seen in this game; else what is dealt to six.
    int cards_given_up(Seat seat) const {
        auto cards = 5;
        for (auto const& view : seen_.earlier) {
            auto const& hand = view.hands[seat];
            auto const held = static_cast<int>(hand.known.size()) + hand.hidden;
            if (view.table.game == table_.game && held > 0) cards = held;
        }
        return cards;
    }

    /// Only its templates tell.
    bool hide_used() const {
        if (!table_.privileges.secret || *table_.privileges.secret != me_) return false;
        return std::none_of(seen_.legal.begin(), seen_.legal.end(),
                            [](auto const& one) { return std::holds_alternative<Hide>(one.action); });
    }

    void deal_piles() {
        auto remembered = remembered_under();
        for (auto const& [top, suit, rank, under] : table_.tables) {
            Pile pile{top, suit, rank, {}};
            while (static_cast<int>(pile.under.size()) < under && !remembered.empty()) {
                auto const card = draw_top(remembered);
                unseen_.remove(card);
                pile.under.push_back(card);
            }
            for (auto const card : unseen_.take(under - static_cast<int>(pile.under.size())))
                pile.under.push_back(card);
            state_.piles.push_back(pile);
        }
        if (view_.phase != Phase::name_suit) return;
        for (std::size_t number = 0; number < state_.piles.size(); ++number)
            if (auto const& pile = state_.piles[number]; pile.top.is_joker() && !pile.suit)
                state_.waiting_joker = WaitingJoker{static_cast<int>(number), Suit{}};
    }

    /// The cards that the seat saw going under the tables since they were last shuffled.
    Cards remembered_under() const {
        Cards under;
        Cards before;
        auto covered = 0;
        auto const look = [&](TtPageOne::View const& view) {
            if (view.table.game != table_.game || view.table.tables.empty()) return;
            Cards open;
            auto total = 0;
            for (auto const& top : view.table.tables) {
                open.push_back(top.top);
                total += top.under;
            }
            for (auto const& hand : view.hands) open.insert(open.end(), hand.known.begin(), hand.known.end());
            // A reshuffle. What was covered after it may be among the new ones, or not.
            if (total < covered) under.clear();
            auto const shuffled = total < covered;
            for (auto const card : open)
                if (contains(under, card)) remove(under, card);
            if (!shuffled)
                for (auto const card : before)
                    if (!contains(open, card) && !contains(under, card)) under.push_back(card);
            covered = total;
            before = open;
        };
        for (auto const& view : seen_.earlier) look(view);
        look(view_);
        return under;
    }

    void deal_hands() {
        auto const holder = state_.privileges.secret;
        for (auto const seat : seats()) {
            auto const& hand = view_.hands[seat];
            state_.hands[seat] = hand.known;
            auto const hidden = unseen_.take(hand.hidden);
            for (auto const card : hidden) insert_sorted(state_.hands[seat], card);
            if (holder == seat && seat != me_ && !table_.tables.empty()) lay_face_down(hidden);
        }
        // Before the hands are opened nobody knows whether a card is hidden.
        if (holder != me_ || table_.tables.empty()) return;
        if (table_.secret && *table_.secret) state_.secret = FaceDown{**table_.secret, 0};
        // Which of its cards a 7 has just given it makes no difference: it hides any one of all, and the rest opens.
        if (view_.phase != Phase::rehide) return;
        auto drawn = view_.hands[me_].known;
        if (state_.secret && contains(drawn, state_.secret->card)) remove(drawn, state_.secret->card);
        if (!drawn.empty()) state_.drawn_blind.push_back({drawn.front(), 0});
    }

    /// Of several face-down cards the first is the old secret, the others were drawn by a 7.
    void lay_face_down(Cards const& hidden) {
        auto const all_drawn = view_.phase == Phase::rehide && hidden.size() == 1;
        for (auto const card : hidden) {
            if (!state_.secret && !all_drawn)
                state_.secret = FaceDown{card, 0};
            else
                state_.drawn_blind.push_back({card, 0});
        }
    }

    Seen<TtPageOne> const& seen_;
    TtPageOne::View const& view_;
    Table const& table_;
    Seat me_;
    Unseen unseen_;
    State state_;
};

} // namespace

std::optional<State> FromView<TtPageOne>::build(Options const& options, Seen<TtPageOne> const& seen, Chance& chance) {
    return Rebuilt(options, seen, chance).state();
}

} // namespace tefuda
