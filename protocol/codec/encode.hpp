// Described types to JSON text.
#pragma once

#include "protocol/codec/described.hpp"
#include "protocol/codec/text.hpp"

namespace tefuda::codec {

template <class T>
void encode(std::string& out, T const& value);

/// The fields of an object, one after the other, with their commas; the object's braces are the caller's.
class FieldWriter {
public:
    explicit FieldWriter(std::string& out) : out_(out) {}

    /// A std::optional without a value is left out.
    template <class T>
    void field(std::string_view name, T const& value) {
        if constexpr (Optional<T>) {
            if (value) field(name, *value);
        } else {
            start(name);
            encode(out_, value);
        }
    }

    /// Writes the name; the caller appends the value.
    std::string& start(std::string_view name) {
        if (any_) out_ += ',';
        any_ = true;
        out_ += '"';
        out_ += name;
        out_ += "\":";
        return out_;
    }

    /// Every member of a described struct, its `type` first.
    template <Described T>
    void members(T const& value) {
        if constexpr (Typed<T>) field("type", std::string_view(T::type));
        boost::mp11::mp_for_each<Members<T>>([&](auto member) { field(field_name(member), value.*member.pointer); });
    }

private:
    std::string& out_;
    bool any_ = false;
};

template <class Items>
void encode_list(std::string& out, Items const& items) {
    out += '[';
    bool first = true;
    for (auto const& item : items) {
        if (!first) out += ',';
        first = false;
        encode(out, item);
    }
    out += ']';
}

inline void encode_seen(std::string& out, SeenCards const& cards) {
    encode_list(out, cards.known);
    if (cards.hidden == 0) return;
    out.pop_back();
    for (int i = 0; i < cards.hidden; ++i) out += i == 0 && cards.known.empty() ? "null" : ",null";
    out += ']';
}

/// A choice in place of a list of cards.
inline void encode_choice(std::string& out, CardChoice const& choice) {
    out += '{';
    FieldWriter fields(out);
    if (choice.min == choice.max) {
        fields.field("choose", choice.min);
    } else {
        fields.field("choose", std::array{choice.min, choice.max});
    }
    fields.field("from", choice.from);
    if (!choice.with.empty()) fields.field("with", choice.with);
    if (!choice.beats.empty()) fields.field("beats", choice.beats);
    out += '}';
}

template <class Action>
void encode_template(std::string& out, Template<Action> const& choice_of) {
    out += '{';
    FieldWriter fields(out);
    std::visit(
        [&]<class A>(A const& action) {
            fields.field("type", std::string_view(A::type));
            boost::mp11::mp_for_each<Members<A>>([&](auto member) {
                if (choice_of.cards && field_name(member) == "cards") {
                    encode_choice(fields.start("cards"), *choice_of.cards);
                } else {
                    fields.field(field_name(member), action.*member.pointer);
                }
            });
        },
        choice_of.action);
    if (!choice_of.optional.empty()) fields.field("optional", choice_of.optional);
    out += '}';
}

template <class T>
void encode(std::string& out, T const& value) {
    if constexpr (std::same_as<T, bool>) {
        out += value ? "true" : "false";
    } else if constexpr (std::integral<T>) {
        append_number(out, static_cast<std::int64_t>(value));
    } else if constexpr (std::floating_point<T>) {
        append_number(out, static_cast<double>(value));
    } else if constexpr (Text<T>) {
        append_string(out, value);
    } else if constexpr (std::same_as<T, RawJson> || std::same_as<T, RawObject>) {
        out += value.text;
    } else if constexpr (std::same_as<T, WholeNumber>) {
        append_number(out, value.value);
    } else if constexpr (std::same_as<T, Points>) {
        append_number(out, static_cast<std::int64_t>(value.value));
    } else if constexpr (std::same_as<T, Seat>) {
        append_number(out, static_cast<std::int64_t>(value.number()));
    } else if constexpr (NumberOption<T>) {
        append_number(out, static_cast<std::int64_t>(value.value));
    } else if constexpr (std::same_as<T, SeenCards>) {
        encode_seen(out, value);
    } else if constexpr (Named<T>) {
        out += '"';
        out += WireName<T>::of(value);
        out += '"';
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
    std::string out;
    encode(out, value);
    return out;
}

} // namespace tefuda::codec
