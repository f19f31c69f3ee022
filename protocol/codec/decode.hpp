// Decodes JSON to described types, strictly: an unknown field, a missing field or a field of a wrong type is an error,
// and the error text names the field. Slow to compile: include it from .cpp files only.
#pragma once

#include "protocol/codec/described.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/json_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace tefuda::codec {

/// Decodes one value. After a failure `problem()` names the field and says what is wrong with it.
class Decoder {
public:
    std::string problem() const { return (path_.empty() ? "the value" : "\"" + path_ + "\"") + " " + problem_; }

    template <class T>
    std::optional<T> read(JsonValue json) {
        if constexpr (std::same_as<T, bool>) {
            return json.is_boolean() ? std::optional(json.boolean()) : fail("must be true or false");
        } else if constexpr (std::same_as<T, int>) {
            return read_int(json);
        } else if constexpr (std::integral<T>) {
            auto const number = read_int(json);
            if (!number) return std::nullopt;
            return std::in_range<T>(*number) ? std::optional(static_cast<T>(*number)) : fail("is out of range");
        } else if constexpr (std::same_as<T, Points>) {
            auto const number = read_int(json);
            return number ? std::optional(Points(*number)) : std::nullopt;
        } else if constexpr (std::same_as<T, double>) {
            return json.is_number() ? std::optional(json.number()) : fail("must be a number");
        } else if constexpr (std::same_as<T, std::string>) {
            return json.is_string() ? std::optional(std::string(json.string())) : fail("must be a string");
        } else if constexpr (std::same_as<T, RawJson>) {
            return RawJson{json.text()};
        } else if constexpr (std::same_as<T, RawObject>) {
            return json.is_object() ? std::optional(RawObject{json.text()}) : fail("must be an object");
        } else if constexpr (std::same_as<T, JsonObject>) {
            return json.is_object() ? std::optional(JsonObject(json)) : fail("must be an object");
        } else if constexpr (std::same_as<T, WholeNumber>) {
            // A number beyond a double's range is infinite here, and whole: its reader knows the range.
            auto const whole =
                json.is_number() && (std::isinf(json.number()) || json.number() == std::floor(json.number()));
            return whole ? std::optional(WholeNumber{json.number()}) : fail("must be a whole number");
        } else if constexpr (std::same_as<T, Seat>) {
            auto const number = read_int(json);
            if (!number) return std::nullopt;
            if (*number < 0 || *number >= max_seats) return fail("is no seat");
            return Seat(*number);
        } else if constexpr (NumberOption<T>) {
            auto const number = read_int(json);
            if (!number) return std::nullopt;
            if (!T::allows(*number)) return fail("must be one of " + listed(T::values));
            return T{*number};
        } else if constexpr (Named<T>) {
            return read_named<T>(json);
        } else if constexpr (NullableType<T>) {
            if (json.is_null()) return T();
            auto value = read<typename T::value_type>(json);
            return value ? std::optional(T(std::move(*value))) : std::nullopt;
        } else if constexpr (TypedVariant<T>) {
            return read_typed<T>(json);
        } else if constexpr (Variant<T>) {
            return read_untyped<T>(json);
        } else if constexpr (std::same_as<T, SeenCards>) {
            return read_seen(json);
        } else if constexpr (FixedList<T>) {
            return read_fixed<T>(json);
        } else if constexpr (List<T>) {
            return read_list<T>(json);
        } else {
            static_assert(Described<T>, "describe this type beside its definition");
            return read_struct<T>(json);
        }
    }

    /// Parses and decodes a JSON text; fails also if the text is not valid JSON.
    template <class T>
    std::optional<T> read_text(std::string_view text) {
        auto const tree = JsonTree::parse(text);
        if (!tree) return fail("is not JSON, or an object in it has a field twice");
        return read<T>(tree->root());
    }

