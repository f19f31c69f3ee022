// JSON to described types, strictly: a field that is not known, missing, or of a wrong type is refused, and the refusal
// names it. Heavy to compile: for .cpp files.
#pragma once

#include "protocol/codec/described.hpp"
#include "protocol/codec/encode.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <tuple>

namespace tefuda::codec {

using Json = nlohmann::json;

/// Reads one value. After a failure `problem()` is a sentence that names the field and what is wrong with it.
class Decoder {
public:
    std::string const& problem() const { return problem_; }

    template <class T>
    std::optional<T> read(Json const& json) {
        if constexpr (std::same_as<T, bool>) {
            return json.is_boolean() ? std::optional(json.get<bool>()) : fail("must be true or false");
        } else if constexpr (std::same_as<T, int>) {
            return read_int(json);
        } else if constexpr (std::same_as<T, double>) {
            return json.is_number() ? std::optional(json.get<double>()) : fail("must be a number");
        } else if constexpr (std::same_as<T, std::string>) {
            return json.is_string() ? std::optional(json.get<std::string>()) : fail("must be a string");
        } else if constexpr (std::same_as<T, RawJson>) {
            return RawJson{json.dump()};
        } else if constexpr (std::same_as<T, RawObject>) {
            return json.is_object() ? std::optional(RawObject{json.dump()}) : fail("must be an object");
        } else if constexpr (std::same_as<T, WholeNumber>) {
            return json.is_number() ? std::optional(WholeNumber{json.get<double>()}) : fail("must be a number");
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

    /// Options as a client may send them: a field that is left out has its default.
    template <Described T>
    std::optional<T> read_options(Json const& json) {
        if (!json.is_object()) return fail("must be an object");
        auto complete = Json::parse(to_json(T()));
        complete.update(json);
        return read<T>(complete);
    }

private:
    std::nullopt_t fail(std::string what) {
        if (problem_.empty()) problem_ = (path_.empty() ? "the value" : "\"" + path_ + "\"") + " " + std::move(what);
        return std::nullopt;
    }

    std::optional<int> read_int(Json const& json) {
        if (!json.is_number()) return fail("must be a whole number");
        auto const number = json.get<double>();
        if (number != std::floor(number) || std::abs(number) > 1e9) return fail("must be a whole number in range");
        return static_cast<int>(number);
    }

    template <class T>
    std::optional<T> read_named(Json const& json) {
        auto const* word = json.get_ptr<std::string const*>();
        auto const value = word ? WireName<T>::parse(*word) : std::nullopt;
        if (value) return value;
        if constexpr (std::same_as<T, Card>) {
            return fail("must be a card such as \"7H\", \"TS\" or \"XX\"");
        } else {
            return fail("must be one of " + listed(WireName<T>::all));
        }
    }

    template <class T>
    std::optional<T> read_list(Json const& json) {
        if (!json.is_array()) return fail("must be a list");
        if (json.size() > list_capacity<T>) return fail("is too long");
        T list;
        for (std::size_t i = 0; i < json.size(); ++i) {
            auto const length = path_.size();
            path_ += "[" + std::to_string(i) + "]";
            auto item = read<ListItem<T>>(json[i]);
            if (!item) return std::nullopt;
            path_.resize(length);
            list.push_back(std::move(*item));
        }
        return list;
    }

    template <class T>
    std::optional<T> read_typed(Json const& json) {
        if (!json.is_object()) return fail("must be an object");
        auto const type = json.find("type");
        if (type == json.end() || !type->is_string()) return fail("must have a \"type\"");
        std::optional<T> found;
        bool known = false;
        boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, T>>([&](auto alternative) {
            using A = typename decltype(alternative)::type;
            if (type->get_ref<std::string const&>() != A::type) return;
            known = true;
            if (auto value = read_struct<A>(json)) found = std::move(*value);
        });
        if (!known) return fail("has an unknown \"type\"");
        return found;
    }

    template <Described T>
    std::optional<T> read_struct(Json const& json) {
        if (!json.is_object()) return fail("must be an object");
        for (auto const& [name, value] : json.items())
            if (!has_field<T>(name)) return fail("has an unknown field " + quoted(name));
        return read_members<T>(json, boost::mp11::mp_rename<Members<T>, boost::mp11::mp_list>());
    }

    template <Described T, class... Member>
    std::optional<T> read_members(Json const& json, boost::mp11::mp_list<Member...>) {
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
    std::optional<MemberType<T, Member>> read_member(Json const& json) {
        using M = MemberType<T, Member>;
        if (!problem_.empty()) return std::nullopt;
        auto const name = std::string(field_name(Member()));
        auto const length = path_.size();
        path_ += path_.empty() ? name : "." + name;
        auto const field = json.find(name);
        std::optional<M> value;
        if constexpr (Optional<M>) {
            if (field == json.end()) {
                value.emplace();
            } else if (auto given = read<typename M::value_type>(*field)) {
                value.emplace(std::move(*given));
            }
        } else {
            if (field != json.end()) {
                value = read<M>(*field);
            } else {
                fail("is missing");
            }
        }
        if (value) path_.resize(length);
        return value;
    }

    template <Described T>
    static bool has_field(std::string_view name) {
        bool found = false;
        if constexpr (Typed<T>) found = name == "type";
        boost::mp11::mp_for_each<Members<T>>([&](auto member) { found = found || field_name(member) == name; });
        return found;
    }

    /// What a client wrote, cut to a length that fits into a sentence.
    static std::string quoted(std::string const& word) {
        return Json(word.substr(0, 40)).dump(-1, ' ', false, Json::error_handler_t::replace);
    }

    template <class Values>
    static std::string listed(Values const& values) {
        Json list = Json::array();
        for (auto const& value : values) list.push_back(value);
        auto text = list.dump();
        return text.substr(1, text.size() - 2);
    }

    std::string path_;
    std::string problem_;
};

} // namespace tefuda::codec
