"""The constituents we predict with, and how a harbour responds to each of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType

#: Phases of all harbours are relative to this moment.
EPOCH = datetime(2024, 1, 1, tzinfo=UTC)

#: Degrees per hour, fixed by astronomy.
SPEEDS = MappingProxyType(
    {
        "M2": 28.9841042,
        "S2": 30.0,
        "N2": 28.4397295,
        "K1": 15.0410686,
        "O1": 13.9430356,
        "M4": 57.9682084,
    }
)


@dataclass(frozen=True, slots=True)
class Response:
    """How one harbour answers to one constituent."""

    constituent: str
    amplitude: float
    """Metres."""
    phase: float
    """Degrees."""

    def __post_init__(self) -> None:
        if self.constituent not in SPEEDS:
            raise ValueError(f"unknown constituent {self.constituent!r}")
        if self.amplitude < 0:
            raise ValueError(f"{self.constituent}: an amplitude cannot be negative")

    @property
    def speed(self) -> float:
        return SPEEDS[self.constituent]


@dataclass(frozen=True, slots=True)
class Harbour:
    """A place with a known tide."""

    id: str
    name: str
    latitude: float
    longitude: float
    mean_level: float
    """Metres above chart datum."""
    responses: tuple[Response, ...]
