// Derives JSON Schemas (2020-12) from described types. Slow to compile: include it from .cpp files only.
#pragma once

#include "protocol/codec/described.hpp"
#include "protocol/codec/encode.hpp"

#include <nlohmann/json.hpp>

namespace tefuda::codec {

using OrderedJson = nlohmann::ordered_json;

/// The path of the shared definitions (`Card`, `Rank` …) inside the document.
inline constexpr std::string_view schema_root = "#/components/schemas/";

inline OrderedJson schema_ref(std::string_view name) {
    return {{"$ref", std::string(schema_root) + std::string(name)}};
}

template <class Names>
OrderedJson string_enum(Names const& names) {
    auto list = OrderedJson::array();
    for (auto const name : names) list.push_back(std::string(name));
    return {{"type", "string"}, {"enum", std::move(list)}};
}

/// The shared definitions that `schema_of` refers to.
inline OrderedJson shared_schemas() {
    OrderedJson card_or_null{{"anyOf", {schema_ref("Card"), {{"type", "null"}}}}};
    OrderedJson choice{
        {"type", "object"},
        {"description", "Stands for a list of cards: `choose` of the cards in `from`, and all cards in `with`"},
        {"properties",
         {{"choose",
           {{"anyOf",
             {{{"type", "integer"}, {"minimum", 0}},
              {{"type", "array"}, {"items", {{"type", "integer"}}}, {"minItems", 2}, {"maxItems", 2}}}}}},
          {"from", {{"type", "array"}, {"items", schema_ref("Card")}}},
          {"with", {{"type", "array"}, {"items", schema_ref("Card")}}},
          {"beats", {{"type", "array"}, {"items", schema_ref("Rank")}}},
          {"low_to_high", {{"type", "array"}, {"items", schema_ref("Rank")}}}}},
        {"required", {"choose", "from"}},
        {"additionalProperties", false}};
    return {{"Card", string_enum(WireName<Card>::all)},
            {"Rank", string_enum(WireName<Rank>::all)},
            {"Suit", string_enum(WireName<Suit>::all)},
            {"Seat", {{"type", "integer"}, {"minimum", 0}, {"maximum", max_seats - 1}}},
            {"SeenCards",
             {{"description", "Known cards in canonical order, then null for each unknown card"},
              {"type", "array"},
              {"items", std::move(card_or_null)}}},
            {"CardChoice", std::move(choice)}};
}

template <class T>
OrderedJson schema_of();

/// The schema of an object under construction.
class ObjectSchema {
public:
    void property(std::string_view name, OrderedJson schema, bool required = true) {
        properties_[std::string(name)] = std::move(schema);
        if (required) required_.push_back(std::string(name));
    }

    template <Described T>
    void members() {
        if constexpr (Typed<T>) property("type", {{"const", std::string(T::type)}});
        boost::mp11::mp_for_each<Members<T>>([&](auto member) {
            using M = std::remove_cvref_t<decltype(std::declval<T>().*member.pointer)>;
            if constexpr (Optional<M>) {
                property(field_name(member), schema_of<typename M::value_type>(), false);
            } else {
                property(field_name(member), schema_of<M>());
            }
        });
    }

