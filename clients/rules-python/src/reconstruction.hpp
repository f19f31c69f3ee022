// Builds an Env from what a seat sees. Slow to compile: include it in .cpp files only.
#pragma once

#include "clients/rules-python/src/env_of.hpp"
#include "clients/rules-python/src/read_update.hpp"
#include "rules/core/from_view.hpp"

namespace tefuda::python {

/// \throws BadInput
template <Engine E>
typename E::Options settled_options(std::string_view text, int seats) {
    auto options = codec::settled_options<E>(text, seats);
    if (auto const* refused = std::get_if<Illegal>(&options)) throw BadInput(refused->reason);
    return std::get<typename E::Options>(std::move(options));
}

/// Whether every seat in a value is one of these, and every list with an item for each seat has as many.
template <class T>
bool fits(T const& value, int seats) {
    using namespace codec;
    if constexpr (std::same_as<T, Seat>) {
        return value.number() < seats;
    } else if constexpr (std::is_arithmetic_v<T> || Named<T> || Text<T> || std::same_as<T, SeenCards>) {
        return true;
    } else if constexpr (Optional<T> || NullableType<T>) {
        return !value || fits(*value, seats);
    } else if constexpr (OnePerSeat<T>) {
        return value.seats() == seats &&
               std::all_of(value.begin(), value.end(), [&](auto const& item) { return fits(item, seats); });
    } else if constexpr (Variant<T>) {
        return std::visit([&](auto const& held) { return fits(held, seats); }, value);
    } else if constexpr (std::ranges::range<T>) {
        return std::all_of(std::ranges::begin(value), std::ranges::end(value),
                           [&](auto const& item) { return fits(item, seats); });
    } else if constexpr (Described<T>) {
        auto all = true;
        boost::mp11::mp_for_each<Members<T>>([&](auto member) { all = all && fits(value.*member.pointer, seats); });
        return all;
    } else {
        return true;
    }
}

/// A match that a seat can't tell from the one whose view it has.
template <HasFromView E>
class Reconstruction {
public:
    Reconstruction(std::string_view view, std::string_view legal, std::string_view options,
                   std::vector<std::string> const& earlier)
        : past_{std::string(view), std::string(legal), std::string(options)} {
        past_.insert(past_.end(), earlier.begin(), earlier.end());
        now_.emplace(read(view));
        seats_ = now_->scores.seats();
        options_ = settled_options<E>(options, seats_);
        auto const tree = codec::JsonTree::parse(view);
        seat_ = Seat(seat_of_view(tree->root(), seats_));
        if (now_->result) throw BadInput("The match is over.");
        check_fits(*now_);
        for (auto const& text : earlier) {
            earlier_.push_back(read(text));
            check_fits(earlier_.back());
        }
        legal_ = legal.empty() ? Templates<typename E::Action>() : read_templates<typename E::Action>(legal);
        has_legal_ = !legal.empty();
    }

    std::unique_ptr<Env> env(std::uint64_t seed) const {
        search::Random random(seed);
        search::ImaginedChance chance(random);
        auto state = built(chance);
        return std::make_unique<EnvOf<E>>(MatchState<E>(search::imagine<E>(state, seat_, chance), seed), seats_,
                                          codec::to_json(options_),
                                          std::make_shared<Past>(Past::Kind::from_view, 0, seed, past_));
    }

private:
    static typename E::View read(std::string_view text) {
        auto const tree = codec::JsonTree::parse(text);
        if (!tree || !tree->root().is_object()) throw BadInput("The view is no JSON object.");
        return read_view<E>(tree->root());
    }

    void check_fits(typename E::View const& view) const {
        if (!fits(view, seats_)) throw BadInput("The view is not one for " + std::to_string(seats_) + " seats.");
    }

    typename E::State built(Chance& chance) const {
        std::optional<typename E::State> state;
        try {
            state = FromView<E>::build(options_, Seen<E>{seat_, *now_, earlier_, legal_}, chance);
            if (state && text_of(E::view(*state, seat_)) != text_of(*now_)) state.reset();
        } catch (std::exception const&) {
            state.reset(); // a list that is too long, a joker where none is
        }
        if (!state) throw BadInput("No match with these options has this view.");
        if (has_legal_ && codec::to_json(E::legal(*state, seat_)) != codec::to_json(legal_))
            throw BadInput("With this view and these options other actions would be legal.");
        return std::move(*state);
    }

    static std::string text_of(typename E::View const& view) {
        codec::JsonText out;
        out += '{';
        codec::FieldWriter(out).members(view);
        out += '}';
        return out.str();
    }

    std::vector<std::string> past_;
    std::optional<typename E::View> now_;
    int seats_ = 0;
    typename E::Options options_;
    Seat seat_{0};
    std::vector<typename E::View> earlier_;
    Templates<typename E::Action> legal_;
    bool has_legal_ = false;
};

} // namespace tefuda::python
