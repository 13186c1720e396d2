import itertools

import numpy as np
import pytest

from turs.plots.palette import CLASS_COLOURS, FOLDED, Palette

# How colours in linear light look without one of the three kinds of cones.
SIGHTS = {
    "full": np.eye(3),
    "no red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "no blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_CONES = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
TO_LAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


def as_seen(colour: str, sight: str) -> np.ndarray:
    """Return a colour in OKLab as eyes of some kind see it."""
    channels = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    light = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(SIGHTS[sight]) @ light, 0, 1)
    return np.array(TO_LAB) @ np.cbrt(np.array(TO_CONES) @ seen)


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_classes_look_alike_to_any_eyes(sight: str) -> None:
    seen = [as_seen(colour, sight) for colour in CLASS_COLOURS]
    # Okabe and Ito's eight colours come as near as 0.076 by this measure, tab10's ten 0.007.
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) > 0.11


def test_twelve_classes_have_twelve_colours() -> None:
    palette = Palette.of(range(12), [1] * 12)
    assert palette.colours == CLASS_COLOURS
    assert len(palette.key) == 12
    assert palette.notes == ()


def test_beyond_twelve_the_rarest_share_a_grey() -> None:
    counts = [5] * 14
    counts[2], counts[4], counts[13] = 1, 2, 0
    palette = Palette.of([f"c{i}" for i in range(14)], counts)
    assert [i for i, colour in enumerate(palette.colours) if colour == FOLDED] == [2, 4, 13]
    assert palette.key[-1] == ("3 other classes", FOLDED)
    assert palette.key[2] == ("c3", CLASS_COLOURS[2])
    assert palette.notes == ("There are 14 classes and 12 colours: the 3 rarest share a grey.",)


def test_labels_that_are_not_words_are_quoted() -> None:
    assert Palette.of(["a\nb", " "], [1, 1]).names == ('"a\\nb"', '" "')
