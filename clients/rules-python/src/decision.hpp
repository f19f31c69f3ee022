// One decision of a seat, made by numbers of the game's action space: a head, then, for an action with a list, card
// after card. Slow to compile: include it in .cpp files only.
#pragma once

#include "clients/rules-python/src/action_space.hpp"
#include "clients/rules-python/src/card_choice.hpp"

#include <algorithm>
#include <stdexcept>

namespace tefuda::python {

template <class Action>
class Decision {
public:
    using Space = ActionSpace<Action>;
    using Item = typename Space::Item;

    /// Non-owning: the space must outlive the decision.
    explicit Decision(Space const& space) : space_(&space) {}

    /// \param may_wait whether the seat may also do nothing now
    void begin(Templates<Action> legal, Frame frame, bool may_wait) {
        legal_ = std::move(legal);
        frame_ = frame;
        may_wait_ = may_wait;
        head_ = -1;
        open_.clear();
        cards_.clear();
        items_.clear();
        is_copying_ = false;
        copied_.clear();
        action_.reset();
    }

    /// Sets the numbers that may be chosen now. \pre `mask` has the size of the space, and is 0
    void write_mask(std::uint8_t* mask) const {
        if (head_ >= 0) {
            std::copy(next_.begin(), next_.end(), mask + space_->first_card());
            return;
        }
        for (auto const& one : legal_) for_each_head(one, [&](int head, bool) { mask[head] = 1; });
        if (may_wait_) mask[space_->wait()] = 1;
    }

    /// Makes a choice that the mask allows, and then all that leave no choice inside a list.
    /// \returns whether the decision is made: see `action`
    bool choose(int number) {
        if (number == space_->wait()) return true;
        if (head_ < 0) {
            if (choose_head(number)) return true;
        } else if (choose_in_list(number)) {
            return true;
        }
        for (;;) {
            find_next();
            if (std::count(next_.begin(), next_.end(), 1) != 1) return false;
            auto const only = std::find(next_.begin(), next_.end(), 1) - next_.begin();
            if (choose_in_list(space_->first_card() + static_cast<int>(only))) return true;
        }
    }

    /// What was decided; nothing for `wait`. \pre `choose` has returned true
    std::optional<Action> const& action() const { return action_; }

    Templates<Action> const& legal() const { return legal_; }

    // --- what is chosen so far, as cells ---

    static int cells(Space const& space) {
        if constexpr (!Space::has_lists) return 0;
        return Space::types + 1 + (Space::has_cards ? static_cast<int>(Card::kinds) : 0) +
               (space.done() - space.first_item());
    }

    /// \pre the cells are 0
    void write_cells(Cell* out) const {
        if (!Space::has_lists || head_ < 0) return;
        out[legal_[open_.front().place].action.index()] = 1;
        out += Space::types;
        *out++ = static_cast<Cell>(head_ + 1);
        if constexpr (Space::has_cards) {
            for (auto const card : cards_) ++out[card.order()];
            out += Card::kinds;
        }
        for (auto const item : items_) ++out[item];
        out += space_->first_copy() - space_->first_item();
        for (auto const rank : copied_) ++out[place_of(rank)];
    }

    static void describe_to(std::vector<Column>& columns, Space const& space) {
        if constexpr (!Space::has_lists) return;
        auto const column = [&](std::string name, int count, std::string meaning) {
            columns.push_back(
                {std::move(name), columns.back().first + columns.back().count, count, std::move(meaning)});
        };
        std::string types;
        boost::mp11::mp_for_each<boost::mp11::mp_iota_c<Space::types>>([&](auto i) {
            types += (types.empty() ? "" : ", ") + std::string(std::variant_alternative_t<i, Action>::type);
        });
        column("chosen.type", Space::types, "the action whose list is being chosen; one cell for each of: " + types);
        column("chosen.head", 1, "1 + the number of that action; 0 outside a list");
        if constexpr (Space::has_cards) column("chosen.cards", static_cast<int>(Card::kinds), "cards chosen so far");
        if constexpr (Space::has_items)
            column("chosen.items", space.first_copy() - space.first_item(), "items chosen so far");
        if constexpr (Space::has_copies)
            column("chosen.as", static_cast<int>(all_ranks.size()),
                   "how many jokers copy each rank so far: A, 2 ... K");
    }

private:
    /// A template that has the chosen head.
    struct Open {
        std::size_t place;                ///< in `legal_`
        bool flagged;                     ///< with the flag that it allows
        std::vector<CardsToChoose> cards; ///< one or none
    };

