"""The C++ kit, as it was built beside the server."""
import unittest

from kit import SERVER, KitTest

BUILT = SERVER.parent


class CppKit(KitTest, unittest.TestCase):
    sample = "cpp/bot.cpp"
    mark_of_a_traceback = ""

    @classmethod
    def install(cls, _):
        return [str(BUILT / "kit-bot")]

    # What only the other kits promise so far.
    test_it_says_what_a_built_in_bot_did_in_its_place_and_that_a_server_is_about_to_stop = None
    test_it_waits_for_a_match_or_a_rematch_no_longer_than_it_is_told_to = None
    test_it_waits_for_a_server_that_is_not_there_yet = None
    test_it_makes_the_room_that_it_is_told_to = None
    test_a_wrong_flag_is_named = None
    test_who_takes_a_seat_after_a_match_plays_the_next_one = None

    def place(self, *_):
        return {}

    def program(self, name):
        return [str(BUILT / f"kit-{name}")]
