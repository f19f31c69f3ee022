// The Python module tefuda_rules._core.
#include "clients/rules-python/src/game.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstring>
#include <limits>
#include <tuple>

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

py::object from_json(std::string const& text) {
    static auto* const loads = new py::object(py::module_::import("json").attr("loads"));
    return (*loads)(text);
}

/// An update as a dict; a view becomes an update that has only it.
py::dict update_of(py::handle given) {
    auto const object =
        py::isinstance<py::str>(given) ? from_json(text_of(given)) : py::reinterpret_borrow<py::object>(given);
    if (!py::isinstance<py::dict>(object)) throw BadInput("An update, or its view, is a dict or JSON text.");
    auto update = object.cast<py::dict>();
    if (update.contains("view") || !update.contains("game")) return update;
    py::dict alone;
    alone["view"] = update;
    return alone;
}

std::unique_ptr<Env> from_view(py::handle update, std::uint64_t seed, std::optional<py::object> const& options,
                               py::iterable const& earlier) {
    auto const now = update_of(update);
    if (!now.contains("view")) throw BadInput("The update has no view.");
    std::vector<std::string> before;
    for (auto const item : earlier)
        if (auto const one = update_of(item); one.contains("view")) before.push_back(json_of(one["view"]));
    auto const view = now["view"].cast<py::dict>();
    if (!view.contains("game") || !py::isinstance<py::str>(view["game"])) throw BadInput("The view names no game.");
    auto const legal = now.contains("legal") ? json_of(now["legal"]) : std::string();
    return find_game(text_of(view["game"])).from_view(json_of(view), legal, options_of(options), before, seed);
}

/// Everything that was done to an Env, oldest first, for pickle.
py::list past_of(Env const& env) {
    if (!env.past()) {
        PyErr_SetString(PyExc_TypeError, "An Env that was taken from a Batch can't be pickled: pickle the Batch.");
        throw py::error_already_set();
    }
    py::list all;
    for (auto const* one = env.past().get(); one; one = one->before.get())
        all.append(py::make_tuple(static_cast<int>(one->kind), one->seat, one->seed, one->texts));
    all.attr("reverse")();
    return all;
}

std::unique_ptr<Env> again(py::list const& past) {
    std::unique_ptr<Env> env;
    for (auto const item : past) {
        auto const [kind, seat, seed, texts] =
            item.cast<std::tuple<int, int, std::uint64_t, std::vector<std::string>>>();
        switch (static_cast<Past::Kind>(kind)) {
        case Past::Kind::start:
            env =
                find_game(texts.at(0))
                    .start(seat, texts.at(1), bytes32_from_hex(texts.at(2)).value(), {texts.begin() + 3, texts.end()});
            break;
        case Past::Kind::from_view: {
            auto const game = text_of(from_json(texts.at(0)).cast<py::dict>()["game"]);
            env = find_game(game).from_view(texts.at(0), texts.at(1), texts.at(2), {texts.begin() + 3, texts.end()},
                                            seed);
            break;
        }
        case Past::Kind::step:
            if (env) env->step(seat_of(env->seats(), seat), texts.at(0));
            break;
        case Past::Kind::redeal:
            if (env) env = env->redeal(seat_of(env->seats(), seat), seed);
            break;
        }
    }
    if (!env) throw BadInput("This is no pickled Env.");
    return env;
}

/// \throws BadInput
std::string search_action(Env const& env, int number, std::optional<double> milliseconds, std::optional<int> iterations,
                          std::uint64_t seed) {
    auto const seat = seat_of(env.seats(), number);
    if (!milliseconds && !iterations) throw BadInput("A search needs milliseconds or iterations.");
    constexpr double day = 24 * 60 * 60 * 1000.0;
    if ((milliseconds && !(*milliseconds > 0 && *milliseconds <= day)) || (iterations && *iterations < 1))
        throw BadInput("A search needs at least one iteration, and from more than 0 to 86,400,000 milliseconds.");
    py::gil_scoped_release const released;
    return env.best(seat, milliseconds.value_or(day), iterations.value_or(std::numeric_limits<int>::max()), seed);
}

