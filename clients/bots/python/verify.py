#!/usr/bin/env python3
"""Checks the replay of a match: verify.py FILE-OR-URL [GAMES]; of URLs that of the page, too (…/replay/CODE/MATCH),
or an open board of the day, with all its results: verify.py URL-OF-THE-BOARD (…/api/daily/DATE/GAME)

GAMES is a file or URL with what the server tells at /api/games; if the replay is read from a server's URL, its own. The
packs must be among those that it names. verify_replay.py and verify_board.py, beside this file, say what is checked.
Exit status: 0 if everything is right, 1 if something is wrong, 2 if it can't be read, 3 if nothing is wrong, but somebody
could know the cards: a test has chosen them, or the match goes on from another one. In a board of the day that is wrong.
"""
import contextlib
import os
import re
import sys
import threading

from verify_board import verify_board
from verify_replay import Wrong, plain, read, verify, why_no_proof

MOST_SECONDS = {"replay": 120, "board": 3600}  # for all of it: whoever answers slowly is not waited for for ever


@contextlib.contextmanager
def in_time(kind, source):
    """Ends the program where the `with` block takes too long."""
    def give_up():
        print(plain(f"{source} can't be read: it takes more than {MOST_SECONDS[kind]} s"), file=sys.stderr, flush=True)
        os._exit(2)  # the other thread waits for somebody's answer

    timer = threading.Timer(MOST_SECONDS[kind], give_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def judge(kind, check, doubt=lambda: None):
    """Prints what was checked, and whether it is right. \\param check returns lines \\param doubt returns why it is no proof,
    or None \\returns the exit status"""
    try:
        print(*map(plain, check()), sep="\n")
        why = doubt()
    except Wrong as problem:
        print(plain(f"WRONG: {problem}"))
        return 1
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
        print(plain(f"WRONG: this {kind} is not built as one should be ({type(problem).__name__}: {problem})"))
        return 1
    if why:
        print(plain(f"NO PROOF: what can be recomputed is as it should be, but {why}"))
        return 3
    print("RIGHT: everything that can be recomputed is as it should be")
    return 0


def document_of(address):
    """Where the document is that the page shows at an address: people have the page's."""
    replay = re.fullmatch(r"(https?://[^/]+)/(?:#/)?replay/(\w+)/(\d+)/?", address)
    board = re.fullmatch(r"(https?://[^/]+)/(?:#/)?daily/([\d-]+)/(\w+)/?", address)
    if replay:
        return "{}/api/rooms/{}/matches/{}".format(*replay.groups())
    return "{}/api/daily/{}/{}".format(*board.groups()) if board else address


def main(arguments):
    if arguments in (["--help"], ["-h"]):
        print(__doc__.strip())
        return 0
    if len(arguments) not in (1, 2):
        print("Usage: verify.py FILE-OR-URL [GAMES]", file=sys.stderr)
        return 2
    arguments = [document_of(arguments[0]), *arguments[1:]]
    with in_time("board" if "/api/daily/" in arguments[0] else "replay", arguments[0]):
        return verified(*arguments)


def verified(source, games=None):
    try:
        if "/api/daily/" in source:
            return judge("board", lambda: verify_board(source))
        server, rooms, _ = source.partition("/api/rooms/")
        games = games or (f"{server}/api/games" if "://" in server and rooms else None)
        replay = read(source)
        source = games
        games = read(games) if games else None
    except (OSError, ValueError) as problem:
        print(plain(f"{source} can't be read: {problem}"), file=sys.stderr)
        return 2
    return judge("replay", lambda: verify(replay, games), lambda: why_no_proof(replay))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
