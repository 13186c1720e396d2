"""Model files of every version of the format, as they were saved, still load and say the same."""

from pathlib import Path

import numpy as np
import pytest

from turs import load

MODELS = Path(__file__).resolve().parents[2] / "models"

# One bird that the first rule covers, one that the second does, one left to the else rule.
BIRDS = {
    "island": ["Torgersen", "Biscoe", None],
    "bill_length_mm": [39.1, 46.1, None],
    "bill_depth_mm": [18.7, 13.2, None],
    "flipper_length_mm": [181, 211, None],
    "body_mass_g": [3750, 4500, None],
    "sex": ["male", "female", None],
}


@pytest.mark.parametrize(
    "file", sorted(MODELS.glob("penguins-v*.json")), ids=lambda file: file.name
)
def test_a_saved_model_predicts_as_it_did(file: Path) -> None:
    # (count + 5 * prior) / (n + 5), with 152, 68 and 124 of 344 birds
    prior = np.array([152, 68, 124]) / 344
    expected = [
        (np.array([122, 0, 0]) + 5 * prior) / 127,
        (np.array([0, 0, 93]) + 5 * prior) / 98,
        (np.array([30, 68, 31]) + 5 * prior) / 134,
    ]
    np.testing.assert_allclose(load(file).predict_proba(BIRDS), expected, rtol=1e-14)


def test_the_present_version_is_written_as_it_was() -> None:
    file = MODELS / "penguins-v1.json"
    assert load(file).to_json() == file.read_text(encoding="utf-8")
