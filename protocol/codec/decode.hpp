// JSON to described types, strictly: a field that is not known, missing, or of a wrong type is refused, and the refusal
// names it. Heavy to compile: for .cpp files.
#pragma once

#include "protocol/codec/described.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/json_tree.hpp"

#include <cmath>
#include <tuple>

namespace tefuda::codec {

/// Reads one value. After a failure `problem()` is a sentence that names the field and what is wrong with it.
class Decoder {
public:
    std::string problem() const { return (path_.empty() ? "the value" : "\"" + path_ + "\"") + " " + problem_; }

    template <class T>
    std::optional<T> read(JsonValue json) {
        if constexpr (std::same_as<T, bool>) {
            return json.is_boolean() ? std::optional(json.boolean()) : fail("must be true or false");
        } else if constexpr (std::same_as<T, int>) {
            return read_int(json);
        } else if constexpr (std::same_as<T, double>) {
            return json.is_number() ? std::optional(json.number()) : fail("must be a number");
        } else if constexpr (std::same_as<T, std::string>) {
            return json.is_string() ? std::optional(std::string(json.string())) : fail("must be a string");
        } else if constexpr (std::same_as<T, RawJson>) {
            return RawJson{json.text()};
        } else if constexpr (std::same_as<T, RawObject>) {
            return json.is_object() ? std::optional(RawObject{json.text()}) : fail("must be an object");
        } else if constexpr (std::same_as<T, WholeNumber>) {
            return json.is_number() ? std::optional(WholeNumber{json.number()}) : fail("must be a number");
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
        } else if constexpr (List<T>) {
            return read_list<T>(json);
        } else {
            static_assert(Described<T>, "describe this type beside its definition");
            return read_struct<T>(json);
        }
    }

    /// As `read`, of a text; nothing also where it is no JSON.
    template <class T>
    std::optional<T> read_text(std::string_view text) {
        auto const tree = JsonTree::parse(text);
        if (!tree) return fail("is not JSON, or an object in it has a field twice");
        return read<T>(tree->root());
    }

    /// Options as a client may send them: a field that is left out has its default.
    template <Described T>
    std::optional<T> read_options(std::string_view text) {
        auto const tree = JsonTree::parse(text);
        if (!tree || !tree->root().is_object()) return fail("must be an object");
        T options;
        auto good = has_no_other_fields<T>(tree->root());
        boost::mp11::mp_for_each<Members<T>>([&](auto member) {
            if (!good || !tree->root().find(field_name(member))) return;
            auto value = read_member<T, decltype(member)>(tree->root());
            good = value.has_value();
            if (value) options.*member.pointer = std::move(*value);
        });
        return good ? std::optional(std::move(options)) : std::nullopt;
    }

private:
    std::nullopt_t fail(std::string what) {
        failed_ = true;
        problem_ = std::move(what);
        return std::nullopt;
    }

    /// Where a failure was, from the inside out.
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
        for (auto const value : json) {
            auto item = read<ListItem<T>>(value);
            if (!item) {
                note_place("[" + std::to_string(list.size()) + "]");
                return std::nullopt;
            }
            list.push_back(std::move(*item));
        }
        return list;
    }

    template <class T>
    std::optional<T> read_typed(JsonValue json) {
        if (!json.is_object()) return fail("must be an object");
        auto const type = json.find("type");
        if (!type || !type->is_string()) return fail("must have a \"type\"");
        std::optional<T> found;
        bool known = false;
        boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, T>>([&](auto alternative) {
            using A = typename decltype(alternative)::type;
            if (type->string() != A::type) return;
            known = true;
            if (auto value = read_struct<A>(json)) found = std::move(*value);
        });
        if (!known) return fail("has an unknown \"type\"");
        return found;
    }

    template <Described T>
    std::optional<T> read_struct(JsonValue json) {
        if (!json.is_object()) return fail("must be an object");
        if (!has_no_other_fields<T>(json)) return std::nullopt;
        return read_members<T>(json, boost::mp11::mp_rename<Members<T>, boost::mp11::mp_list>());
    }

    template <Described T, class... Member>
    std::optional<T> read_members([[maybe_unused]] JsonValue json, boost::mp11::mp_list<Member...>) {
        // Braces evaluate from left to right; after the first failure the rest is not looked at.
        std::tuple<std::optional<MemberType<T, Member>>...> values{read_member<T, Member>(json)...};
        if (!(get_at<Member, Member...>(values).has_value() && ...)) return std::nullopt;
        return T{std::move(*get_at<Member, Member...>(values))...};
    }

    template <class T, class Member>
    using MemberType = std::remove_cvref_t<decltype(std::declval<T>().*Member::pointer)>;

    template <class Wanted, class... Member, class Tuple>
    static auto& get_at(Tuple& tuple) {
        return std::get<boost::mp11::mp_find<boost::mp11::mp_list<Member...>, Wanted>::value>(tuple);
    }

    template <class T, class Member>
    std::optional<MemberType<T, Member>> read_member(JsonValue json) {
        using M = MemberType<T, Member>;
        if (failed_) return std::nullopt;
        constexpr auto name = field_name(Member());
        auto const field = json.find(name);
        std::optional<M> value;
        if constexpr (Optional<M>) {
            if (!field) {
                value.emplace();
            } else if (auto given = read<typename M::value_type>(*field)) {
                value.emplace(std::move(*given));
            }
        } else {
            if (field) {
                value = read<M>(*field);
            } else {
                fail("is missing");
            }
        }
        if (!value) note_place(name);
        return value;
    }

    template <Described T>
    bool has_no_other_fields(JsonValue json) {
        for (auto const field : json) {
            if (has_field<T>(field.name())) continue;
            fail("has an unknown field " + to_json(shortened(field.name())));
            return false;
        }
        return true;
    }

    template <Described T>
    static bool has_field(std::string_view name) {
        bool found = false;
        if constexpr (Typed<T>) found = name == "type";
        boost::mp11::mp_for_each<Members<T>>([&](auto member) { found = found || field_name(member) == name; });
        return found;
    }

    /// What a client wrote, cut between two characters to a length that fits into a sentence.
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

    bool failed_ = false;
    std::string path_;
    std::string problem_;
};

} // namespace tefuda::codec
