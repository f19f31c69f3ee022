// Reads the texts of an update: templates, and a seat's view. Slow to compile: include it in .cpp files only.
#pragma once

#include "clients/rules-python/src/action_space.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"

namespace tefuda::python {

/// Reads a template as protocol/PROTOCOL.md describes it. \throws BadInput
template <class Action>
class TemplateReader {
public:
    Template<Action> read(codec::JsonValue json) {
        if (!json.is_object()) throw BadInput("A template is an object.");
        std::string text = "{";
        std::optional<codec::JsonValue> choice;
        std::optional<codec::JsonValue> optional;
        for (auto const field : json) {
            if (field.name() == "optional") {
                optional = field;
                continue;
            }
            auto const is_choice = field.is_object() && field.find("choose");
            if (is_choice) choice = field;
            text +=
                (text.size() > 1 ? "," : "") + codec::to_json(field.name()) + ":" + (is_choice ? "[]" : field.text());
        }
        Template<Action> one{value<Action>(codec::JsonTree::parse(text + "}").value().root())};
        if (optional) one.optional = names(*optional, one.action);
        if (choice) read_choice(*choice, one);
        return one;
    }

private:
    template <class T>
    static T value(codec::JsonValue json) {
        codec::Decoder decoder;
        auto read = decoder.read<T>(json);
        if (!read) throw BadInput("The template can't be read: " + decoder.problem() + ".");
        return std::move(*read);
    }

    template <class T>
    static T field(codec::JsonValue json, std::string_view name, T without) {
        auto const found = json.find(name);
        return found ? value<T>(*found) : without;
    }

    static RankOrder order(codec::JsonValue json) {
        auto ranks = ace_high.from_low();
        auto const named = field<Ranks>(json, "low_to_high", Ranks(ranks.begin(), ranks.end()));
        if (!std::is_permutation(named.begin(), named.end(), ranks.begin(), ranks.end()))
            throw BadInput("A choice's \"low_to_high\" has every rank once.");
        std::copy(named.begin(), named.end(), ranks.begin());
        return RankOrder(ranks);
    }

    /// The same names, as texts that live on.
    static InplaceVector<std::string_view, 2> names(codec::JsonValue json, Action const& action) {
        InplaceVector<std::string_view, 2> all;
        std::visit(
            [&]<class A>(A const&) {
                boost::mp11::mp_for_each<codec::Members<A>>([&](auto member) {
                    for (auto const name : json)
                        if (name.is_string() && name.string() == codec::field_name(member))
                            all.push_back(codec::field_name(member));
                });
            },
            action);
        return all;
    }

    static void read_choice(codec::JsonValue json, Template<Action>& one) {
        auto const range = *json.find("choose");
        auto const numbers = range.is_list() ? value<InplaceVector<int, 2>>(range)
                                             : InplaceVector<int, 2>{value<int>(range), value<int>(range)};
        if (numbers.size() != 2) throw BadInput("A template's \"choose\" is a number, or a list of two.");
        if (json.name() == "cards") {
            one.cards = CardChoice{numbers[0],
                                   numbers[1],
                                   field<Cards>(json, "from", {}),
                                   field<Cards>(json, "with", {}),
                                   field<Ranks>(json, "beats", {}),
                                   order(json)};
            return;
        }
        std::visit(
            [&]<class A>(A const&) {
                if constexpr (HasItems<A>)
                    one.items = {numbers[0], numbers[1], field<decltype(A::items)>(json, "from", {})};
            },
            one.action);
    }
};

/// \throws BadInput
template <class Action>
Templates<Action> read_templates(std::string_view text) {
    auto const legal = codec::JsonTree::parse(text);
    if (!legal || !legal->root().is_list()) throw BadInput("The list of templates is no JSON list.");
    Templates<Action> templates;
    for (auto const one : legal->root()) templates.push_back(TemplateReader<Action>().read(one));
    return templates;
}

/// The number of the seat whose view it is. \throws BadInput
inline int seat_of_view(codec::JsonValue view, int seats) {
    auto const seat = view.find("seat");
    if (!seat || !seat->is_number() || seat->number() < 0 || seat->number() >= seats)
        throw BadInput("The view is not that of a seat.");
    return static_cast<int>(seat->number());
}

/// The fields of `view` that are not the engine's are those of every game. \throws BadInput
template <class E>
typename E::View read_view(codec::JsonValue json) {
    std::string text = "{";
    for (auto const field : json)
        if (field.name() != "game" && field.name() != "seat" && field.name() != "replay")
            text += (text.size() > 1 ? "," : "") + codec::to_json(field.name()) + ":" + field.text();
    codec::Decoder decoder;
    auto view = decoder.read_text<typename E::View>(text + "}");
    if (!view) throw BadInput("The view can't be read: " + decoder.problem() + ".");
    return std::move(*view);
}

} // namespace tefuda::python
