"""Tests the compose files with docker-compose, which uses podman in place of Docker."""
import os
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

import yaml

from container import IMAGE, LIMITS, PATIENCE, ROOT, free_port, podman


@unittest.skipUnless(shutil.which("docker-compose"), "docker-compose is missing")
class Compose(unittest.TestCase):
    def setUp(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        service = subprocess.Popen(["podman", "--runtime", "runc", "system", "service", "--time=0", f"unix://{folder}/socket"],
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(service.wait)
        self.addCleanup(service.terminate)
        self.port = free_port()
        self.environment = {**os.environ, "DOCKER_HOST": f"unix://{folder}/socket", "TEFUDA_PUBLISH": f"127.0.0.1:{self.port}",
                            "TEFUDA_IMAGE": IMAGE}
        deadline = time.monotonic() + PATIENCE
        while not (folder / "socket").exists() and time.monotonic() < deadline:
            time.sleep(0.05)

    def compose(self, *arguments, files=("compose.yaml",)):
        named = [word for file in files for word in ("--file", ROOT / "docker" / file)]
        command = ["docker-compose", "--project-name", "tefuda-test", *named, *arguments]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_every_profile_is_valid(self):
        everything = self.compose("--profile", "tls", "--profile", "metrics", "config", "--services").split()
        self.assertEqual(sorted(everything), ["caddy", "grafana", "prometheus", "tefuda"])

    def test_every_profile_of_the_cluster_is_valid(self):
        everything = self.compose("--profile", "metrics", "config", "--services", files=["compose.cluster.yaml"]).split()
        self.assertEqual(sorted(everything), ["grafana", "haproxy", "one", "postgres", "prometheus", "three", "two"])

    def test_every_server_has_a_folder_for_the_socket_of_the_operator(self):
        for file, servers in (("compose.yaml", ["tefuda"]), ("compose.cluster.yaml", ["one", "two", "three"])):
            services = yaml.safe_load(self.compose("config", files=[file]))["services"]
            for name in servers:
                self.assertIn("/run/tefuda:mode=1777", services[name]["tmpfs"], name)

    def test_the_image_is_built_only_where_that_is_asked_for(self):
        taken = self.compose("config")
        self.assertIn(f"image: {IMAGE}\n", taken)
        self.assertNotIn("build:", taken)
        built = self.compose("config", files=["compose.yaml", "compose.build.yaml"])
        self.assertIn("image: tefuda\n", built)
        self.assertIn(f"context: {ROOT}\n", built)

    def test_a_service_that_publishes_a_port_is_in_one_network(self):
        """Podman publishes a port in each of them, and the first that it happens to begin with gets all clients."""
        for file in ("compose.yaml", "compose.cluster.yaml"):
            everything = self.compose("--profile", "tls", "--profile", "metrics", "config", files=[file])
            for name, service in yaml.safe_load(everything)["services"].items():
                if "ports" in service:
                    self.assertLessEqual(len(service.get("networks", {})), 1, f"{file}: {name}")

    def test_up_serves_the_page_within_its_limits(self):
        self.addCleanup(self.compose, "down", "--volumes")
        self.compose("up", "--detach", "--no-build")
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=PATIENCE) as answer:
                    self.assertIn("text/html", answer.headers["content-type"])
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        with self.assertRaisesRegex(urllib.error.HTTPError, "403"):
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=PATIENCE)
        ask = "exec 3<>/dev/tcp/tefuda/8080; printf 'GET /metrics HTTP/1.0\\r\\n\\r\\n' >&3; head -n 1 <&3"
        answer = podman("run", "--rm", *LIMITS, "--network", "tefuda-test_default", "--entrypoint", "bash", IMAGE, "-c", ask)
        self.assertIn(" 200 ", answer, "another container, as Prometheus is")
        container = self.compose("ps", "--quiet").strip()
        limits = podman("inspect", "--format", "{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.Memory}} {{.HostConfig.PidsLimit}} "
                        "{{.HostConfig.SecurityOpt}}", container)
        self.assertEqual(limits, f"true {1024 ** 3} 512 [no-new-privileges]")
        self.assertEqual(podman("healthcheck", "run", container, check=False).returncode, 0)
        told = self.compose("exec", "-T", "tefuda", "/usr/bin/tefuda-server", "admin", "notice", "Hello")
        self.assertEqual(told.strip(), "Done.")
        self.compose("stop")
        self.assertEqual(podman("inspect", "--format", "{{.State.ExitCode}}", container), "0")
