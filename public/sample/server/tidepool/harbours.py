"""Harbours, read from SQLite. See database/001_harbours.sql."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from .constituents import Harbour, Response


class UnknownHarbour(LookupError):
    """Nobody has measured a tide there."""


class HarbourStore:
    """Opens a connection per call: SQLite does that in microseconds, and no thread waits for another."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> list[Harbour]:
        with self._connect() as connection:
            rows = connection.execute("SELECT * FROM harbour ORDER BY name").fetchall()
            return [_harbour(row, _responses(connection, row["id"])) for row in rows]

    def get(self, harbour_id: str) -> Harbour:
        with self._connect() as connection:
            row = connection.execute(
                "SELECT * FROM harbour WHERE id = ?", (harbour_id,)
            ).fetchone()
            if row is None:
                raise UnknownHarbour(harbour_id)
            return _harbour(row, _responses(connection, harbour_id))

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(f"file:{self._path}?mode=ro", uri=True)
        connection.row_factory = sqlite3.Row
        return connection


def _responses(connection: sqlite3.Connection, harbour_id: str) -> list[sqlite3.Row]:
    return connection.execute(
        "SELECT constituent, amplitude, phase FROM response WHERE harbour_id = ? ORDER BY amplitude DESC",
        (harbour_id,),
    ).fetchall()


def _harbour(row: sqlite3.Row, responses: Iterable[sqlite3.Row]) -> Harbour:
    return Harbour(
        id=row["id"],
        name=row["name"],
        latitude=row["latitude"],
        longitude=row["longitude"],
        mean_level=row["mean_level"],
        responses=tuple(Response(*response) for response in responses),
    )