    template <class F>
    void for_each_head(Template<Action> const& one, F const& f) const {
        f(space_->head_of(one.action, frame_), false);
        if (one.optional.empty()) return;
        if (auto const flagged = with_flag(one)) f(space_->head_of(*flagged, frame_), true);
    }

    /// The template's action with the flag that it allows, if it allows one.
    static std::optional<Action> with_flag(Template<Action> const& one) {
        auto action = one.action;
        auto any = false;
        std::visit(
            [&]<class A>(A& held) {
                boost::mp11::mp_for_each<codec::Members<A>>([&](auto member) {
                    if constexpr (is_flag<FieldType<A, decltype(member)>>) {
                        auto const name = codec::field_name(member);
                        if (std::find(one.optional.begin(), one.optional.end(), name) == one.optional.end()) return;
                        held.*member.pointer = true;
                        any = true;
                    }
                });
            },
            action);
        return any ? std::optional(std::move(action)) : std::nullopt;
    }

    static Cards const* literal_cards(Action const& action) {
        return std::visit(
            []<class A>(A const& held) -> Cards const* {
                if constexpr (HasCards<A>)
                    return &held.cards;
                else
                    return nullptr;
            },
            action);
    }

    bool has_list(Template<Action> const& one) const {
        return one.cards || one.items || (literal_cards(one.action) && !literal_cards(one.action)->empty());
    }

    bool choose_head(int number) {
        for (std::size_t place = 0; place < legal_.size(); ++place)
            for_each_head(legal_[place], [&](int head, bool flagged) {
                if (head == number) open_.push_back({place, flagged, {}});
            });
        if (open_.empty()) throw std::logic_error("a head that the mask does not allow");
        head_ = number;
        auto const& first = legal_[open_.front().place];
        // A literal list is one of several choices only beside other templates with the same head.
        if (open_.size() == 1 && !first.cards && !first.items) return finish(open_.front(), std::nullopt);
        for (auto& open : open_) {
            auto const& one = legal_[open.place];
            if (!has_list(one)) throw std::logic_error("two templates differ in nothing that is numbered");
            if (one.items) continue;
            auto const literal =
                CardChoice{.min = 0, .max = 0, .from = {}, .with = one.cards ? Cards() : *literal_cards(one.action)};
            auto const company = std::find(one.optional.begin(), one.optional.end(), "as") != one.optional.end();
            open.cards.emplace_back(one.cards ? *one.cards : literal, company);
        }
        return false;
    }

    /// \returns whether the list is complete, and with it the action
    bool choose_in_list(int number) {
        if (number == space_->done()) {
            auto const chosen = counts_of(cards_);
            if (may_copy(chosen)) {
                is_copying_ = true;
                return false;
            }
            for (auto const& open : open_)
                if (is_complete(open, chosen)) return finish(open, cards_);
            throw std::logic_error("a list that is not complete");
        }
        if (number >= space_->first_copy())
            return choose_copy(all_ranks[static_cast<std::size_t>(number - space_->first_copy())]);
        if (number >= space_->first_item())
            items_.push_back(number - space_->first_item());
        else
            cards_.push_back(
                *WireName<Card>::parse(WireName<Card>::all[static_cast<std::size_t>(number - space_->first_card())]));
        return false;
    }

    /// The ranks that jokers among these cards may copy, high to low. All choices of a decision have the same order.
    Ranks to_copy(CardCounts const& chosen) const { return ranks_to_copy(chosen, open_.front().cards.front().order()); }

    /// Whether jokers among these cards, which are complete, may copy one of several ranks.
    bool may_copy(CardCounts const& chosen) const {
        if (!Space::has_copies || jokers_in(chosen) == 0 || to_copy(chosen).size() < 2) return false;
        return std::any_of(open_.begin(), open_.end(),
                           [&](Open const& open) { return open.cards.front().allows(chosen, {}); });
    }

