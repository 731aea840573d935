"""A store in one SQLite file, shared by the processes of one machine and kept between runs.

Rule: every operation is one immediate transaction in a worker thread, so it is atomic among tasks
and processes, and the event loop never waits for the disk. Lives are timed by the wall clock: the
monotonic clocks of two processes do not agree. A value that is larger than the whole store is not
kept. The file is its owner's alone (mode 0600), and so are the journals that SQLite lays beside it.
"""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TypeVar

import anyio
import anyio.to_thread

from citewell.model.clock import Clock
from citewell.model.errors import Caller, ErrorCode

T = TypeVar("T")

BUSY_TIMEOUT_S = 5.0
"""How long to wait for another process's transaction; one takes about a millisecond"""

OPENING_ATTEMPTS = 10
"""At turning on the write-ahead log of a new file while other processes do the same"""

FILE_MODE = 0o600

SCHEMA_VERSION = 1
"""In `PRAGMA user_version`; raised when the tables change"""

SCHEMA = (
    """
    CREATE TABLE items (
        key TEXT PRIMARY KEY,
        value BLOB NOT NULL,
        size INTEGER NOT NULL,
        expires_at REAL NOT NULL,
        used INTEGER NOT NULL
    )
    """,
    "CREATE INDEX items_by_use ON items (used)",
    "CREATE INDEX items_by_expiry ON items (expires_at)",
    "CREATE TABLE totals (items INTEGER NOT NULL, bytes INTEGER NOT NULL)",
    "INSERT INTO totals VALUES (0, 0)",
    """
    CREATE TRIGGER item_came AFTER INSERT ON items BEGIN
        UPDATE totals SET items = items + 1, bytes = bytes + new.size;
    END
    """,
    """
    CREATE TRIGGER item_went AFTER DELETE ON items BEGIN
        UPDATE totals SET items = items - 1, bytes = bytes - old.size;
    END
    """,
)
"""`used` numbers the uses: the smallest was used longest ago. Totals are kept by triggers, so that
to know them takes no walk over all items"""


