"""Height of the tide at any time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import cos, radians, sin

from .constituents import EPOCH, Harbour


@dataclass(frozen=True, slots=True)
class Height:
    time: datetime
    metres: float


def height_at(harbour: Harbour, time: datetime) -> float:
    """Metres above chart datum. ``time`` must know its time zone."""
    hours = hours_since_epoch(time)
    return harbour.mean_level + sum(
        response.amplitude * cos(radians(response.speed * hours - response.phase))
        for response in harbour.responses
    )


def slope_at(harbour: Harbour, time: datetime) -> float:
    """Metres per hour; positive while the water rises."""
    hours = hours_since_epoch(time)
    return -sum(
        response.amplitude
        * radians(response.speed)
        * sin(radians(response.speed * hours - response.phase))
        for response in harbour.responses
    )


def heights(
    harbour: Harbour, start: datetime, length: timedelta, step: timedelta = timedelta(minutes=10)
) -> Iterator[Height]:
    """Heights from ``start`` on, both ends included."""
    if step <= timedelta(0):
        raise ValueError("the step must be positive")
    for index in range(length // step + 1):
        time = start + index * step
        yield Height(time, height_at(harbour, time))


def hours_since_epoch(time: datetime) -> float:
    if time.tzinfo is None:
        raise ValueError("a time without a time zone is not a moment")
    return (time - EPOCH) / timedelta(hours=1)
