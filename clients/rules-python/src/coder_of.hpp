// Coder for an engine: reads the texts of an update. Slow to compile: include it in .cpp files only.
#pragma once

#include "clients/rules-python/src/decision.hpp"
#include "clients/rules-python/src/read_update.hpp"

namespace tefuda::python {

template <Redealable E>
class CoderOf final : public Coder {
    using Action = typename E::Action;
    using Cells = ViewCells<typename E::View>;

public:
    explicit CoderOf(Shape shape)
        : shape_(shape), space_(shape.seats), decision_(space_), view_width_(Cells::count(shape)) {
        arrays_.features.resize(static_cast<std::size_t>(view_width_ + Decision<Action>::cells(space_)));
        arrays_.mask.resize(static_cast<std::size_t>(space_.size()));
    }

    void begin(std::string_view view_text, std::string_view legal_text, bool may_wait) override {
        auto const view = codec::JsonTree::parse(view_text);
        if (!view || !view->root().is_object()) throw BadInput("The view is no JSON object.");
        auto templates = read_templates<Action>(legal_text);
        Frame const frame{space_.seats(), seat_of_view(view->root(), space_.seats())};
        auto const seen = read_view<E>(view->root());
        std::fill(arrays_.features.begin(), arrays_.features.end(), Cell(0));
        Cells::write_to(arrays_.features.data(), seen, {shape_, frame.me});
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
    void write_choice() {
        auto const first = arrays_.features.begin() + view_width_;
        std::fill(first, arrays_.features.end(), Cell(0));
        decision_.write_cells(arrays_.features.data() + view_width_);
        std::fill(arrays_.mask.begin(), arrays_.mask.end(), std::uint8_t(0));
        decision_.write_mask(arrays_.mask.data());
    }

    Shape shape_;
    ActionSpace<Action> space_;
    Decision<Action> decision_;
    int view_width_;
};

} // namespace tefuda::python
