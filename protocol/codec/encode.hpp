// Described types to JSON text.
#pragma once

#include "protocol/codec/described.hpp"
#include "protocol/codec/text.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace tefuda::codec {

template <class T>
void encode(JsonText& out, T const& value);

/// The fields of an object, one after the other, with their commas; the object's braces are the caller's.
class FieldWriter {
public:
    explicit FieldWriter(JsonText& out) : out_(out) {}

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
    JsonText& start(std::string_view name) {
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
        boost::mp11::mp_for_each<Members<T>>([&](auto member) { this->member(member, value.*member.pointer); });
    }

    /// As `field`, of a described member.
    template <class Member, class T>
    void member(Member member, T const& value) {
        if constexpr (Optional<T>) {
            if (value) this->member(member, *value);
        } else {
            start(key_of<Member>);
            encode(out_, value);
        }
    }

private:
    /// `,"name":` and room to copy it one place on.
    template <std::size_t N>
    struct Key {
        std::array<char, N + 5> text{};
        static constexpr std::size_t size = N + 4;

        constexpr explicit Key(std::string_view name) {
            text[0] = ',';
            text[1] = '"';
            std::copy(name.begin(), name.end(), text.begin() + 2);
            text[N + 2] = '"';
            text[N + 3] = ':';
        }
    };

    template <class Member>
    static constexpr Key<field_name(Member()).size()> key_of{field_name(Member())};

    /// Of a known length, so that it is copied by an instruction or two.
    template <std::size_t N>
    void start(Key<N> const& key) {
        constexpr auto size = Key<N>::size;
        out_.make_room(size);
        std::memcpy(out_.end(), key.text.data() + (any_ ? 0 : 1), size);
        out_.wrote(any_ ? size : size - 1);
        any_ = true;
    }

    JsonText& out_;
    bool any_ = false;
};

template <class Items>
void encode_list(JsonText& out, Items const& items) {
    out += '[';
    bool first = true;
    for (auto const& item : items) {
        if (!first) out += ',';
        first = false;
        encode(out, item);
    }
    out += ']';
}

inline void encode_seen(JsonText& out, SeenCards const& cards) {
    encode_list(out, cards.known);
    if (cards.hidden == 0) return;
    out.pop_back();
    for (int i = 0; i < cards.hidden; ++i) out += i == 0 && cards.known.empty() ? "null" : ",null";
    out += ']';
}

/// A word that needs no escapes.
inline void encode_name(JsonText& out, std::string_view name) {
    out.make_room(name.size() + 2);
    auto* const at = out.end();
    at[0] = '"';
    std::memcpy(at + 1, name.data(), name.size());
    at[name.size() + 1] = '"';
    out.wrote(name.size() + 2);
}

/// A choice in place of a list of cards.
inline void encode_choice(JsonText& out, CardChoice const& choice) {
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
void encode_template(JsonText& out, Template<Action> const& choice_of) {
    out += '{';
    FieldWriter fields(out);
    std::visit(
        [&]<class A>(A const& action) {
            fields.field("type", std::string_view(A::type));
            boost::mp11::mp_for_each<Members<A>>([&](auto member) {
                if (choice_of.cards && field_name(member) == "cards") {
                    encode_choice(fields.start("cards"), *choice_of.cards);
                } else {
                    fields.member(member, action.*member.pointer);
                }
            });
        },
        choice_of.action);
    if (!choice_of.optional.empty()) fields.field("optional", choice_of.optional);
    out += '}';
}

template <class T>
void encode(JsonText& out, T const& value) {
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
        encode_name(out, WireName<T>::of(value));
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

/// As `encode`, of what several observers see alike, one after the other: a value that equals the one before it has the
/// same text.
template <class T>
void encode_shared(JsonText& out, T const& value) {
    thread_local std::optional<T> last;
    thread_local std::string last_text;
    if (last == value) {
        out += last_text;
        return;
    }
    auto const begin = out.view().size();
    encode(out, value);
    // In this order, so that no failure leaves a value with another one's text.
    last.reset();
    last_text = out.view().substr(begin);
    last = value;
}

template <class T>
std::string to_json(T const& value) {
    JsonText out;
    encode(out, value);
    return out.str();
}

} // namespace tefuda::codec