    OrderedJson build() const {
        OrderedJson schema{{"type", "object"}, {"properties", properties_}};
        if (!required_.empty()) schema["required"] = required_;
        schema["additionalProperties"] = false;
        return schema;
    }

private:
    OrderedJson properties_ = OrderedJson::object();
    OrderedJson required_ = OrderedJson::array();
};

template <class T>
OrderedJson any_of_alternatives() {
    auto list = OrderedJson::array();
    boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, T>>(
        [&](auto alternative) { list.push_back(schema_of<typename decltype(alternative)::type>()); });
    return {{"anyOf", std::move(list)}};
}

/// The schema of a choice from a list of anything but cards.
inline OrderedJson item_choice_schema(OrderedJson const& list) {
    return {{"type", "object"},
            {"description", "Stands for a list: `choose` of the items in `from`"},
            {"properties", {{"choose", shared_schemas()["CardChoice"]["properties"]["choose"]}, {"from", list}}},
            {"required", {"choose", "from"}},
            {"additionalProperties", false}};
}

/// The schema of one template in `legal`: an action whose list of cards or items may be a choice, with `optional`.
template <class Actions>
OrderedJson template_schema() {
    auto list = OrderedJson::array();
    boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, Actions>>([&](auto alternative) {
        using A = typename decltype(alternative)::type;
        auto schema = schema_of<A>();
        if (schema["properties"].contains("cards"))
            schema["properties"]["cards"] = {{"anyOf", {schema["properties"]["cards"], schema_ref("CardChoice")}}};
        if (auto& items = schema["properties"]; items.contains("items"))
            items["items"] = {{"anyOf", {items["items"], item_choice_schema(items["items"])}}};
        schema["properties"]["optional"] = {{"type", "array"}, {"items", {{"type", "string"}}}};
        list.push_back(std::move(schema));
    });
    return {{"anyOf", std::move(list)}};
}

/// The schema of a game's options. Every field is optional; its default, if it has one, is stated.
template <Described T>
OrderedJson options_schema() {
    auto properties = OrderedJson::object();
    boost::mp11::mp_for_each<Members<T>>([&](auto member) {
        using M = std::remove_cvref_t<decltype(std::declval<T>().*member.pointer)>;
        OrderedJson schema;
        if constexpr (Optional<M>) {
            using V = typename M::value_type;
            static_assert(NumberOption<V>, "an option that may be absent is a number");
            schema = schema_of<V>();
            if (V::default_value) schema["default"] = *V::default_value;
        } else {
            schema = schema_of<M>();
            schema["default"] = OrderedJson::parse(to_json(T().*member.pointer));
        }
        properties[std::string(field_name(member))] = std::move(schema);
    });
    return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

template <class T>
OrderedJson schema_of() {
    if constexpr (std::same_as<T, bool>) {
        return {{"type", "boolean"}};
    } else if constexpr (std::integral<T> || std::same_as<T, Points> || std::same_as<T, WholeNumber>) {
        return {{"type", "integer"}};
    } else if constexpr (std::floating_point<T>) {
        return {{"type", "number"}};
    } else if constexpr (Text<T>) {
        return {{"type", "string"}};
    } else if constexpr (std::same_as<T, RawJson>) {
        return OrderedJson::object();
    } else if constexpr (std::same_as<T, RawObject> || std::same_as<T, JsonObject>) {
        return {{"type", "object"}};
    } else if constexpr (std::same_as<T, Seat>) {
        return schema_ref("Seat");
    } else if constexpr (std::same_as<T, Card>) {
        return schema_ref("Card");
    } else if constexpr (std::same_as<T, Rank>) {
        return schema_ref("Rank");
    } else if constexpr (std::same_as<T, Suit>) {
        return schema_ref("Suit");
    } else if constexpr (std::same_as<T, SeenCards>) {
        return schema_ref("SeenCards");
    } else if constexpr (NumberOption<T>) {
        return {{"type", "integer"}, {"enum", T::values}};
    } else if constexpr (Named<T>) {
        return string_enum(WireName<T>::all);
    } else if constexpr (NullableType<T>) {
        return {{"anyOf", {schema_of<typename T::value_type>(), {{"type", "null"}}}}};
    } else if constexpr (Variant<T>) {
        return any_of_alternatives<T>();
    } else if constexpr (List<T>) {
        return {{"type", "array"}, {"items", schema_of<ListItem<T>>()}};
    } else {
        static_assert(Described<T>, "describe this type beside its definition");
        ObjectSchema object;
        object.members<T>();
        return object.build();
    }
}

} // namespace tefuda::codec
