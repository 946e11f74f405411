from datetime import UTC, datetime, timedelta

import pytest

from tidepool.constituents import EPOCH, Harbour, Response
from tidepool.prediction import height_at, heights, slope_at


def harbour(*responses: Response) -> Harbour:
    return Harbour("test", "Test", 0.0, 0.0, 4.0, responses)


def test_without_constituents_the_sea_is_flat() -> None:
    assert height_at(harbour(), EPOCH) == 4.0


def test_phase_zero_is_high_water_at_the_epoch() -> None:
    place = harbour(Response("M2", 2.0, 0.0))
    assert height_at(place, EPOCH) == pytest.approx(6.0)
    assert slope_at(place, EPOCH) == pytest.approx(0.0)


def test_the_solar_tide_repeats_every_twelve_hours() -> None:
    place = harbour(Response("S2", 1.0, 40.0))
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert height_at(place, noon) == pytest.approx(height_at(place, noon + timedelta(hours=12)))


def test_the_slope_is_the_derivative_of_the_height() -> None:
    place = harbour(Response("M2", 2.0, 101.0), Response("K1", 0.3, 12.0), Response("M4", 0.1, 200.0))
    time = datetime(2026, 3, 1, 7, tzinfo=UTC)
    second = timedelta(seconds=1)
    difference = height_at(place, time + second) - height_at(place, time - second)
    assert slope_at(place, time) == pytest.approx(difference * 1800, abs=1e-6)


def test_both_ends_are_included() -> None:
    listed = list(heights(harbour(), EPOCH, timedelta(hours=1)))
    assert [height.time.minute for height in listed] == [0, 10, 20, 30, 40, 50, 0]


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        height_at(harbour(), datetime(2026, 3, 1))
