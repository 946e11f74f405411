from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from tidepool.constituents import EPOCH, Harbour, Response
from tidepool.extremes import extremes

BREST = Harbour(
    "brest",
    "Brest",
    48.383,
    -4.495,
    4.03,
    (
        Response("M2", 2.05, 109.0),
        Response("S2", 0.75, 148.0),
        Response("N2", 0.42, 90.0),
        Response("K1", 0.06, 76.0),
        Response("O1", 0.07, 328.0),
        Response("M4", 0.05, 108.0),
    ),
)


def test_a_lunar_day_has_two_highs_and_two_lows() -> None:
    kinds = [extreme.kind for extreme in extremes(BREST, EPOCH, timedelta(hours=24.84))]
    assert sorted(kinds) == ["high", "high", "low", "low"]


def test_high_and_low_alternate_for_a_month() -> None:
    found = list(extremes(BREST, EPOCH, timedelta(days=30)))
    assert all(one.kind != other.kind for one, other in pairwise(found))
    assert all(one.time < other.time for one, other in pairwise(found))


def test_every_high_is_above_its_neighbours() -> None:
    for one, other in pairwise(extremes(BREST, EPOCH, timedelta(days=7))):
        high, low = (one, other) if one.kind == "high" else (other, one)
        assert high.metres > low.metres


def test_springs_come_every_fortnight() -> None:
    moon_and_sun = replace(BREST, responses=BREST.responses[:2])
    highs = [e for e in extremes(moon_and_sun, EPOCH, timedelta(days=29.5)) if e.kind == "high"]
    middle = len(highs) // 2
    first = max(highs[:middle], key=lambda high: high.metres)
    second = max(highs[middle:], key=lambda high: high.metres)
    days = (second.time - first.time) / timedelta(days=1)
    assert days == pytest.approx(14.77, abs=0.5)
