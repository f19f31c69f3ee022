"""What a test has started ends with the test's process, also where that is killed (a time-out of CTest)."""
import atexit
import os
import subprocess

_guard = None


def end_with_us(process):
    """\\param process its number; it gets SIGQUIT, at which PostgreSQL ends at once, and SIGKILL if it is there then"""
    global _guard
    if _guard is None or _guard[0] != os.getpid():
        # It sees the end of its input when the last process that writes there is gone: nobody inherits this end.
        script = 'while read -r one; do all="$all $one"; done; kill -QUIT $all; sleep 2; kill -KILL $all'
        guard = subprocess.Popen(["sh", "-c", script], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, start_new_session=True)
        # A process that ends by itself has ended what it has started, and its numbers may be others' by now.
        atexit.register(guard.kill)
        _guard = os.getpid(), guard
    _guard[1].stdin.write(f"{process}\n".encode())
    _guard[1].stdin.flush()
