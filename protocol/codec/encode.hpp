// Encodes described types as JSON text.
#pragma once

#include "protocol/codec/json_tree.hpp"
#include "protocol/codec/short_text.hpp"
#include "protocol/codec/text.hpp"

#include <array>
#include <cstring>

namespace tefuda::codec {

template <class T>
void encode(JsonText& out, T const& value);

/// Writes an object's fields and the commas between them. The caller writes the braces.
class FieldWriter {
public:
    explicit FieldWriter(JsonText& out) : out_(out) {}

    /// Omits the field if it is a std::optional without a value.
    template <class T>
    void field(std::string_view name, T const& value) {
        if constexpr (Optional<T>) {
            if (value) field(name, *value);
        } else {
            start(name);
            encode(out_, value);
        }
    }

    /// Writes the field's name only; the caller appends the value to the returned text.
    JsonText& start(std::string_view name) {
        if (any_) out_ += ',';
        any_ = true;
        out_ += '"';
        out_ += name;
        out_ += "\":";
        return out_;
    }

    /// Writes every member of a described struct, its `type` first.
    template <Described T>
    void members(T const& value) {
        if constexpr (Typed<T>) append_word(start("type"), T::type);
        boost::mp11::mp_for_each<Members<T>>([&](auto member) { this->member(member, value.*member.pointer); });
    }

    /// Like `field`, for a described member.
    template <class Member, class T>
    void member(Member member, T const& value) {
        if constexpr (Optional<T>) {
            if (value) this->member(member, *value);
        } else {
            start(detail::key_of<Member>);
            encode(out_, value);
        }
    }

private:
    /// The key's length is a compile-time constant, so that the copy takes only a few instructions.
    template <std::size_t N>
    void start(detail::Literal<N> const& key) {
        out_.make_room(N);
        std::memcpy(out_.end(), key.text.data() + (any_ ? 0 : 1), any_ ? N : N - 1);
        out_.wrote(any_ ? N : N - 1);
        any_ = true;
    }

    JsonText& out_;
    bool any_ = false;
};

template <class Items>
void encode_list(JsonText& out, Items const& items) {
    using Item = ListItem<Items>;
    if constexpr (ShortText<Item>) {
        out.make_room(std::ranges::size(items) * (longest_text<Item> + 1) + 2);
        out.wrote_to(detail::write_list(out.end(), items));
    } else {
        out += '[';
        bool first = true;
        for (auto const& item : items) {
            if (!first) out += ',';
            first = false;
            encode(out, item);
        }
        out += ']';
    }
}

inline void encode_seen(JsonText& out, SeenCards const& cards) {
    constexpr std::string_view hidden = "null,";
    out.make_room(cards.known.size() * (longest_text<Card> + 1) +
                  static_cast<std::size_t>(cards.hidden) * hidden.size() + 2);
    auto* at = detail::write_list(out.end(), cards.known);
    if (cards.hidden > 0) {
        --at;
        if (!cards.known.empty()) *at++ = ',';
        for (int i = 0; i < cards.hidden; ++i) at = detail::write_text(at, hidden);
        at[-1] = ']';
    }
    out.wrote_to(at);
}

/// Writes a choice, which stands in a template where an action has a list. \tparam Choice CardChoice or an ItemChoice
template <class Choice>
void encode_choice(JsonText& out, Choice const& choice) {
    out += '{';
    FieldWriter fields(out);
    if (choice.min == choice.max) {
        fields.field("choose", choice.min);
    } else {
        fields.field("choose", std::array{choice.min, choice.max});
    }
    fields.field("from", choice.from);
    if constexpr (std::same_as<Choice, CardChoice>) {
        if (!choice.with.empty()) fields.field("with", choice.with);
        if (!choice.beats.empty()) fields.field("beats", choice.beats);
        if (!choice.beats.empty() && !(choice.order == ace_high)) fields.field("low_to_high", choice.order.from_low());
    }
    out += '}';
}

template <class Action>
void encode_template(JsonText& out, Template<Action> const& choice_of) {
    if (!choice_of.cards && !choice_of.items && choice_of.optional.empty()) return encode(out, choice_of.action);
    out += '{';
    FieldWriter fields(out);
    std::visit(
        [&]<class A>(A const& action) {
            append_word(fields.start("type"), A::type);
            boost::mp11::mp_for_each<Members<A>>([&](auto member) {
                if (choice_of.cards && field_name(member) == "cards") {
                    encode_choice(fields.start("cards"), *choice_of.cards);
                    return;
                }
                if constexpr (HasItems<A>) {
                    if (choice_of.items && field_name(member) == "items") {
                        encode_choice(fields.start("items"), items_of<A>(choice_of));
                        return;
                    }
                }
                fields.member(member, action.*member.pointer);
            });
        },
        choice_of.action);
    if (!choice_of.optional.empty()) fields.field("optional", choice_of.optional);
    out += '}';
}

template <class T>
void encode(JsonText& out, T const& value) {
    if constexpr (ShortText<T>) {
        out.make_room(longest_text<T>);
        out.wrote_to(write_short(out.end(), value));
    } else if constexpr (std::floating_point<T>) {
        append_number(out, static_cast<double>(value));
    } else if constexpr (Text<T>) {
        append_string(out, value);
    } else if constexpr (std::same_as<T, RawJson> || std::same_as<T, RawObject>) {
        out += value.text;
    } else if constexpr (std::same_as<T, JsonObject>) {
        value.value().append_to(out);
    } else if constexpr (std::same_as<T, WholeNumber>) {
        append_number(out, value.value);
    } else if constexpr (std::same_as<T, SeenCards>) {
        encode_seen(out, value);
    } else if constexpr (NullableType<T>) {
        if (value) {
            encode(out, *value);
        } else {
            out += "null";
        }
    } else if constexpr (Variant<T>) {
        std::visit([&](auto const& held) { encode(out, held); }, value);
    } else if constexpr (is_specialisation<T, Template>) {
        encode_template(out, value);
    } else if constexpr (List<T>) {
        encode_list(out, value);
    } else {
        static_assert(Described<T>, "describe this type beside its definition");
        out += '{';
        FieldWriter(out).members(value);
        out += '}';
    }
}

template <class T>
std::string to_json(T const& value) {
    JsonText out;
    encode(out, value);
    return out.str();
}

} // namespace tefuda::codec
