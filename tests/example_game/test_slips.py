"""Compiles the example with the slips that everybody makes: the compiler's first lines must name the slip and the type."""
import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "tests/example_game/doubt"
FIRST_LINES = 12

# What it is; the file that is compiled; the file with the slip; the text that is replaced, by what; words that must appear.
SLIPS = [
    ("event_for has no case for an event", "view.cpp", "view.cpp",
     "[](Accepted const& accepted) -> SeenEvent { return accepted; },", "",
     ["doubt::Accepted", "a case for this alternative of the variant is missing"]),
    ("an action has no ==", "play.cpp", "types.hpp",
     "friend bool operator==(Play const&, Play const&) = default;", "", ["doubt::Play", "this type, or one in it, needs: friend bool operator=="]),
    ("the state has no ==", "play.cpp", "state.hpp",
     "friend bool operator==(State const&, State const&) = default;", "", ["doubt::State", "needs: friend bool operator=="]),
    ("an event is not described", "play.cpp", "types.hpp",
     "BOOST_DESCRIBE_STRUCT(Accepted, (), (seat))", "", ["doubt::Accepted", "describe this type beside its definition"]),
    ("a part of the table is not described", "play.cpp", "types.hpp",
     "BOOST_DESCRIBE_STRUCT(SeenClaim, (), (seat, rank, cards))", "", ["doubt::SeenClaim", "describe this type beside its definition"]),
    ("a description lacks the last member", "play.cpp", "types.hpp",
     "(rank, claim, pile, open, stock)", "(rank, claim, pile, open)", ["doubt::Table", "must have all its members"]),
    ("a description lacks a member in the middle", "play.cpp", "types.hpp",
     "(seat, player, cards, loser, points)", "(seat, player, loser, points)", ["doubt::Doubted", "must have all its members"]),
    ("an action has no type", "play.cpp", "types.hpp",
     'static constexpr std::string_view type = "accept";', "", ["doubt::Accept", "this alternative needs: static constexpr std::string_view type"]),
    ("a function is missing", "play.cpp", "doubt.hpp",
     "static Seats to_act(State const& state);", "", ["the engine needs: static Seats to_act(State const&);"]),
    # Of an optional function with other types the harness would not know.
    *((f"{name} has other types", "play.cpp", "doubt.hpp", "static Cards all_cards(State const& state);",
       f"static Cards all_cards(State const& state);\nstatic int {name}(State const& state);", [f"this one should be: static {should}"])
      for name, should in (("scores_total", "Points scores_total(State const&);"), ("is_possible", "bool is_possible(State const&);"),
                           ("shows_hand", "bool shows_hand(State const&, Observer, Seat holder);"))),
]


def first_lines(compiled, spoilt, text, other):
    """The compiler's first lines for the example with one text replaced; empty if it compiles."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "doubt"
        shutil.copytree(EXAMPLE, game)
        if spoilt:
            source = (game / spoilt).read_text(encoding="utf-8")
            assert source.count(text) == 1, f"{spoilt} has no single {text!r}"
            (game / spoilt).write_text(source.replace(text, other), encoding="utf-8")
        compiler = os.environ.get("CXX", "c++")
        command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{ROOT}", str(game / compiled)]
        result = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}, check=False)
        return [] if result.returncode == 0 else result.stderr.splitlines()[:FIRST_LINES]


# Without a slip it compiles: else every slip would be found.
CASES = [(f"{name} as it is", name, None, None, None, []) for name in ("play.cpp", "view.cpp")] + SLIPS


@pytest.fixture(scope="module")
def compiled():
    """The compiler's first lines for each case; it runs on every core."""
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return dict(zip((case[0] for case in CASES), pool.map(lambda case: first_lines(*case[1:5]), CASES)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_the_first_lines_name_the_slip(compiled, case):
    lines, words = compiled[case[0]], case[-1]
    told = "\n".join(lines)
    assert bool(lines) == bool(words), told
    missing = [word for word in words if word not in told]
    assert not missing, f"{missing} is not in\n{told}"
