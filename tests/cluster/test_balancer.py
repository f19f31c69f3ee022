"""Tests of the balancer's configuration for a public address."""
import http.server
import json
import os
import shlex
import ssl
import subprocess
import threading
import urllib.error
import urllib.request

import websockets

from cluster import TOP, free_ports, get, until
from recipes import recipe
from scenes import check, make_room


async def test_the_balancer_speaks_tls_and_shows_its_figures_to_the_operator(cluster):
    certificate = cluster.folder / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", cluster.folder / "key.pem",
                    "-out", cluster.folder / "chain.pem"], check=True, capture_output=True)
    certificate.write_text((cluster.folder / "chain.pem").read_text() + (cluster.folder / "key.pem").read_text())
    context = ssl.create_default_context(cafile=cluster.folder / "chain.pem")
    clear, tls, figures = free_ports(3)
    addresses = {f"TEFUDA_SERVER_{i + 1}": f"127.0.0.1:{port}" for i, port in enumerate(cluster.server_ports())}
    room, wire = await make_room(cluster)
    balancer = subprocess.Popen(
        shlex.split(recipe("balancer", [("haproxy -f", "haproxy -db -f")])), cwd=TOP,
        stdout=subprocess.DEVNULL, stderr=open(cluster.folder / "haproxy.public.log", "w"),
        env={**os.environ, **addresses, "TEFUDA_BIND": f"127.0.0.1:{clear}", "TEFUDA_BIND_TLS": f"127.0.0.1:{tls}",
             "TEFUDA_BIND_FIGURES": f"127.0.0.1:{figures}", "TEFUDA_CERTIFICATE": str(certificate)})

    def secure(path):
        try:
            with urllib.request.urlopen(f"https://localhost:{tls}{path}", timeout=5, context=context) as answer:
                return answer.status, answer.headers
        except urllib.error.HTTPError as problem:
            return problem.code, problem.headers
        except OSError:
            return 0, {}

    try:
        await until(lambda: secure("/api/games")[0] == 200, "it answers")
        status, headers = secure("/api/games")
        check("max-age" in headers["Strict-Transport-Security"], str(headers))
        check(secure("/metrics")[0] == 403, "figures of the servers are not for the public")
        async with websockets.connect(f"wss://localhost:{tls}/ws?room={room}", ssl=context) as socket:
            await socket.recv()
            await socket.send(json.dumps({"type": "join", "id": 1, "room": room, "name": "Aki"}))
            reply = json.loads(await socket.recv())
            check(reply["type"] == "joined", reply)
        check(get(f"http://127.0.0.1:{figures}/")[0] == 200, "a page for the operator")
        status, text = get(f"http://127.0.0.1:{figures}/metrics")
        check(status == 200 and "haproxy_server_status" in text, f"figures for Prometheus: {status}")
    finally:
        balancer.terminate()
        balancer.wait(10)
    await wire.close()


class Backend(http.server.ThreadingHTTPServer):
    """Stands for a server that answers, and takes players or doesn't."""

    def __init__(self, name):
        self.name = name
        self.takes_players = True
        super().__init__(("127.0.0.1", 0), Answer)


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.server.name.encode()
        self.send_response(503 if self.path == "/readyz" and not self.server.takes_players else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


async def test_the_page_is_there_while_no_server_takes_players(tmp_path):
    backends = [Backend(name) for name in ("one", "two", "three")]
    for backend in backends:
        threading.Thread(target=backend.serve_forever, daemon=True).start()
    (bind,) = free_ports(1)
    addresses = {f"TEFUDA_SERVER_{i + 1}": f"127.0.0.1:{backend.server_port}" for i, backend in enumerate(backends)}
    log = open(tmp_path / "haproxy.log", "w")
    balancer = subprocess.Popen(["haproxy", "-db", "-f", str(TOP / "docker/haproxy.cfg")], stdout=log, stderr=log,
                                env={**os.environ, **addresses, "TEFUDA_BIND": f"127.0.0.1:{bind}"})

    def who(room):
        status, text = get(f"http://127.0.0.1:{bind}/?room={room}")
        return text if status == 200 else status

    try:
        rooms = [f"ROOM{i}" for i in range(30)]
        await until(lambda: len({who(room) for room in rooms}) == 3, "all servers take rooms")
        places = [who(room) for room in rooms]
        for backend in backends:
            backend.takes_players = False
        # As long as one is left, all rooms are there; then the page is served by all.
        await until(lambda: [who(room) for room in rooms] == places and balancer_log_says_none(tmp_path), "the page is served")
        backends[1].takes_players = True
        await until(lambda: {who(room) for room in rooms} == {"two"}, "the one that takes players has all")
    finally:
        balancer.terminate()
        balancer.wait(10)
        log.close()
        for backend in backends:
            backend.shutdown()
            backend.server_close()


def balancer_log_says_none(folder):
    return "backend 'servers' has no server available" in (folder / "haproxy.log").read_text()
