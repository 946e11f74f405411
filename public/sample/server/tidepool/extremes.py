"""High and low water: where the slope changes its sign."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from .constituents import Harbour
from .prediction import height_at, slope_at

#: Short enough that no two turning points fall into one step; docs/harmonics.md says why.
STEP = timedelta(minutes=15)

#: Bisection ends here: nobody reads a tide table to the second.
PRECISION = timedelta(seconds=20)


@dataclass(frozen=True, slots=True)
class Extreme:
    time: datetime
    metres: float
    kind: Literal["high", "low"]


def extremes(harbour: Harbour, start: datetime, length: timedelta) -> Iterator[Extreme]:
    """Turning points in ``[start, start + length)``, in order of time."""
    end = start + length
    before = start
    slope_before = slope_at(harbour, before)
    while before < end:
        after = min(before + STEP, end)
        slope_after = slope_at(harbour, after)
        if slope_before > 0 >= slope_after or slope_before < 0 <= slope_after:
            time = _turning_point(harbour, before, after, rising=slope_before > 0)
            yield Extreme(time, height_at(harbour, time), "high" if slope_before > 0 else "low")
        before, slope_before = after, slope_after


def _turning_point(harbour: Harbour, low: datetime, high: datetime, *, rising: bool) -> datetime:
    """The slope has one zero between ``low`` and ``high``; ``rising`` is its sign at ``low``."""
    while high - low > PRECISION:
        middle = low + (high - low) / 2
        if (slope_at(harbour, middle) > 0) == rising:
            low = middle
        else:
            high = middle
    return low + (high - low) / 2
