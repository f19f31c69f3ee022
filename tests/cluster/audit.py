"""What must be true of rooms, whatever happened to their servers."""
import json
import sys

from cluster import TOP
from scenes import check

sys.path.insert(0, str(TOP / "clients/bots/python"))
import verify  # noqa: E402


def audit(cluster, players, others=(), least=100):
    """`others`: rooms in which nobody of them plays. `least`: so many actions must have been
    acknowledged to players, and stored. \\returns what is wrong, in sentences"""
    problems = [problem for player in players for problem in player.problems]
    rows = cluster.query("SELECT room, match, number, seat, action FROM action ORDER BY room, match, number")

    stored = {(room, int(match), int(number)): (int(seat), json.loads(action)) for room, match, number, seat, action in rows}
    acknowledged = 0
    for player in players:
        seen = set()
        for match, seq, seat, action in player.acknowledged:
            acknowledged += 1
            key = (player.room, match, seq - 1)
            if stored.get(key) != (seat, action):
                problems.append(f"{player.room} match {match}: action {seq - 1} was acknowledged to seat {seat}, "
                                f"stored is {stored.get(key)}")
            if key in seen:
                problems.append(f"{key} was acknowledged twice")
            seen.add(key)
    gaps = cluster.query("SELECT room, match FROM action GROUP BY room, match HAVING min(number) <> 1 OR "
                         "max(number) <> count(*)")
    problems += [f"the actions of {gap} have gaps" for gap in gaps]
    rooms = {player.room for player in players} | set(others)
    writers = {}
    for server in cluster.servers:
        for event in server.events("Room claimed") + server.events("Room made"):
            if event["room"] not in rooms:
                continue
            key = (event["room"], event.get("epoch", 1))
            if key in writers:
                problems.append(f"{key} was claimed by {writers[key]} and by {server.name}")
            writers[key] = server.name
    replays = 0
    for room, number in cluster.query("SELECT room, number FROM match WHERE ended IS NOT NULL"):
        status, body = cluster.get(f"/api/rooms/{room}/matches/{number}")
        if status != 200:
            problems.append(f"replay {room}/{number}: {status}")
            continue
        try:
            verify.verify(json.loads(body))
            replays += 1
        except verify.Wrong as wrong:
            problems.append(f"replay {room}/{number}: {wrong}")
    print(f"# {acknowledged} acknowledged actions, {len(rows)} stored, {replays} replays right")
    check(len(rows) > least and (acknowledged > least or not players), "too little was played")
    return problems