    /// \returns whether all jokers copy a rank now, and the action is complete
    bool choose_copy(Rank rank) {
        copied_.push_back(rank);
        auto const chosen = counts_of(cards_);
        if (static_cast<int>(copied_.size()) < jokers_in(chosen)) return false;
        for (auto const& open : open_)
            if (open.cards.front().allows(chosen, copied_)) return finish(open, cards_);
        throw std::logic_error("a joker that must not copy this rank");
    }

    /// Marks the ranks that the next joker may copy, none higher than the last one's.
    void mark_copies(CardCounts const& chosen) {
        auto const ranks = to_copy(chosen);
        auto const from = copied_.empty() ? ranks.begin() : std::find(ranks.begin(), ranks.end(), copied_.back());
        for (auto rank = from; rank != ranks.end(); ++rank) {
            auto with_it = copied_;
            with_it.push_back(*rank);
            if (std::any_of(open_.begin(), open_.end(),
                            [&](Open const& open) { return open.cards.front().allows(chosen, with_it); }))
                next_[static_cast<std::size_t>(space_->first_copy() - space_->first_card() + place_of(*rank))] = 1;
        }
    }

    /// Finds what may be chosen next in the list.
    void find_next() {
        next_.assign(static_cast<std::size_t>(space_->wait() - space_->first_card()), 0);
        auto const chosen = counts_of(cards_);
        if (is_copying_) return mark_copies(chosen);
        auto complete = false;
        for (auto const& open : open_) {
            auto const& one = legal_[open.place];
            if (one.items) {
                complete = complete || is_complete(open, chosen);
                mark_items(one);
            } else {
                complete = open.cards.front().mark_next(chosen, next_.data()) || complete;
            }
        }
        if (complete) next_.back() = 1; // `done`
    }

    void mark_items([[maybe_unused]] Template<Action> const& one) {
        if constexpr (Space::has_items) {
            if (static_cast<int>(items_.size()) >= one.items->max) return;
            for (auto const& item : one.items->from) {
                auto const number = value_number(item, frame_);
                auto const has = std::count_if(one.items->from.begin(), one.items->from.end(), [&](auto const& other) {
                    return value_number(other, frame_) == number;
                });
                if (std::count(items_.begin(), items_.end(), number) < has)
                    next_[static_cast<std::size_t>(space_->first_item() - space_->first_card() + number)] = 1;
            }
        }
    }

    bool is_complete(Open const& open, CardCounts const& chosen) const {
        if constexpr (Space::has_items)
            if (auto const& items = legal_[open.place].items)
                return items->min <= static_cast<int>(items_.size()) && static_cast<int>(items_.size()) <= items->max;
        return !open.cards.empty() && open.cards.front().allows(chosen);
    }

    bool finish(Open const& open, std::optional<Cards> const& cards) {
        auto const& one = legal_[open.place];
        action_ = open.flagged ? *with_flag(one) : one.action;
        std::visit(
            [&]<class A>(A& held) {
                if constexpr (HasCards<A>)
                    if (cards && !one.items) held.cards = *cards;
                if constexpr (HasCopies<A>)
                    // The highest rank is what jokers copy that say nothing.
                    if (!copied_.empty() && copied_.back() != to_copy(counts_of(cards_)).front()) held.as = copied_;
                if constexpr (HasItems<A>)
                    if (one.items) {
                        held.items.clear();
                        for (auto const number : items_) held.items.push_back(item_of(one, number));
                    }
            },
            *action_);
        return true;
    }

    Item item_of([[maybe_unused]] Template<Action> const& one, [[maybe_unused]] int number) const {
        if constexpr (Space::has_items)
            for (auto const& item : one.items->from)
                if (value_number(item, frame_) == number) return item;
        throw std::logic_error("an item that is not in the choice");
    }

    Space const* space_;
    Templates<Action> legal_;
    Frame frame_{1, 0};
    bool may_wait_ = false;
    int head_ = -1; ///< -1: not chosen yet
    std::vector<Open> open_;
    std::vector<std::uint8_t> next_; ///< the mask from the first card to `done`, while a list is being chosen
    Cards cards_;
    std::vector<int> items_;
    bool is_copying_ = false; ///< the cards are complete, and the jokers' ranks are being chosen
    Ranks copied_;
    std::optional<Action> action_;
};

} // namespace tefuda::python
