"""Builds the module tefuda_rules._core with CMake, from the checkout around this folder.

The folder of CMake's build is build/python of the checkout, or what TEFUDA_RULES_BUILD names. Nothing is built if
TEFUDA_RULES_BUILT names a module that CMake has built already."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

TOP = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("TEFUDA_RULES_BUILD", TOP / "build/python"))


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(os.environ.get("TEFUDA_RULES_BUILT") or self.built(target.suffix), target)

    def built(self, suffix):
        if not (TOP / "rules/games.txt").exists():
            sys.exit("tefuda_rules is built from a checkout of Tefuda: `pip install clients/rules-python` there.")
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        # Not the interpreter of a virtual environment, which may be gone when CMake runs again.
        subprocess.run(["cmake", "-S", TOP, "-B", BUILD, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DTEFUDA_PYTHON=ON",
                        "-DTEFUDA_SERVER=OFF", "-DTEFUDA_TESTS=OFF",
                        f"-DPython_EXECUTABLE={os.path.realpath(sys.executable)}"], check=True)
        subprocess.run(["cmake", "--build", BUILD, "--target", "rules_python", "-j", str(os.cpu_count())], check=True)
        built, = (BUILD / "rules_python/tefuda_rules").glob("_core*" + suffix)
        return built


setup(ext_modules=[Extension("tefuda_rules._core", [])], cmdclass={"build_ext": CMakeBuild})
