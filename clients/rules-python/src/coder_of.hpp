// Coder for an engine: reads the texts of an update. Slow to compile: include it in .cpp files only.
#pragma once

#include "clients/rules-python/src/decision.hpp"
#include "protocol/codec/decode.hpp"

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
            one.cards = CardChoice{numbers[0], numbers[1], field<Cards>(json, "from", {}),
                                   field<Cards>(json, "with", {}), field<Ranks>(json, "beats", {})};
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

template <Redealable E>
class CoderOf final : public Coder {
    using Action = typename E::Action;
    using Cells = ViewCells<typename E::View>;

public:
    explicit CoderOf(int seats) : space_(seats), decision_(space_), view_width_(Cells::count(seats)) {
        arrays_.features.resize(static_cast<std::size_t>(view_width_ + Decision<Action>::cells(space_)));
        arrays_.mask.resize(static_cast<std::size_t>(space_.size()));
    }

    void begin(std::string_view view_text, std::string_view legal_text, bool may_wait) override {
        auto const view = codec::JsonTree::parse(view_text);
        auto const legal = codec::JsonTree::parse(legal_text);
        if (!view || !view->root().is_object()) throw BadInput("The view is no JSON object.");
        if (!legal || !legal->root().is_list()) throw BadInput("The list of templates is no JSON list.");
        auto const seat = view->root().find("seat");
        if (!seat || !seat->is_number() || seat->number() < 0 || seat->number() >= space_.seats())
            throw BadInput("The view is not that of a seat.");
        Frame const frame{space_.seats(), static_cast<int>(seat->number())};
        auto const seen = read_view(view->root());
        Templates<Action> templates;
        for (auto const one : legal->root()) templates.push_back(TemplateReader<Action>().read(one));
        std::fill(arrays_.features.begin(), arrays_.features.end(), Cell(0));
        Cells::write_to(arrays_.features.data(), seen, frame);
        decision_.begin(std::move(templates), frame, may_wait);
        write_choice();
    }

    std::optional<std::string> choose(int number) override {
        if (number < 0 || number >= space_.size() || !arrays_.mask[static_cast<std::size_t>(number)])
            throw BadInput("The number " + std::to_string(number) + " is not allowed now: see the mask.");
        auto const made = decision_.choose(number);
        std::fill(arrays_.mask.begin(), arrays_.mask.end(), std::uint8_t(0));
        if (made) return decision_.action() ? codec::to_json(*decision_.action()) : "null";
        write_choice();
        return std::nullopt;
    }

private:
    /// The fields of `view` that are not the engine's are those of every game.
    static typename E::View read_view(codec::JsonValue json) {
        std::string text = "{";
        for (auto const field : json)
            if (field.name() != "game" && field.name() != "seat" && field.name() != "replay")
                text += (text.size() > 1 ? "," : "") + codec::to_json(field.name()) + ":" + field.text();
        codec::Decoder decoder;
        auto view = decoder.read_text<typename E::View>(text + "}");
        if (!view) throw BadInput("The view can't be read: " + decoder.problem() + ".");
        return std::move(*view);
    }

    void write_choice() {
        auto const first = arrays_.features.begin() + view_width_;
        std::fill(first, arrays_.features.end(), Cell(0));
        decision_.write_cells(arrays_.features.data() + view_width_);
        std::fill(arrays_.mask.begin(), arrays_.mask.end(), std::uint8_t(0));
        decision_.write_mask(arrays_.mask.data());
    }

    ActionSpace<Action> space_;
    Decision<Action> decision_;
    int view_width_;
};

} // namespace tefuda::python