    /// Decodes a game's options as a client sends them: an absent field gets its default value.
    template <Described T>
    std::optional<T> read_options(std::string_view text) {
        auto const tree = JsonTree::parse(text);
        if (!tree || !tree->root().is_object()) return fail("must be an object");
        Fields<T> fields;
        if (!find_fields<T>(tree->root(), fields)) return std::nullopt;
        T options;
        auto good = true;
        boost::mp11::mp_for_each<MemberIndices<T>>([&](auto i) {
            using Member = boost::mp11::mp_at<Members<T>, decltype(i)>;
            auto const& field = fields[i];
            if (!good || !field) return;
            auto value = read_member<T, Member>(field);
            good = value.has_value();
            if (value) options.*Member::pointer = std::move(*value);
        });
        return good ? std::optional(std::move(options)) : std::nullopt;
    }

private:
    std::nullopt_t fail(std::string what) {
        problem_ = std::move(what);
        return std::nullopt;
    }

    /// Prepends a field name or list index to the path of the failure. Called from the innermost value outwards.
    void note_place(std::string_view place) {
        auto const separator = path_.empty() || path_.front() == '[' ? "" : ".";
        path_ = std::string(place) + separator + path_;
    }

    std::optional<int> read_int(JsonValue json) {
        if (!json.is_number()) return fail("must be a whole number");
        auto const number = json.number();
        if (number != std::floor(number) || std::abs(number) > 1e9) return fail("must be a whole number in range");
        return static_cast<int>(number);
    }

    template <class T>
    std::optional<T> read_named(JsonValue json) {
        auto const value = json.is_string() ? WireName<T>::parse(json.string()) : std::nullopt;
        if (value) return value;
        if constexpr (std::same_as<T, Card>) {
            return fail("must be a card such as \"7H\", \"TS\" or \"XX\"");
        } else {
            return fail("must be one of " + listed(WireName<T>::all));
        }
    }

    template <class T>
    std::optional<T> read_list(JsonValue json) {
        if (!json.is_list()) return fail("must be a list");
        if (json.size() > list_capacity<T>) return fail("is too long");
        T list;
        for (std::size_t place = 0; auto const value : json) {
            auto item = read<ListItem<T>>(value);
            if (!item) {
                note_place("[" + std::to_string(place) + "]");
                return std::nullopt;
            }
            list.push_back(std::move(*item));
            ++place;
        }
        return list;
    }

    template <FixedList T>
    std::optional<T> read_fixed(JsonValue json) {
        auto const items = read<std::vector<ListItem<T>>>(json);
        if (!items) return std::nullopt;
        if (items->size() != std::tuple_size_v<T>)
            return fail("must have " + std::to_string(std::tuple_size_v<T>) + " items");
        T list;
        std::ranges::copy(*items, list.begin());
        return list;
    }

    /// Known cards, and null for each unknown one.
    std::optional<SeenCards> read_seen(JsonValue json) {
        auto const cards = read<std::vector<Nullable<Card>>>(json);
        if (!cards) return std::nullopt;
        if (cards->size() > max_cards) return fail("is too long");
        SeenCards seen;
        for (auto const& card : *cards)
            if (card)
                seen.known.push_back(*card);
            else
                ++seen.hidden;
        return seen;
    }

    /// The first alternative that the value can be read as.
    template <Variant T>
    std::optional<T> read_untyped(JsonValue json) {
        std::optional<T> found;
        boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, T>>([&](auto alternative) {
            using A = typename decltype(alternative)::type;
            if (found) return;
            if (auto value = Decoder().read<A>(json)) found.emplace(std::move(*value));
        });
        return found ? std::move(found) : fail("has none of the forms that it may have");
    }

    template <class T>
    std::optional<T> read_typed(JsonValue json) {
        if (!json.is_object()) return fail("must be an object");
        auto const type = json.find("type");
        if (!type || !type->is_string()) return fail("must have a \"type\"");
        constexpr auto count = boost::mp11::mp_size<T>::value;
        auto const found = alternative_of<T>(type->string());
        if (found == count) return fail("has an unknown \"type\"");
        return boost::mp11::mp_with_index<count>(found, [&](auto index) -> std::optional<T> {
            using A = boost::mp11::mp_at_c<T, index>;
            Fields<A> fields;
            return find_fields<A>(json, fields) ? read_members<A, T>(fields) : std::nullopt;
        });
    }

