"""The bare Debian below PACKAGE_ROOT, and who stands for systemd there."""
import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

import websockets

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests/support"))

ROOT = Path(os.environ["PACKAGE_ROOT"])
PACKAGE = Path(os.environ["TEFUDA_PACKAGE"])
OLD_PACKAGE = Path(os.environ["TEFUDA_OLD_PACKAGE"])
UNIT = TOP / "server/package/tefuda.service"
PATIENCE = 120  # seconds after which something hangs that normally happens at once


def inside(*command, check=True):
    """Runs a command in the bare Debian. Returns its output."""
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LANG": "C.UTF-8", "HOME": "/root"}
    done = subprocess.run(["chroot", ROOT, *command], text=True, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if check and done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stdout}")
    return done.stdout


def install(package):
    shutil.copy(package, ROOT / "tmp" / "tefuda.deb")
    inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", "/tmp/tefuda.deb")
    (ROOT / "tmp" / "tefuda.deb").unlink()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def setting_of(unit, name):
    """All values of a setting of the service, from its file and from what `systemctl edit` has added."""
    files = [unit, *(ROOT / "etc/systemd/system/tefuda.service.d").glob("*.conf")]
    return [value for file in files for value in re.findall(rf"^{name}=(.*)$", file.read_text(), re.MULTILINE)]


class Service:
    """The server as the service's file starts it, until the end of the `with` block. Listens at a free port of loopback."""

    def __init__(self, port=None, unit=UNIT):
        self.port = port or free_port()
        self.unit = unit

    def __enter__(self):
        command = setting_of(self.unit, "ExecStart")[0].split()
        user = setting_of(self.unit, "User")[0]
        (ROOT / "run").mkdir(exist_ok=True)
        for name in setting_of(self.unit, "RuntimeDirectory"):
            inside("install", "-d", "-o", user, "-g", user, "-m", setting_of(self.unit, "RuntimeDirectoryMode")[0], f"/run/{name}")
        self.told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path = ROOT / "run" / f"notify-{self.port}"
        path.unlink(missing_ok=True)
        self.told.bind(str(path))
        path.chmod(0o777)
        variables = [word for line in setting_of(self.unit, "Environment") for word in line.split()]
        self.process = subprocess.Popen(
            ["chroot", ROOT, "setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command],
            env={"PATH": os.environ["PATH"], "TEFUDA_PORT": str(self.port), "NOTIFY_SOCKET": f"/run/{path.name}",
                 **dict(word.replace("%d", self.credentials(user)).split("=", 1) for word in variables)},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        self.told.close()

    def credentials(self, user):
        """Copied when the service starts, and readable for it alone."""
        folder = ROOT / "run/credentials/tefuda.service"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        uid = int(inside("id", "-u", user))
        for line in setting_of(self.unit, "LoadCredential"):
            name, path = line.split(":", 1)
            shutil.copyfile(ROOT / path.lstrip("/"), folder / name)
            (folder / name).chmod(0o400)
            os.chown(folder / name, uid, uid)
        return f"/{folder.relative_to(ROOT)}"

    def state(self):
        """The next state that it tells systemd; "" where it has ended before."""
        self.told.settimeout(0.1)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            ended = self.process.poll() is not None
            with contextlib.suppress(TimeoutError):
                return self.told.recv(4096).decode().split("\n")[0]
            if ended:
                return ""
        raise TimeoutError("the service does not say whether it runs")

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as reply:
            return reply.status, reply.read().decode()

    def niceness(self):
        """Of each of its threads."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        return [int((thread / "stat").read_text().rpartition(")")[2].split()[16]) for thread in threads]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        return self.process.returncode

    async def _make_room(self):
        async with websockets.connect(f"ws://127.0.0.1:{self.port}/ws") as connection:
            await connection.recv()
            await connection.send(json.dumps({"type": "create", "game": "fortyone"}))
            room = json.loads(await connection.recv())["room"]
            await connection.send(json.dumps({"type": "join", "room": room, "name": "Aki"}))
            joined = json.loads(await connection.recv())
            assert joined["type"] == "joined", joined
            return room

    def make_room(self):
        return asyncio.run(self._make_room())


class Systemd:
    """Answers `systemctl` in the bare Debian, until the end of the `with` block: starts, stops and reloads the service as its
    file there says, and agrees to everything else. `calls` has what was asked."""

    UNIT = ROOT / "lib/systemd/system/tefuda.service"

    def __init__(self):
        self.service, self.calls, self.port = None, [], free_port()

    def __enter__(self):
        self.program = ROOT / "usr/bin/systemctl"
        self.pipes = [ROOT / "run/systemctl.asked", ROOT / "run/systemctl.answer"]
        (ROOT / "run/systemd/system").mkdir(parents=True, exist_ok=True)
        for pipe in self.pipes:
            os.mkfifo(pipe)
        self.program.write_text('#!/bin/sh\necho "$*" >/run/systemctl.asked\nread -r code word </run/systemctl.answer\necho "$word"\nexit "$code"\n')
        self.program.chmod(0o755)
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.pipes[0].write_text("end\n")
        self.thread.join(PATIENCE)
        self._stop()
        for path in (self.program, *self.pipes):
            path.unlink()
        shutil.rmtree(ROOT / "run/systemd")

    def _serve(self):
        while True:
            asked = self.pipes[0].read_text().strip()
            if asked == "end":
                return
            self.calls.append(asked)
            try:
                code = self._do(asked.split())
            except Exception as problem:  # noqa: BLE001  # whoever asked is told
                self.calls.append(f"{asked}: {problem}")
                code = 1
            self.pipes[1].write_text(f"{code} {'enabled' if 'is-enabled' in asked else ''}\n")

    def _do(self, words):
        verb = next((word for word in words if not word.startswith("-")), "")
        if verb in ("stop", "restart"):
            self._stop()
        if verb in ("start", "restart") and self.service is None:
            inside("chown", "-R", "tefuda:", "/var/lib/tefuda")  # StateDirectory=
            self.service = Service(self.port, self.UNIT).__enter__()
            if self.service.state() != "READY=1":
                self._stop()
                return 1
        if verb == "reload":
            return self._reload()
        return 3 if verb == "is-active" and self.service is None else 0

    def _reload(self):
        for command in setting_of(self.UNIT, "ExecReload"):
            words = command.replace("$MAINPID", str(self.service.process.pid)).split()
            if words[0] == "/bin/kill":
                subprocess.run(words, check=True)
            elif subprocess.run(["chroot", ROOT, "setpriv", "--reuid=tefuda", "--regid=tefuda", "--clear-groups", *words],
                                stdout=subprocess.DEVNULL, check=False).returncode != 0:
                return 1
        return 0

    def _stop(self):
        if self.service:
            self.service.stop()
            self.service.__exit__()
        self.service = None


@contextlib.contextmanager
def with_long_conffile(package):
    """The package as those of version 0.2.0 were: their configuration had every flag, and was a conffile."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
        (tree / "etc/tefuda").mkdir(parents=True)
        (tree / "etc/tefuda/tefuda.conf").write_text("data = /var/lib/tefuda\n#no-such-flag-any-more = 1\n")
        (tree / "DEBIAN/conffiles").write_text("/etc/tefuda/tefuda.conf\n")
        built = Path(folder) / "long.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, built], check=True, stdout=subprocess.DEVNULL)
        yield built