class SqliteStore:
    """Least recently used bytes by key, in a file; see `protocols.Store`."""

    def __init__(self, *, path: Path | None, clock: Clock, max_items: int, max_bytes: int) -> None:
        """Name the file; it is opened, or made, by the first operation.

        Args:
            path: of the file; its folder is made when it is missing.
            clock: times the lives of values.
            max_items: keys kept at most.
            max_bytes: of all keys (UTF-8) and values together.

        Raises:
            ValueError: there is no path.
        """
        if path is None:
            raise ValueError("a SQLite store needs the path of its file")
        self._path = path
        self._clock = clock
        self._max_items = max_items
        self._max_bytes = max_bytes
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()
        self._one_thread = anyio.CapacityLimiter(1)

    async def get(self, key: str) -> bytes | None:
        """The value, or None when it is absent or expired."""

        def read(connection: sqlite3.Connection) -> bytes | None:
            item = self._live(connection, key)
            if item is None:
                return None
            connection.execute(
                "UPDATE items SET used = (SELECT max(used) + 1 FROM items) "
                "WHERE key = ? AND used < (SELECT max(used) FROM items)",
                (key,),
            )
            return item[0]

        return await self._do(read)

    async def put(self, key: str, value: bytes, *, ttl_s: float) -> None:
        """Keep the value; the least recently used go when the bounds are reached."""
        await self._do(lambda connection: self._keep(connection, key, value, self._now() + ttl_s))

    async def delete(self, key: str) -> None:
        """Forget the key."""
        await self._do(lambda connection: _forget(connection, key))

    async def put_if_absent(self, key: str, value: bytes, *, ttl_s: float) -> bool:
        """Keep the value unless the key is there; whether it was kept."""
        return await self.compare_and_set(key, None, value, ttl_s=ttl_s)

    async def compare_and_set(
        self, key: str, expected: bytes | None, value: bytes, *, ttl_s: float
    ) -> bool:
        """Keep the value when the present one is `expected`; whether it was kept."""

        def exchange(connection: sqlite3.Connection) -> bool:
            item = self._live(connection, key)
            if (item[0] if item else None) != expected:
                return False
            return self._keep(connection, key, value, self._now() + ttl_s)

        return await self._do(exchange)

    async def add(self, key: str, amount: int, *, ttl_s: float) -> int:
        """Add to a counter, which is kept as decimal digits; ValueError when it is none."""

        def count(connection: sqlite3.Connection) -> int:
            item = self._live(connection, key)
            total = (_counted(item[0]) if item else 0) + amount
            expires_at = item[1] if item else self._now() + ttl_s
            self._keep(connection, key, str(total).encode(), expires_at)
            return total

        return await self._do(count)

    async def list(self, prefix: str) -> Sequence[str]:
        """Live keys that start so, sorted."""

        def names(connection: sqlite3.Connection) -> Sequence[str]:
            rows = connection.execute(
                "SELECT key FROM items WHERE key >= ? AND expires_at > ? ORDER BY key",
                (prefix, self._now()),
            )
            # Not LIKE, to which % and _ are wildcards and capitals are nothing.
            return list(takewhile(lambda key: key.startswith(prefix), (key for (key,) in rows)))

        return await self._do(names)

    async def aclose(self) -> None:
        """Close the file; it stays."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _now(self) -> float:
        return self._clock.now().timestamp()

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await anyio.to_thread.run_sync(self._in_transaction, work, limiter=self._one_thread)

    def _in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = _opened(self._path)
                with self._connection as connection:
                    connection.execute("BEGIN IMMEDIATE")
                    return work(connection)
            except (sqlite3.Error, OSError) as error:
                message = f"The store {self._path} cannot be used: {error}."
                raise Caller(ErrorCode.INTERNAL, message) from error

    def _live(self, connection: sqlite3.Connection, key: str) -> tuple[bytes, float] | None:
        """Value and end of life, when the key is there and not expired."""
        row: tuple[bytes, float] | None = connection.execute(
            "SELECT value, expires_at FROM items WHERE key = ? AND expires_at > ?",
            (key, self._now()),
        ).fetchone()
        return row

    def _keep(
        self, connection: sqlite3.Connection, key: str, value: bytes, expires_at: float
    ) -> bool:
        _forget(connection, key)
        size = len(key.encode()) + len(value)
        if size > self._max_bytes or self._max_items < 1:
            return False
        connection.execute(
            "INSERT INTO items VALUES (?, ?, ?, ?, (SELECT coalesce(max(used), 0) + 1 FROM items))",
            (key, value, size, expires_at),
        )
        if self._is_over(connection):
            connection.execute("DELETE FROM items WHERE expires_at <= ?", (self._now(),))
        while self._is_over(connection):
            connection.execute("DELETE FROM items WHERE used = (SELECT min(used) FROM items)")
        return True

    def _is_over(self, connection: sqlite3.Connection) -> bool:
        items, size = connection.execute("SELECT items, bytes FROM totals").fetchone()
        return bool(items > self._max_items or size > self._max_bytes)


def _forget(connection: sqlite3.Connection, key: str) -> None:
    connection.execute("DELETE FROM items WHERE key = ?", (key,))


def _opened(path: Path) -> sqlite3.Connection:
    """Open the file, or make it; `bad_config` when it is no store or one of a later version."""
    _make_private(path)
    connection = sqlite3.connect(
        path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )
    try:
        _prepare(connection, path)
    except sqlite3.DatabaseError as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError):
            raise
        raise Caller(ErrorCode.BAD_CONFIG, f"{path} is no SQLite file.") from None
    except Caller:
        connection.close()
        raise
    return connection


def _make_private(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Never opened here once it exists: to close a second descriptor of a file gives up the locks
    # that SQLite holds on it in this process.
    if not path.exists():
        path.touch(mode=FILE_MODE)
    path.chmod(FILE_MODE)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    _use_wal(connection)
    # Enough for a cache under WAL: a power failure may cost the last entries, never the file.
    connection.execute("PRAGMA synchronous = NORMAL")
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version == 0 and tables:
            raise Caller(ErrorCode.BAD_CONFIG, f"{path} is another program's database.")
        if version == 0:
            for statement in SCHEMA:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        elif version != SCHEMA_VERSION:
            message = f"{path} has schema {version}, and this release knows {SCHEMA_VERSION}."
            raise Caller(ErrorCode.BAD_CONFIG, message)


def _use_wal(connection: sqlite3.Connection) -> None:
    for _ in range(OPENING_ATTEMPTS - 1):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            # This one statement does not wait for a process that is just doing the same (seen when
            # three opened a new file within a millisecond); a transaction does.
            connection.executescript("BEGIN IMMEDIATE; COMMIT;")
    connection.execute("PRAGMA journal_mode = WAL")


def _counted(value: bytes) -> int:
    try:
        return int(value)
    except ValueError:
        raise ValueError("the key holds something that is no counter") from None


STORE = SqliteStore