    /// The index of the alternative with this `type`; the number of alternatives if there is none.
    template <TypedVariant T>
    static std::size_t alternative_of(std::string_view type) {
        std::size_t index = 0;
        auto found = boost::mp11::mp_size<T>::value;
        boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, T>>([&](auto alternative) {
            if (is_word(type, decltype(alternative)::type::type)) found = index;
            ++index;
        });
        return found;
    }

    template <Described T>
    std::optional<T> read_struct(JsonValue json) {
        if (!json.is_object()) return fail("must be an object");
        Fields<T> fields;
        return find_fields<T>(json, fields) ? read_members<T, T>(fields) : std::nullopt;
    }

    template <class T>
    using MemberIndices = boost::mp11::mp_iota<boost::mp11::mp_size<Members<T>>>;

    /// An object's fields, in the order of the struct's members; empty where a field is absent.
    template <class T>
    using Fields = std::array<std::optional<JsonValue>, boost::mp11::mp_size<Members<T>>::value>;

    /// Finds the JSON value of each member. \returns false if the object has a field that is no member
    template <Described T>
    bool find_fields(JsonValue json, Fields<T>& fields) {
        for (auto const field : json) {
            bool known = Typed<T> && is_word(field.name(), "type");
            boost::mp11::mp_for_each<MemberIndices<T>>([&](auto i) {
                constexpr auto name = field_name(boost::mp11::mp_at<Members<T>, decltype(i)>());
                if (known || !is_word(field.name(), name)) return;
                fields[i] = field;
                known = true;
            });
            if (known) continue;
            fail("has an unknown field " + to_json(shortened(field.name())));
            return false;
        }
        return true;
    }

    /// Decodes the members in order, up to the first failure. Constructs Result from them: T itself, or a variant that
    /// holds T.
    template <Described T, class Result, class... Read>
    std::optional<Result> read_members(Fields<T> const& fields, Read&... read) {
        constexpr auto index = sizeof...(Read);
        if constexpr (index < boost::mp11::mp_size<Members<T>>::value) {
            auto member = read_member<T, boost::mp11::mp_at_c<Members<T>, index>>(fields[index]);
            return member ? read_members<T, Result>(fields, read..., member) : std::nullopt;
        } else if constexpr (std::same_as<T, Result>) {
            return std::optional<Result>(std::in_place, std::move(*read)...);
        } else {
            return std::optional<Result>(std::in_place, std::in_place_type<T>, std::move(*read)...);
        }
    }

    template <class T, class Member>
    using MemberType = std::remove_cvref_t<decltype(std::declval<T>().*Member::pointer)>;

    /// \param field the member's JSON value, if the object has one
    template <class T, class Member>
    std::optional<MemberType<T, Member>> read_member(std::optional<JsonValue> const& field) {
        auto value = read_field<MemberType<T, Member>>(field);
        if (!value) note_place(field_name(Member()));
        return value;
    }

    template <class M>
    std::optional<M> read_field(std::optional<JsonValue> const& field) {
        if constexpr (Optional<M>) {
            if (!field) return std::optional<M>(std::in_place);
            auto value = read<typename M::value_type>(*field);
            return value ? std::optional<M>(std::in_place, std::move(value)) : std::nullopt;
        } else {
            return field ? read<M>(*field) : fail("is missing");
        }
    }

    /// Shortens a client's text for use in an error message; cuts between two UTF-8 characters.
    static std::string_view shortened(std::string_view word) {
        std::size_t length = std::min<std::size_t>(word.size(), 40);
        while (length < word.size() && (static_cast<unsigned char>(word[length]) & 0xc0) == 0x80) --length;
        return word.substr(0, length);
    }

    template <class Values>
    static std::string listed(Values const& values) {
        auto const text = to_json(values);
        return text.substr(1, text.size() - 2);
    }

    std::string path_;
    std::string problem_;
};

} // namespace tefuda::codec
