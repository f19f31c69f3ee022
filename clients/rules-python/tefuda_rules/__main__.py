"""python3 -m tefuda_rules GAME [SEATS]: prints what the columns and the numbers of a batch mean."""
import os
import sys

from . import describe, games


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in games():
        sys.exit(f"{__doc__}\nThe games are {', '.join(games())}.")
    meaning = describe(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else None)
    print("columns        name: meaning")
    for name, first, count, text in meaning["features"]:
        print(f"{first:5} to {first + count - 1:5}  {name}: {text}")
    print("\nnumber  action")
    for number, text in enumerate(meaning["actions"]):
        print(f"{number:6}  {text}")


if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:  # `| head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
