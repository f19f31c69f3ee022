// The Python module tefuda_rules._core.
#include "clients/rules-python/src/game.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace tefuda::python {

namespace {

Seat seat_of(int seats, int number) {
    if (number < 0 || number >= seats)
        throw BadInput("Seat " + std::to_string(number) + ": this match has the seats 0 to " +
                       std::to_string(seats - 1) + ".");
    return Seat(number);
}

Observer observer_of(int seats, std::optional<int> number) {
    return number ? Observer(seat_of(seats, *number)) : Observer::spectator();
}

/// Raises Python's UnicodeEncodeError, a ValueError, for a lone surrogate. \pre it is a str
std::string text_of(py::handle text) {
    Py_ssize_t size = 0;
    auto const* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (!bytes) throw py::error_already_set();
    return {bytes, static_cast<std::size_t>(size)};
}

/// A text as it is, anything else as Python's module json writes it.
std::string json_of(py::handle value) {
    if (py::isinstance<py::str>(value)) return text_of(value);
    static auto* const dumps = new py::object(py::module_::import("json").attr("dumps"));
    return text_of((*dumps)(value));
}

std::string options_of(std::optional<py::object> const& options) {
    return options ? json_of(*options) : "{}";
}

Bytes32 server_seed_of(py::object const& seed) {
    if (py::isinstance<py::str>(seed)) {
        auto const bytes = bytes32_from_hex(text_of(seed));
        if (bytes) return *bytes;
    } else if (py::isinstance<py::int_>(seed)) {
        try {
            auto const text = seed.attr("to_bytes")(32, "big").cast<std::string>();
            Bytes32 bytes;
            std::copy(text.begin(), text.end(), bytes.begin());
            return bytes;
        } catch (py::error_already_set const&) {}
    }
    throw BadInput("A seed is a whole number from 0 to 2**256 - 1, or a text of 64 hex digits.");
}

py::dict games() {
    py::dict all;
    for (auto const* game : all_games()) {
        py::list seats;
        for (auto const count : game->seat_counts().values) seats.append(count);
        all[py::str(std::string(game->id()))] = seats;
    }
    return all;
}

void add_env(py::module_& module) {
    py::class_<Env>(module, "Env", R"(A match, in this process. Not for use by several threads at once.

Every text is JSON, byte for byte as the server's updates have it.)")
        .def(py::init([](std::string const& game, std::optional<int> seats, std::optional<py::object> const& options,
                         py::object const& seed, std::vector<std::string> entropy) {
                 return find_game(game).start(seats, options_of(options), server_seed_of(seed), std::move(entropy));
             }),
             py::arg("game"), py::arg("seats") = py::none(), py::arg("options") = py::none(), py::arg("seed") = 1,
             py::arg("entropy") = std::vector<std::string>(),
             R"(Starts a match.

seats: default the game's. options: a dict, or JSON text; absent fields get their defaults.
seed: the server seed, a number or 64 hex digits; with entropy, a text for each seat, it decides all chance: a room with the
same gives the same match.

Raises ValueError with what is wrong.)")
        .def_property_readonly("game", &Env::game)
        .def_property_readonly("seats", &Env::seats)
        .def_property_readonly("options", &Env::options, "The complete options, JSON text.")
        .def(
            "observe",
            [](Env const& env, std::optional<int> seat) { return env.observe(observer_of(env.seats(), seat)); },
            py::arg("seat"),
            "All that the seat may see, the field `view` of an update without `replay`. None: what a spectator sees.")
        .def(
            "legal", [](Env const& env, int seat) { return env.legal(seat_of(env.seats(), seat)); }, py::arg("seat"),
            "The templates of the seat's legal actions; `[]` if it may not act.")
        .def(
            "events",
            [](Env const& env, std::optional<int> seat) { return env.events(observer_of(env.seats(), seat)); },
            py::arg("seat"),
            "What happened with the last step, or at the start, as the seat (None: a spectator) sees it.")
        .def(
            "step",
            [](Env& env, int seat, py::object const& action) { env.step(seat_of(env.seats(), seat), json_of(action)); },
            py::arg("seat"), py::arg("action"),
            "Carries out an action, a dict or JSON text. Raises IllegalAction with the reason; then nothing has "
            "changed.")
        .def_property_readonly(
            "to_act",
            [](Env const& env) {
                py::list seats;
                for (auto const seat : env.to_act()) seats.append(seat.number());
                return seats;
            },
            "The seats that the game waits for, ascending. Others may perhaps act too: their `legal` says so.")
        .def_property_readonly("over", &Env::over)
        .def_property_readonly(
            "result", [](Env const& env) { return env.over() ? std::optional(env.result()) : std::nullopt; },
            "The result, JSON text; None until the match is over.")
        .def_property_readonly("timed", &Env::timed,
                               "The actions that a server would send by itself after a time, JSON text; mostly `[]`.")
        .def(
            "rule_of_thumb",
            [](Env const& env, int seat, std::uint64_t seed) {
                return env.rule_of_thumb(seat_of(env.seats(), seat), seed);
            },
            py::arg("seat"), py::arg("seed") = 0,
            "What the built-in bots of level `normal` would do, JSON text; None where they have no opinion.")
        .def("copy", &Env::copy, "The same match once more: the same cards, and the same chance to come.")
        .def(
            "redeal",
            [](Env const& env, int seat, std::uint64_t seed) { return env.redeal(seat_of(env.seats(), seat), seed); },
            py::arg("seat"), py::arg("seed") = 0,
            "A copy in which all that the seat doesn't know, and all chance to come, is drawn again from the seed. It "
            "depends "
            "only on what the seat knows, and has no events before its first step.");
}

/// A view of the batch's memory, which lives as long as the array. Python can't write to it.
template <class Shown, class T>
py::array array_of(py::object const& batch, std::vector<T> const& items, int rows, int columns) {
    auto const cell = static_cast<py::ssize_t>(sizeof(T));
    py::array array(py::dtype::of<Shown>(),
                    columns > 0 ? std::vector<py::ssize_t>{rows, columns} : std::vector<py::ssize_t>{rows},
                    columns > 0 ? std::vector<py::ssize_t>{columns * cell, cell} : std::vector<py::ssize_t>{cell},
                    items.data(), batch);
    array.attr("setflags")(py::arg("write") = false);
    return array;
}

/// A property that is such a view. \param columns of a row; 0 for one number a row
template <class Shown, auto items>
auto array_property(int BatchArrays::*columns) {
    return [columns](py::object const& self) {
        auto const& arrays = self.cast<Batch const&>().arrays();
        return array_of<Shown>(self, arrays.*items, arrays.matches, columns ? arrays.*columns : 0);
    };
}

using Choices = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

void step_batch(Batch& batch, py::object const& numbers_given) {
    auto const matches = batch.arrays().matches;
    auto const given = py::array::ensure(numbers_given);
    if (!given) throw BadInput("The choices are no array.");
    if (given.dtype().kind() != 'i' && given.dtype().kind() != 'u')
        throw BadInput("The choices are whole numbers, not " + py::str(given.dtype()).cast<std::string>() + ".");
    if (given.ndim() != 1 || given.shape(0) != matches)
        throw BadInput("The choices are a list of " + std::to_string(matches) + " numbers, one for each match.");
    Choices const choices(given);
    std::span<std::int32_t const> const numbers(choices.data(), static_cast<std::size_t>(matches));
    py::gil_scoped_release const released;
    batch.step(numbers);
}

void add_batch(py::module_& module) {
    using A = BatchArrays;
    py::class_<Batch>(module, "Batch", R"(Many matches of one game, one decision of each at a time.

The arrays have a row for each match. They show the batch's own memory: `step` changes them in place.)")
        .def(py::init([](std::string const& game, int matches, std::optional<int> seats,
                         std::optional<py::object> const& options, std::uint64_t seed, bool ask_all) {
                 return find_game(game).start_batch(matches, seats, options_of(options), seed, ask_all);
             }),
             py::arg("game"), py::arg("matches"), py::arg("seats") = py::none(), py::arg("options") = py::none(),
             py::arg("seed") = 1, py::arg("ask_all") = false,
             R"(Starts the matches; the k-th match of the batch, from 0, is Env(game, seats, options, seed + k).

ask_all: ask also seats that may act but need not; they may `wait`. Without it only seats that the game waits for are asked.)")
        .def("step", &step_batch, py::arg("choices"),
             "Makes the decision of each match by a number that its row of `mask` allows. Where a match ends, `ended` "
             "is set, and "
             "the row shows a new match. Runs without the GIL. Raises ValueError, before any change, for a number that "
             "isn't "
             "allowed.")
        .def_property_readonly("features", array_property<Cell, &A::features>(&A::features_width),
                               "int16: what the deciding seat sees; `describe` names the columns.")
        .def_property_readonly("mask", array_property<bool, &A::mask>(&A::actions_width),
                               "bool: the numbers that the deciding seat may choose; `describe` says what they mean.")
        .def_property_readonly("seat", array_property<std::int8_t, &A::seat>(nullptr), "int8: the deciding seat.")
        .def_property_readonly("ended", array_property<bool, &A::ended>(nullptr),
                               "bool: whether a match ended in the last step.")
        .def_property_readonly("ranks", array_property<std::int8_t, &A::ranks>(&A::seats),
                               "int8: the seats' ranks in the match that ended last in this row, from 1; 0 before.")
        .def_property_readonly("scores", array_property<std::int32_t, &A::scores>(&A::seats),
                               "int32: the seats' scores in that match.")
        .def_property_readonly("seats", [](Batch const& batch) { return batch.arrays().seats; })
        .def_property_readonly(
            "moves", [](Batch const& batch) { return batch.arrays().moves; }, "How many actions were carried out.")
        .def_property_readonly(
            "ends", [](Batch const& batch) { return batch.arrays().ends; }, "How many matches ended.")
        .def("__len__", [](Batch const& batch) { return batch.arrays().matches; })
        .def(
            "env",
            [](Batch const& batch, int match) {
                if (match < 0 || match >= batch.arrays().matches)
                    throw BadInput("Match " + std::to_string(match) + ": this batch has the matches 0 to " +
                                   std::to_string(batch.arrays().matches - 1) + ".");
                return batch.env(match);
            },
            py::arg("match"), "A copy of one match, as an Env. It has no events before its first step.");
}

void add_coder(py::module_& module) {
    py::class_<Coder>(module, "Coder", R"(Plays at a server what was learned from batches.

Turns the texts of an update into the same features and mask, and chosen numbers into an action.)")
        .def(py::init([](std::string const& game, std::optional<int> seats) { return find_game(game).coder(seats); }),
             py::arg("game"), py::arg("seats") = py::none())
        .def(
            "begin",
            [](Coder& coder, py::object const& view, py::object const& legal, bool may_wait) {
                coder.begin(json_of(view), json_of(legal), may_wait);
            },
            py::arg("view"), py::arg("legal"), py::arg("may_wait") = false,
            "Begins the decision of an update with this `view` and `legal`: JSON texts, or what they were parsed to. "
            "may_wait: the "
            "seat need not act. Raises ValueError for what can't be read.")
        .def("choose", &Coder::choose, py::arg("number"),
             "Takes a number that the mask allows. Returns the action, JSON text (`null` for `wait`); None if its list "
             "isn't complete: "
             "then choose again. Raises ValueError for a number that isn't allowed.")
        .def_property_readonly("features",
                               [](py::object const& self) {
                                   auto const& features = self.cast<Coder const&>().arrays().features;
                                   return array_of<Cell>(self, features, static_cast<int>(features.size()), 0);
                               })
        .def_property_readonly("mask", [](py::object const& self) {
            auto const& mask = self.cast<Coder const&>().arrays().mask;
            return array_of<bool>(self, mask, static_cast<int>(mask.size()), 0);
        });
}

py::dict describe(std::string const& game, std::optional<int> seats) {
    auto const description = find_game(game).describe(seats);
    py::list features;
    for (auto const& [name, first, count, meaning] : description.features)
        features.append(py::make_tuple(name, first, count, meaning));
    py::dict all;
    all["features"] = features;
    all["actions"] = description.actions;
    return all;
}

} // namespace

} // namespace tefuda::python

PYBIND11_MODULE(_core, module) {
    using namespace tefuda::python;
    module.doc() = "The rules of Tefuda's games.";
    py::register_exception<BadInput>(module, "BadInput", PyExc_ValueError);
    py::register_exception<RefusedAction>(module, "IllegalAction", PyExc_ValueError).attr("__doc__") =
        "The rules refuse an action; the text says why. Nothing has changed.";
    module.def("games", &games, "The games by their ids, each with the numbers of seats that it can be played with.");
    module.def(
        "describe", &describe, py::arg("game"), py::arg("seats") = py::none(),
        "What the numbers of a batch mean: `features`, a list of (name, first column, number of columns, meaning), and "
        "`actions`, what each number stands for.");
    add_env(module);
    add_batch(module);
    add_coder(module);
}
