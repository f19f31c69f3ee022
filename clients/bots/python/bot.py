#!/usr/bin/env python3
"""A sample bot for every game; it plays random legal actions: bot.py ws://127.0.0.1:8080/ws ROOM (see --help)"""
from tefuda import Bot, main, random_action


class AnyLegal(Bot):
    def choose(self, update):
        return random_action(update["legal"], self.random)


if __name__ == "__main__":
    main(AnyLegal)
