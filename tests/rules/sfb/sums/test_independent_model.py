from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from sits_es.rules.sfb.sums.arcs import arcs_of, mounts_of
from sits_es.rules.sfb.sums.bearing import bearing
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.motion import impulse
from sits_es.rules.sfb.sums.places import Inertia, Place, exact, hex_range
from tests.rules.sfb import independent_model as model
from tests.shared.rows import each_row


def three(value: Place | Facing | Turn | Inertia, whole: int) -> model.Three:
    parts = (value.x, value.y, value.z) if isinstance(value, Place | Inertia) else (value.pitch, value.yaw, value.roll)
    x, y, z = (Fraction(part, whole) for part in parts)
    return x, y, z


def angle(random: Random) -> int:
    """Any angle, or one of those at which sums are ties and bearings stand on the ends of arcs."""
    if random.random() < 0.5:
        return random.randrange(3_600_000)
    return random.choice((300_000, 360_000, 450_000, 100_000)) * random.randrange(12) % 3_600_000


@pytest.mark.long
@each_row("number", range(20))
def test_a_hundred_random_impulses_are_those_of_a_model_made_from_the_rulebook_alone(number: int) -> None:
    random = Random(number)  # noqa: S311 - examples, not secrets
    for _ in range(100):
        wide = random.choice((3, 20_000, 400_000))
        place, other = (Place(*(random.randint(-wide, wide) for _ in range(3))) for _ in range(2))
        facing = Facing(angle(random), angle(random), angle(random))
        turn = Turn(*(random.choice((0, random.randint(-90_000, 90_000))) for _ in range(3)))
        inertia = Inertia(*(random.choice((0, random.randint(-(10**8), 10**8))) for _ in range(3)))
        speed = random.choice((0, 64, 10_000 * random.randrange(33), random.randrange(320_000)))
        thrust = random.choice((0, 10_000, random.randrange(10_000)))
        web = random.choice((0, 0, random.randrange(350_000)))

        after = impulse(place, facing, speed, inertia, thrust, turn, web)
        expected = model.impulse(
            model.Unit(three(place, 10_000), three(facing, 10_000), three(inertia, 10**7)),
            Fraction(speed, 10_000),
            Fraction(thrust, 10_000),
            three(turn, 10_000),
            Fraction(web, 10_000),
        )
        assert three(after.place, 10_000) == expected.place
        assert three(after.facing, 10_000) == expected.attitude
        assert three(after.inertia, 10**7) == expected.inertia

        seen = bearing(after.place, after.facing, other)
        if seen is None:
            continue
        view = model.view(expected, three(other, 10_000))
        assert hex_range(after.place, other) == view.range
        assert Fraction(exact(after.place, other), 10_000) == view.exact
        assert Fraction(seen.yaw, 10_000) == view.yaw
        assert Fraction(seen.pitch, 10_000) == view.pitch
        assert (arcs_of(seen), mounts_of(seen)) == (view.arcs, view.mounts)
