"""A test of the tests: nothing outlives one that is killed."""
import subprocess
import sys

from cluster import TOP, is_alive, until

PROGRAM = """
import subprocess, sys
from guard import end_with_us
sleeper = subprocess.Popen(["sleep", "1000"], start_new_session=True)
end_with_us(sleeper.pid)
print(sleeper.pid, flush=True)
sleeper.wait()
"""


async def test_what_a_killed_test_has_started_ends():
    killed = subprocess.Popen([sys.executable, "-c", PROGRAM], cwd=TOP / "tests/support", stdout=subprocess.PIPE, text=True)
    sleeper = int(killed.stdout.readline())
    killed.kill()
    killed.wait()
    await until(lambda: not is_alive(sleeper), "it has ended")
