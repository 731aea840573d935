"""Lanes: as wide as allowed, and gone when nobody is in them."""

import anyio
import pytest

from citewell.fetch.lanes import Lanes
from tests.promises import promise


@promise("fetch.manners.one-host-is-asked-by-few-at-a-time")
async def test_a_lane_is_gone_when_the_last_one_has_left_it_however_they_left() -> None:
    lanes = Lanes(1)

    with anyio.fail_after(5):
        async with lanes.of("site.example"):
            with anyio.move_on_after(0):
                async with lanes.of("site.example"):
                    pytest.fail("two were in a lane for one")
            assert lanes.hosts() == {"site.example"}
        with pytest.raises(ValueError):
            async with lanes.of("other.example"):
                raise ValueError

    assert lanes.hosts() == frozenset()
