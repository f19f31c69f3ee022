"""A database with millions of stored actions, made once, and kept where a folder is named for it."""

import contextlib
import os

# As in database.py, which has put tests/cluster into the path.
from cluster import Postgres, free_ports

DAYS, ACTIONS = 30, 100  # of a match

# While rows are written: a machine that dies meanwhile leaves a folder of no use.
UNSAFE = {"fsync": "off", "full_page_writes": "off", "wal_level": "minimal", "max_wal_senders": "0", "max_wal_size": "16GB",
          "maintenance_work_mem": "1GB", "autovacuum": "off"}

STATE = ('{"game":"fortyone","options":{},"is_public":false,"status":"finished","match":1,"host":0,"seats":['
         '{"name":"Aki","token":"0123456789abcdef0123456789abcdef"},{"name":"Ben","token":"fedcba9876543210fedcba9876543210"}]}')
SETUP = '{"game":"fortyone","options":{},"names":["Aki","Ben"],"seed":"' + "0123456789abcdef" * 8 + '"}'


class KeptPostgres(Postgres):
    """In a folder that may have one already."""

    def __init__(self, folder):
        there = list(folder.glob("postgres-*"))
        if not there:
            super().__init__(folder)
            return
        self.folder, = there
        self.port, = free_ports(1)
        self.configure()
        self.start()

    @contextlib.contextmanager
    def unsafe(self):
        self.stop()
        self.control("start", "-o", " ".join(f"-c {name}={value}" for name, value in UNSAFE.items()))
        yield
        self.stop()
        os.sync()
        self.start()


def stored_rooms(database):
    """\\returns how many of them there are"""
    return int(database.query("SELECT count(*) FROM room WHERE code ~ '^D[0-9]{9}$'")[0][0])


def fill(database, actions):
    """A partition for each of the last days; in each room one match, which has ended. \\pre a server has made the tables"""
    database.query("DROP TABLE action_before")
    rooms = actions // DAYS // ACTIONS
    with database.unsafe():
        for days in range(1, DAYS + 1):
            day = f"((now() AT TIME ZONE 'UTC')::date - {days})"
            part, begin, end = database.query(f"SELECT to_char({day}, 'YYYYMMDD'), {day}, {day} + 1")[0]
            code = f"'D{days:02}' || to_char(n, 'FM0000000')"
            # In one transaction with its table, so that the rows are not in the write-ahead log, and indexed afterwards.
            database.query(f"""
                INSERT INTO room (code, epoch, touched, created, state)
                  SELECT {code}, 1, '{begin} 23:59+00', '{begin} 22:59+00', '{STATE}' FROM generate_series(1, {rooms}) AS n;
                INSERT INTO match (room, number, setup, began, ended, part)
                  SELECT {code}, 1, '{SETUP}', '{begin} 22:59+00', '{begin} 23:59+00', '{begin}' FROM generate_series(1, {rooms}) AS n;
                CREATE TABLE action_{part} (LIKE action INCLUDING DEFAULTS);
                INSERT INTO action_{part} (room, match, number, seat, ms, action, part)
                  SELECT {code}, 1, number, number % 2, number * 1000, ('{{"type":"discard","card":"S' || number % 13 || '"}}')::json, '{begin}'
                  FROM generate_series(1, {rooms}) AS n, generate_series(1, {ACTIONS}) AS number;
                ALTER TABLE action ATTACH PARTITION action_{part} FOR VALUES FROM ('{begin}') TO ('{end}')""")
        database.query("VACUUM (FREEZE, ANALYZE)")