py::array_t<float> playouts(Env const& env, int count, std::optional<int> seat, std::uint64_t seed) {
    if (count < 1) throw BadInput("At least one playout.");
    auto const from = seat ? std::optional(seat_of(env.seats(), *seat)) : std::nullopt;
    std::vector<float> shares;
    {
        py::gil_scoped_release const released;
        shares = env.playouts(count, from, seed);
    }
    return py::array_t<float>({count, env.seats()}, shares.data());
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
        .def("search", &search_action, py::arg("seat"), py::arg("ms") = py::none(), py::arg("iterations") = py::none(),
             py::arg("seed") = 0,
             "What a built-in bot of level `hard` does that searches so long, JSON text: the strongest baseline. It "
             "uses "
             "only what the seat knows. With iterations alone the same seed gives the same action. Runs without the "
             "GIL. "
             "Raises ValueError where the match does not wait for the seat.")
        .def_property_readonly("returns", &Env::returns,
                               "For each seat a number: its share of the win less an even share; all 0 until the end.")
        .def("copy", &Env::copy, "The same match once more: the same cards, and the same chance to come.")
        .def("__copy__", &Env::copy)
        .def(
            "__deepcopy__", [](Env const& env, py::handle) { return env.copy(); }, py::arg("memo"))
        .def(py::pickle(&past_of, &again))
        .def("__repr__",
             [](Env const& env) {
                 return "<tefuda_rules.Env " + std::string(env.game()) + ", " + std::to_string(env.seats()) + " seats" +
                        (env.over() ? ", over>" : ">");
             })
        .def_static("from_view", &from_view, py::arg("update"), py::arg("seed") = 0, py::arg("options") = py::none(),
                    py::arg("earlier") = py::tuple(),
                    R"(A match that this seat can't tell from its own: all that it doesn't know is drawn from the seed.

update: an update of the server, or its view: a dict or JSON text. options: the room's. earlier: updates of the same match and
seat so far, oldest first: they tell what a view doesn't show and the seat remembers. Those without a view are left out.

Raises ValueError for a view that no match with these options has, and for `legal` that isn't legal in it.)")
        .def("playouts", &playouts, py::arg("count"), py::arg("seat") = py::none(), py::arg("seed") = 0,
             "Plays copies to their ends, every seat by the rules of thumb. Returns an array, count x seats: each "
             "seat's share of the win (winners share it; all do where nobody wins). seat: what this seat doesn't know "
             "is dealt again in each copy; None: all have the real cards. Runs without the GIL.")
        .def(
            "redeal",
            [](Env const& env, int seat, std::uint64_t seed) { return env.redeal(seat_of(env.seats(), seat), seed); },
            py::arg("seat"), py::arg("seed") = 0,
            "A copy in which all that the seat doesn't know, and all chance to come, is drawn again from the seed. It "
            "depends "
            "only on what the seat knows, and has no events before its first step.");
}

/// A batch with what it was started with, which a pickle needs.
struct PyBatch {
    std::string game;
    BatchSetting setting;
    std::unique_ptr<Batch> batch;
};

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
auto array_property(int BatchArrays::* columns) {
    return [columns](py::object const& self) {
        auto const& arrays = self.cast<PyBatch const&>().batch->arrays();
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

std::unique_ptr<PyBatch> start_batch(std::string const& game, int matches, std::optional<int> seats,
                                     std::optional<py::object> const& options, std::uint64_t seed, bool ask_all,
                                     std::optional<std::map<int, std::string>> const& opponents, int history) {
    BatchSetting setting{matches, seats, options_of(options), seed, ask_all, {}, history};
    if (opponents)
        for (auto const& [seat, level] : *opponents) {
            if (level != "normal") throw BadInput("Opponents play as \"normal\", not \"" + level + "\".");
            setting.opponents.push_back(seat);
        }
    auto batch = find_game(game).start_batch(setting);
    return std::make_unique<PyBatch>(PyBatch{game, std::move(setting), std::move(batch)});
}

template <class T>
py::bytes bytes_of(std::vector<T> const& items) {
    return {reinterpret_cast<char const*>(items.data()), items.size() * sizeof(T)};
}

template <class T>
std::vector<T> items_of(py::handle bytes) {
    auto const text = bytes.cast<std::string>();
    std::vector<T> items(text.size() / sizeof(T));
    std::memcpy(items.data(), text.data(), items.size() * sizeof(T));
    return items;
}

py::tuple pickled(PyBatch const& self) {
    auto const& set = self.setting;
    auto const record = self.batch->record();
    auto const& results = record.results;
    py::list choices;
    for (auto const& row : record.choices) choices.append(bytes_of(row));
    return py::make_tuple(py::make_tuple(self.game, set.matches, set.seats, set.options, set.seed, set.ask_all,
                                         set.opponents, set.history),
                          record.next_seed, bytes_of(record.seeds), choices, bytes_of(results.ended),
                          bytes_of(results.ranks), bytes_of(results.scores), bytes_of(results.winners),
                          bytes_of(results.teams), bytes_of(results.rewards), bytes_of(results.wins), results.moves,
                          results.ends);
}

std::unique_ptr<PyBatch> unpickled(py::tuple const& state) {
    auto const set = state[0].cast<py::tuple>();
    BatchSetting setting{set[1].cast<int>(),         set[2].cast<std::optional<int>>(),
                         set[3].cast<std::string>(), set[4].cast<std::uint64_t>(),
                         set[5].cast<bool>(),        set[6].cast<std::vector<int>>(),
                         set[7].cast<int>()};
    auto const game = set[0].cast<std::string>();
    auto batch = find_game(game).start_batch(setting);
    BatchRecord record;
    record.next_seed = state[1].cast<std::uint64_t>();
    record.seeds = items_of<std::uint64_t>(state[2]);
    for (auto const row : state[3].cast<py::list>()) record.choices.push_back(items_of<std::int32_t>(row));
    record.results.ended = items_of<std::uint8_t>(state[4]);
    record.results.ranks = items_of<std::int8_t>(state[5]);
    record.results.scores = items_of<std::int32_t>(state[6]);
    record.results.winners = items_of<std::uint8_t>(state[7]);
    record.results.teams = items_of<std::int8_t>(state[8]);
    record.results.rewards = items_of<float>(state[9]);
    record.results.wins = items_of<double>(state[10]);
    record.results.moves = state[11].cast<std::int64_t>();
    record.results.ends = state[12].cast<std::int64_t>();
    batch->restore(record);
    return std::make_unique<PyBatch>(PyBatch{game, std::move(setting), std::move(batch)});
}

std::unique_ptr<PyBatch> copy_batch(PyBatch const& self) {
    return std::make_unique<PyBatch>(PyBatch{self.game, self.setting, self.batch->copy()});
}

void add_batch(py::module_& module) {
    using A = BatchArrays;
    py::class_<PyBatch>(module, "Batch", R"(Many matches of one game, one decision of each at a time.

The arrays have a row for each match. They show the batch's own memory: `step` changes them in place.)")
        .def(py::init(&start_batch), py::arg("game"), py::arg("matches"), py::arg("seats") = py::none(),
             py::arg("options") = py::none(), py::arg("seed") = 1, py::arg("ask_all") = false,
             py::arg("opponents") = py::none(), py::arg("history") = 1,
             R"(Starts the matches; the k-th match of the batch, from 0, is Env(game, seats, options, seed + k).

ask_all: ask also seats that may act but need not; they may `wait`. Without it only seats that the game waits for are asked.
opponents: {seat: "normal"}: these seats play as the built-in bots of that level do, and are never asked. A match that ends
before any other seat was asked is counted in `ends` and `wins`, and shown nowhere else.
history: how many of the last items of a list have columns of their own, newest first.)")
        .def(
            "step", [](PyBatch& self, py::object const& choices) { step_batch(*self.batch, choices); },
            py::arg("choices"),
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
        .def_property_readonly("winners", array_property<bool, &A::winners>(&A::seats),
                               "bool: whether each seat won that match. Nobody may have won.")
        .def_property_readonly("teams", array_property<std::int8_t, &A::teams>(&A::seats),
                               "int8: the number of each seat's team in that match; -1 without teams.")
        .def_property_readonly("rewards", array_property<float, &A::rewards>(&A::seats),
                               "float32: where a match ended in the last step, each seat's share of the win less an "
                               "even share; 0 elsewhere.")
        .def_property_readonly(
            "wins",
            [](py::object const& self) {
                auto const& wins = self.cast<PyBatch const&>().batch->arrays().wins;
                return array_of<double>(self, wins, static_cast<int>(wins.size()), 0);
            },
            "float64: each seat's shares of the wins so far, added up over all `ends` matches.")
        .def("copy", &copy_batch, "The same batch once more: the same matches, and the same ones to come.")
        .def("__copy__", &copy_batch)
        .def(
            "__deepcopy__", [](PyBatch const& self, py::handle) { return copy_batch(self); }, py::arg("memo"))
        .def(py::pickle(&pickled, &unpickled))
        .def("__repr__",
             [](PyBatch const& self) {
                 return "<tefuda_rules.Batch " + self.game + ", " + std::to_string(self.setting.matches) + " matches>";
             })
        .def_property_readonly("seats", [](PyBatch const& self) { return self.batch->arrays().seats; })
        .def_property_readonly(
            "moves", [](PyBatch const& self) { return self.batch->arrays().moves; },
            "How many actions were carried out.")
        .def_property_readonly(
            "ends", [](PyBatch const& self) { return self.batch->arrays().ends; }, "How many matches ended.")
        .def("__len__", [](PyBatch const& self) { return self.setting.matches; })
        .def(
            "env",
            [](PyBatch const& self, int match) {
                auto const& batch = *self.batch;
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
        .def(py::init([](std::string const& game, std::optional<int> seats, int history) {
                 return find_game(game).coder(seats, history);
             }),
             py::arg("game"), py::arg("seats") = py::none(), py::arg("history") = 1)
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

py::dict describe(std::string const& game, std::optional<int> seats, int history) {
    auto const description = find_game(game).describe(seats, history);
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
        "describe", &describe, py::arg("game"), py::arg("seats") = py::none(), py::arg("history") = 1,
        "What the numbers of a batch mean: `features`, a list of (name, first column, number of columns, meaning), and "
        "`actions`, what each number stands for.");
    add_env(module);
    add_batch(module);
    add_coder(module);
}
