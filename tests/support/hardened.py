"""What the linker and the compiler do against errors in memory, read from a program's file."""
import re
import subprocess


def weaknesses(program):
    """\\returns what this program lacks of the preset "hardened", as words"""
    def told(*options):
        return subprocess.run(["readelf", "--wide", *options, program], capture_output=True, text=True, check=True).stdout

    header, parts, dynamic, names = told("--file-header"), told("--segments"), told("--dynamic"), told("--dyn-syms")
    found = {
        "its place in memory varies": re.search(r"Type:\s+DYN", header),
        "its stack can't be executed": re.search(r"GNU_STACK.* RW +0x", parts),
        "its tables are read-only": "GNU_RELRO" in parts,
        "all its symbols are bound at the start": re.search(r"BIND_NOW|FLAGS_1.*\bNOW\b", dynamic),
        "it checks the end of its stack frames": "__stack_chk_fail" in names,
        "it checks the sizes of what it copies": re.search(r"__(mem|str|vsn|sn)\w*_chk\b", names),
    }
    return [what for what, holds in found.items() if not holds]
