"""The C++ kit, installed as its users install it, and found by another project."""
import os
import subprocess

import pytest
from kit import KITS, SERVER, run

from tefuda.arena.local_server import local_server


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    """The project's folder, and the seconds of processor time that its bot's compilation took."""
    folder = tmp_path_factory.mktemp("outside")
    run("cmake", "-S", KITS / "cpp", "-B", "kit", f"-DCMAKE_INSTALL_PREFIX={folder / 'installed'}", folder=folder)
    run("cmake", "--build", "kit", "--target", "tefuda_bot", folder=folder)
    run("cmake", "--install", "kit", folder=folder)
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(outside CXX)\nfind_package(tefuda_bot REQUIRED)\n"
        f"add_executable(outside {KITS / 'cpp/bot.cpp'})\ntarget_link_libraries(outside tefuda::bot)\n")
    run("cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={folder / 'installed'}", folder=folder)
    before = os.times()
    run("cmake", "--build", "build", folder=folder)
    after = os.times()
    return folder, after.children_user + after.children_system - before.children_user - before.children_system


def test_a_bot_of_another_project_plays(outside):
    with local_server(SERVER, []) as url:
        done = subprocess.run([outside[0] / "build/outside", url, "--game", "fortyone", "--fill", "easy"], capture_output=True, text=True,
                              check=False)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1), done.stderr


def test_a_bot_compiles_in_less_than_15_seconds_of_processor_time(outside):
    assert outside[1] < 15
